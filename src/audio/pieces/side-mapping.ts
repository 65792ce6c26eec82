import type { Sides } from '#audio/sample-alignment.ts'

/** How much of A's channels is in B's: left from left, left from right, right from left, right from right. */
export type SideMapping = readonly [ll: number, lr: number, rl: number, rr: number]

/** The least-squares fit over pairs of equal length: finds gain, polarity, and swapped, dead or folded channels. */
export function sideMapping(pairs: readonly { readonly a: Sides; readonly b: Sides }[]): SideMapping {
  let [ll, lr, rr, bll, blr, brl, brr] = [0, 0, 0, 0, 0, 0, 0]
  for (const { a, b } of pairs) {
    for (let i = 0; i < a.left.length; i++) {
      // In bounds: all four have the same length.
      const [al, ar, bl, br] = [a.left[i] as number, a.right[i] as number, b.left[i] as number, b.right[i] as number]
      ll += al * al
      lr += al * ar
      rr += ar * ar
      bll += al * bl
      blr += ar * bl
      brl += al * br
      brr += ar * br
    }
  }
  // Regularized: with equal channels there are many solutions, and the smallest is as good as any.
  const ridge = 1e-6 * (ll + rr) + Number.MIN_VALUE
  const [x, y] = [ll + ridge, rr + ridge]
  const scale = x * y - lr * lr
  return [
    (bll * y - blr * lr) / scale,
    (blr * x - bll * lr) / scale,
    (brl * y - brr * lr) / scale,
    (brr * x - brl * lr) / scale,
  ]
}

/** The energy of each frame of `b` that the mapped `a` leaves unexplained. */
export function unexplained(a: Sides, b: Sides, [ll, lr, rl, rr]: SideMapping): Float64Array {
  return b.left.map((left, i) => {
    const [al, ar] = [a.left[i] as number, a.right[i] as number] // of equal length
    const [x, y] = [left - ll * al - lr * ar, (b.right[i] as number) - rl * al - rr * ar]
    return x * x + y * y
  })
}

export function energyOf({ left, right }: Sides): Float64Array {
  return left.map((sample, i) => sample * sample + (right[i] as number) ** 2) // of equal length
}

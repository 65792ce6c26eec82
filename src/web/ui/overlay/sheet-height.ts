const steps = ['closed', 'half', 'full'] as const
export type SheetHeight = (typeof steps)[number]

/** Of the box it stands in. */
const heights: Readonly<Record<SheetHeight, number>> = { closed: 0, half: 0.56, full: 1 }
/** Pixels a millisecond: a flick says where to, however far it went. */
const FLICK = 0.5

export function heightOf(height: SheetHeight): number {
  return heights[height]
}

export function stepSheet(height: SheetHeight, by: number): SheetHeight {
  return steps[Math.max(0, Math.min(steps.length - 1, steps.indexOf(height) + by))] ?? height
}

/** Where a sheet that is let go comes to rest: `share` of its box high, moving up at `speed` pixels a millisecond. */
export function snapSheet(share: number, speed: number): SheetHeight {
  if (speed > FLICK) return steps.find((one) => heights[one] > share) ?? 'full'
  if (speed < -FLICK) return steps.findLast((one) => heights[one] < share) ?? 'closed'
  return steps.reduce((nearest, one) =>
    Math.abs(heights[one] - share) < Math.abs(heights[nearest] - share) ? one : nearest,
  )
}

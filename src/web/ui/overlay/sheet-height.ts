const steps = ['closed', 'half', 'full'] as const
export type SheetHeight = (typeof steps)[number]

/** As a share of its container's height. */
const heights: Readonly<Record<SheetHeight, number>> = { closed: 0, half: 0.56, full: 1 }
/** Pixels per millisecond: above this speed, direction decides and not distance. */
const FLICK = 0.5

export function heightOf(height: SheetHeight): number {
  return heights[height]
}

export function stepSheet(height: SheetHeight, by: number): SheetHeight {
  return steps[Math.max(0, Math.min(steps.length - 1, steps.indexOf(height) + by))] ?? height
}

/**
 * Where a released sheet comes to rest: `share` of its container's height, moving up at `speed` pixels per millisecond.
 */
export function snapSheet(share: number, speed: number): SheetHeight {
  if (speed > FLICK) return steps.find((one) => heights[one] > share) ?? 'full'
  if (speed < -FLICK) return steps.findLast((one) => heights[one] < share) ?? 'closed'
  return steps.reduce((nearest, one) =>
    Math.abs(heights[one] - share) < Math.abs(heights[nearest] - share) ? one : nearest,
  )
}

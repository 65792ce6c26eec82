import type { Transport } from '#shared/live-people.ts'
import type { Instant, Seconds } from '#shared/units.ts'

/** A transport's position at `now`, in the same clock as its `at`; wraps at the end of a loop. */
export function positionAt(
  { position, at, isPlaying, speed, loop }: Omit<Transport, 'versionId'>,
  now: Instant,
): Seconds {
  if (!isPlaying) return position
  const reached = position + (Math.max(0, now - at) / 1000) * speed
  if (!loop || loop.to <= loop.from || position >= loop.to || reached < loop.to) return reached
  return loop.from + ((reached - loop.to) % (loop.to - loop.from))
}

import type { Transport } from '#shared/live-people.ts'
import type { Instant, Seconds } from '#shared/units.ts'

/**
 * Where a transport is at a moment of the clock its `at` is told in; from the end of a loop it goes on at its start.
 */
export function positionAt(
  { position, at, isPlaying, speed, loop }: Omit<Transport, 'versionId'>,
  now: Instant,
): Seconds {
  if (!isPlaying) return position
  const reached = position + (Math.max(0, now - at) / 1000) * speed
  if (!loop || loop.to <= loop.from || position >= loop.to || reached < loop.to) return reached
  return loop.from + ((reached - loop.to) % (loop.to - loop.from))
}

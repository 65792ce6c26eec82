import type { Transport } from '#shared/live-people.ts'
import type { Instant, Milliseconds, Seconds } from '#shared/units.ts'
import { positionAt } from '#web/presence/position-at.ts'

/** How far ahead of the transport a playhead is; in a loop, the shorter way round. */
export function errorAgainst(transport: Omit<Transport, 'versionId'>, position: Seconds, now: Instant): Milliseconds {
  const off = position - positionAt(transport, now)
  const { loop, speed } = transport
  const length = loop ? loop.to - loop.from : 0
  const nearest =
    length > 0 && Math.abs(off) > length / 2 && Math.abs(off) <= length ? off - Math.sign(off) * length : off
  return (nearest / speed) * 1000
}

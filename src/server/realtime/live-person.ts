import type { LivePerson } from '#shared/live-people.ts'
import type { Instant } from '#shared/units.ts'
import type { Actor } from '../scope.ts'

/** Whoever is connected, as others see them. */
export function livePerson({ userId, name }: Actor): LivePerson {
  return { id: userId, name, isGuest: false }
}

/** Parts of milliseconds, and never back: what is heard together is reckoned by it. */
export function liveNow(): Instant {
  return performance.timeOrigin + performance.now()
}

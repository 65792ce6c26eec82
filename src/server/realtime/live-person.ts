import type { LivePerson } from '#shared/live-people.ts'
import type { Actor } from '../scope.ts'

/** Whoever is connected, as others see them. */
export function livePerson({ userId, name }: Actor): LivePerson {
  return { id: userId, name, isGuest: false }
}

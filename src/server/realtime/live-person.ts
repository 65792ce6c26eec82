import type { LivePerson } from '#shared/live-people.ts'
import type { Actor } from '../scope.ts'

/** A connected person, as others see them. */
export function livePerson({ userId, name }: Actor): LivePerson {
  return { id: userId, name, isGuest: false }
}

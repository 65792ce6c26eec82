import type { LivePerson } from '#shared/live-people.ts'
import type { Actor, GuestVisit } from '../scope.ts'

/** Whoever is connected, as others see them. */
export function livePerson({ userId, name }: Actor): LivePerson {
  return { id: userId, name, isGuest: false }
}

/** Without a name until they have said one. */
export function guestPerson({ actor: { userId, name } }: GuestVisit): LivePerson {
  return { id: userId, name, isGuest: true }
}

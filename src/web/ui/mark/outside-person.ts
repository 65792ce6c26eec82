import { isMarkedGuest, unmarkedGuest } from '#shared/guest-name.ts'
import type { AvatarPerson } from './Avatar.tsx'
import { authorColour } from './author-colour.ts'

/**
 * Somebody who is no member of the project: a guest, with the same colour and initials on every screen, or, in the
 * eighth colour, somebody who is in it through the organization or has left.
 */
export function outsidePerson(id: string, name: string, isGuest = isMarkedGuest(name)): AvatarPerson {
  return isGuest
    ? { name: unmarkedGuest(name), imageUrl: null, colour: authorColour(sumOf(id)), guest: true }
    : { name, imageUrl: null, colour: 8 }
}

function sumOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}

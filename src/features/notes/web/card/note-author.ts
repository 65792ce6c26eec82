import type { Membership } from '#features/projects/projects.contract.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { authorColour, memberColour } from '#web/ui/mark/author-colour.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'

/**
 * The author with their colour in the project; the eighth colour is for people who are in it through their organization
 * or have left. Guests get a colour from their id.
 */
export function authorOf(
  { authorId, authorName, byGuest, authorJoined }: NoteReply,
  members: readonly Membership[],
): AvatarPerson {
  const member = members.find(({ person }) => person.id === authorId)
  const joined = member?.joinOrder ?? authorJoined
  const colour = joined !== undefined ? memberColour(joined) : byGuest ? authorColour(sumOf(authorId)) : 8
  return { name: authorName ?? noteStrings.someone, imageUrl: member?.person.image ?? null, colour, guest: byGuest }
}

function sumOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}

import type { Membership } from '#features/projects/projects.contract.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { authorColour, memberColour } from '#web/ui/mark/author-colour.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'

/**
 * Who said it, in their colour of the project; the eighth stands for those who are in it by their organization or have
 * left. Guests, and whom guests see, have one by their id.
 */
export function authorOf({ authorId, authorName, byGuest }: NoteReply, members: readonly Membership[]): AvatarPerson {
  const member = members.find(({ person }) => person.id === authorId)
  const colour = member
    ? memberColour(member.joinOrder)
    : byGuest || members.length === 0
      ? authorColour(sumOf(authorId))
      : 8
  return { name: authorName ?? noteStrings.someone, imageUrl: member?.person.image ?? null, colour, guest: byGuest }
}

function sumOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
}

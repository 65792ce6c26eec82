import type { Membership } from '#features/projects/projects.contract.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import type { NoteReply } from '../../notes.contract.ts'
import { noteStrings } from '../notes.strings.ts'

/** The author with their colour in the project, which guests know only by the order of joining. */
export function authorOf(
  { authorId, authorName, byGuest, authorJoined }: NoteReply,
  members: readonly Membership[],
): AvatarPerson {
  const name = authorName ?? noteStrings.someone
  const member = members.find(({ person }) => person.id === authorId)
  const joined = member?.joinOrder ?? authorJoined
  return joined === undefined
    ? outsidePerson(authorId, name, byGuest)
    : { name, imageUrl: member?.person.image ?? null, colour: memberColour(joined), guest: byGuest }
}

import type { Membership } from '#features/projects/projects.contract.ts'
import { memberColour } from '#features/projects/web/member-colour.ts'
import type { Person } from '#web/ui/Avatar.tsx'
import type { NoteReply } from '../notes.contract.ts'
import { noteStrings } from './notes.strings.ts'

/** Who said it, in their colour of the project; the eighth stands for those who are in it by their organization or have left. */
export function authorOf({ authorId, authorName }: NoteReply, members: readonly Membership[]): Person {
  const member = members.find(({ person }) => person.id === authorId)
  return { name: authorName ?? noteStrings.someone, imageUrl: member?.person.image ?? null, colour: member ? memberColour(member.joinOrder) : 8 }
}

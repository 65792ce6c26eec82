import type { Membership } from '#features/projects/projects.contract.ts'
import type { LivePerson } from '#shared/live-people.ts'
import { text } from '#web/i18n/text.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { authorColour } from '#web/ui/mark/author-colour.ts'
import { outsidePerson } from '#web/ui/mark/outside-person.ts'
import type { TrackVersion } from '../tracks.contract.ts'
import { trackStrings } from './tracks.strings.ts'

export function nameOf(members: readonly Membership[], userId: string | null): string {
  return members.find(({ person }) => person.id === userId)?.person.name ?? trackStrings.someone
}

/** A member with the colour of their order of joining, from 1; undefined for people who left. */
export function personOf(members: readonly Membership[], userId: string | null): AvatarPerson | undefined {
  const member = members.find(({ person }) => person.id === userId)
  return (
    member && { name: member.person.name, imageUrl: member.person.image, colour: authorColour(member.joinOrder - 1) }
  )
}

/** A present person as the project's members know them. */
export function livePersonOf(members: readonly Membership[], { id, name, isGuest }: LivePerson): AvatarPerson {
  return personOf(members, id) ?? outsidePerson(id, name, isGuest)
}

/** Who uploaded a version; a guest is marked as one. */
export function uploaderOf(
  members: readonly Membership[],
  { uploadedBy, guestName }: Pick<TrackVersion, 'uploadedBy' | 'guestName'>,
): string {
  return guestName === null
    ? nameOf(members, uploadedBy)
    : text(trackStrings.fromGuest, { name: guestName || trackStrings.someGuest })
}

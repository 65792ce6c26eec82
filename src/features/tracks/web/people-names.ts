import type { Membership } from '#features/projects/projects.contract.ts'
import type { LivePerson } from '#shared/live-people.ts'
import { text } from '#web/i18n/text.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { authorColour } from '#web/ui/mark/author-colour.ts'
import type { TrackVersion } from '../tracks.contract.ts'
import { trackStrings } from './tracks.strings.ts'

export function nameOf(members: readonly Membership[], userId: string | null): string {
  return members.find(({ person }) => person.id === userId)?.person.name ?? trackStrings.someone
}

/** With the colour of the order in which people joined, counted from 1; undefined for those who left. */
export function personOf(members: readonly Membership[], userId: string | null): AvatarPerson | undefined {
  const member = members.find(({ person }) => person.id === userId)
  return (
    member && { name: member.person.name, imageUrl: member.person.image, colour: authorColour(member.joinOrder - 1) }
  )
}

/**
 * Somebody who is here now, as the project's people know them; whoever is none of its members has no place in the
 * order.
 */
export function livePersonOf(members: readonly Membership[], { id, name, isGuest }: LivePerson): AvatarPerson {
  return (
    personOf(members, id) ?? {
      name,
      colour: authorColour([...id].reduce((sum, sign) => sum + sign.charCodeAt(0), 0)),
      guest: isGuest,
    }
  )
}

/** Who sent a version; a guest says so. */
export function uploaderOf(
  members: readonly Membership[],
  { uploadedBy, guestName }: Pick<TrackVersion, 'uploadedBy' | 'guestName'>,
): string {
  return guestName === null
    ? nameOf(members, uploadedBy)
    : text(trackStrings.fromGuest, { name: guestName || trackStrings.someGuest })
}

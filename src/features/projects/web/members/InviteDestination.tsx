import type { InvitePreview } from '#features/projects/projects.contract.ts'
import type { Role } from '#shared/roles.ts'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import styles from './InviteDestination.module.css'

/** What each role can do, in one sentence; with the download, where it is allowed. */
const abilities: Readonly<Record<Role, readonly [string, string]>> = {
  owner: ['You can do everything in it.', 'You can do everything in it.'],
  editor: ['You can listen, comment, upload and edit.', 'You can listen, comment, upload, edit and download.'],
  commenter: ['You can listen and comment.', 'You can listen, comment and download.'],
  listener: ['You can listen.', 'You can listen and download.'],
}

/** Texts for visitors with an invite link who are not signed in. */
const inviteStrings = {
  by: '{name} invited you to {project}',
  byNobody: 'You are invited to {project}',
  gone: 'This invite no longer works. Ask the person who sent it for a new one.',
  until: 'This invite works until {time}',
  others: {
    one: '{name} is in {project}',
    two: '{name} and 1 other are in {project}',
    other: '{name} and {count} others are in {project}',
  },
  people: { one: '{count} person is in {project}', other: '{count} people are in {project}' },
} as const

/** What a visitor with an invite link sees around the forms: who invites to what, and what that allows. */
export function inviteWords(inviteId: string, invite: InvitePreview | 'gone') {
  if (invite === 'gone') return { heading: undefined, words: inviteStrings.gone }
  const { projectName: project, invitedBy, role, mayDownload, address, expiresAt } = invite
  const heading = text(invitedBy === null ? inviteStrings.byNobody : inviteStrings.by, {
    name: invitedBy ?? '',
    project,
  })
  return {
    heading,
    words: abilities[role][mayDownload ? 1 : 0],
    picture: <InvitePicture inviteId={inviteId} invite={invite} />,
    until: text(inviteStrings.until, { time: formatDateTime(expiresAt) }),
    address,
  }
}

interface InvitePictureProps {
  readonly inviteId: string
  readonly invite: InvitePreview
}

/** The cover as members see it, and who is there. */
function InvitePicture({ inviteId, invite: { cover, coverSeed, ...invite } }: InvitePictureProps) {
  const url = cover === null ? null : `/api/invite/${encodeURIComponent(inviteId)}/cover?v=${cover.slice(0, 16)}`
  return (
    <aside className={styles.side}>
      <div className={styles.cover}>
        <ProjectCover id={coverSeed} imageUrl={url} size="fill" />
      </div>
      <p className={styles.people}>{peopleWords(invite)}</p>
    </aside>
  )
}

function peopleWords({
  projectName: project,
  invitedBy,
  peopleCount,
}: Pick<InvitePreview, 'projectName' | 'invitedBy' | 'peopleCount'>): string {
  if (invitedBy === null) return text(inviteStrings.people, { count: peopleCount, project })
  const { one, two, other } = inviteStrings.others
  const message = peopleCount < 2 ? one : peopleCount === 2 ? two : other
  return text(message, { name: invitedBy, count: peopleCount - 1, project })
}

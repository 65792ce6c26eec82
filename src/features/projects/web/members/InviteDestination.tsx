import type { InvitePreview } from '#features/projects/projects.contract.ts'
import type { Role } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import styles from './InviteDestination.module.css'

const asRole: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  commenter: 'a commenter',
  listener: 'a listener',
}
/** What each role can do. */
const abilities: Readonly<Record<Role, readonly string[]>> = {
  owner: ['Listen and comment', 'Upload, edit and manage tasks', 'Invite others and decide what they may do'],
  editor: ['Listen and comment', 'Upload, edit and manage tasks', 'Invite others'],
  commenter: ['Listen and comment', 'Move tasks along'],
  listener: ['Listen'],
}

/** Texts for visitors with an invite link who are not signed in. */
const inviteStrings = {
  by: '{name} invites you to {project} as {role}.',
  byNobody: 'You are invited to {project} as {role}.',
  asRole,
  youCan: 'You will be able to:',
  abilities,
  download: 'Download files',
  forAddress: 'The invitation is for {address}. Use an account with that address.',
  gone: 'The invitation in your link does not work any more. Ask the person who sent it for a new one.',
} as const

interface InviteDestinationProps {
  /** `gone` if the link is no longer valid. */
  readonly invite: InvitePreview | 'gone'
}

/** For a visitor with an invite link: who invites to what, in which role, and what that allows. */
export function InviteDestination({ invite }: InviteDestinationProps) {
  if (invite === 'gone') return <p>{inviteStrings.gone}</p>
  const { projectName, invitedBy, role, mayDownload, address } = invite
  const [before, after] = text(invitedBy === null ? inviteStrings.byNobody : inviteStrings.by, {
    name: invitedBy ?? '',
    project: '{project}',
    role: inviteStrings.asRole[role],
  }).split('{project}')
  return (
    <div className={styles.invite}>
      <p>
        {before}
        <strong>{projectName}</strong>
        {after}
      </p>
      <p>{inviteStrings.youCan}</p>
      <ul className={styles.abilities} aria-label={inviteStrings.youCan}>
        {[...inviteStrings.abilities[role], ...(mayDownload ? [inviteStrings.download] : [])].map((ability) => (
          <li key={ability}>{ability}</li>
        ))}
      </ul>
      {address !== null && <p>{text(inviteStrings.forAddress, { address })}</p>}
    </div>
  )
}

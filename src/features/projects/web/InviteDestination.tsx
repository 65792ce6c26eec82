import type { InvitePreview } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { inviteStrings } from './invite.strings.ts'
import styles from './InviteDestination.module.css'

interface InviteDestinationProps {
  /** `gone` when the link works no longer. */
  readonly invite: InvitePreview | 'gone'
}

/**
 * Who invites to what, as what, and what one will be able to do there, for somebody who came with a link into a
 * project.
 */
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

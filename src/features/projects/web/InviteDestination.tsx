import type { InvitePreview } from '#features/projects/projects.contract.ts'
import { inviteStrings } from './invite.strings.ts'

interface InviteDestinationProps {
  /** `gone` when the link works no longer. */
  readonly invite: InvitePreview | 'gone'
}

/** "to open Glasshouse", for somebody who came with a link into a project. */
export function InviteDestination({ invite }: InviteDestinationProps) {
  if (invite === 'gone') return inviteStrings.gone
  return (
    <>
      {inviteStrings.toOpen} <strong>{invite.projectName}</strong>
      {invite.invitedBy !== null && <>. {inviteStrings.invitedBy.replace('{name}', invite.invitedBy)}</>}
    </>
  )
}

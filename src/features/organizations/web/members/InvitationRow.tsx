import { Copy, Ellipsis, Mail, RotateCw, TimerOff, X } from 'lucide-react'
import type { Organization } from '#features/organizations/organizations.contract.ts'
import { rolesIn } from '#features/organizations/organizations.policy.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Chip } from '#web/ui/mark/Chip.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { copyText } from '#web/ui/form/copy-text.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from '../Organization.module.css'
import { rolesText } from './OrganizationMemberRow.tsx'
import { type ListedInvitation, organizationCall } from '../organization-call.ts'
import { invitationHref } from '../organization-words.ts'
import { organizationStrings } from '../organizations.strings.ts'
import { useInviteWords } from './use-invite-words.ts'
import { useOrganizationAct } from '../use-organization-act.ts'

interface InvitationRowProps {
  readonly organization: Organization
  readonly invitation: ListedInvitation
}

export function InvitationRow({ organization: { id: organizationId, may }, invitation }: InvitationRowProps) {
  const { act, busy } = useOrganizationAct(organizationId)
  const words = useInviteWords()
  const { id, email, status, teamId } = invitation
  const roles = rolesIn(invitation.role)
  const expiresAt = Date.parse(invitation.expiresAt)
  const over = status !== 'pending'
  const expired = !over && invitation.expired
  const failed = (reason: string) => text(organizationStrings.cancelFailed, { reason })
  const resend = () =>
    act({
      carryOut: () =>
        organizationCall('invite-member', {
          organizationId,
          email,
          role: roles,
          resend: true,
          ...(teamId && { teamId }),
        }),
      tell: () => toast({ text: words.again(email, text(organizationStrings.resent, { email })) }),
      failed,
    })
  const entries: readonly MenuEntry[] =
    id === null || over || !may.manageMembers
      ? []
      : [
          { kind: 'action', label: organizationStrings.resend, icon: RotateCw, onSelect: resend },
          { kind: 'separator' },
          {
            kind: 'action',
            label: organizationStrings.cancelInvitation,
            icon: X,
            tone: 'danger',
            onSelect: () =>
              act({
                carryOut: () => organizationCall('cancel-invitation', { invitationId: id }),
                tell: () => toast({ text: text(organizationStrings.canceled, { email }) }),
                failed,
              }),
          },
        ]
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={Mail} />
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{email}</span>
        <span className={styles.meta}>
          {rolesText(roles)}
          {!over && !expired && (
            <>
              {' '}
              · {organizationStrings.expires} <RelativeTime at={expiresAt} ahead />
            </>
          )}
        </span>
      </span>
      <span className={styles.buttons}>
        {expired && (
          <Chip tone="warning" icon={TimerOff}>
            {organizationStrings.expired}
          </Chip>
        )}
        {over && <span className={styles.meta}>{organizationStrings.statuses[status]}</span>}
        {id !== null && !over && !expired && (
          <Button size="small" icon={Copy} onClick={() => void copyLink(invitationHref(id))}>
            {organizationStrings.copyLink}
          </Button>
        )}
        {entries.length > 0 && (
          <Menu entries={entries} align="end">
            <IconButton
              icon={Ellipsis}
              size="small"
              busy={busy}
              label={text(organizationStrings.more, { name: email })}
            />
          </Menu>
        )}
      </span>
    </li>
  )
}

async function copyLink(link: string): Promise<void> {
  const copied = await copyText(link)
  toast(copied ? { text: organizationStrings.copied } : { tone: 'error', text: organizationStrings.copyFailed })
}

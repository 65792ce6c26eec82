import { Copy, Link2, Mail, QrCode, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Invite } from '#features/projects/projects.contract.ts'
import { formatDateTime, formatRelative } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { memberStrings } from './members.strings.ts'
import { copyLink } from './use-invite-actions.ts'
import styles from './Members.module.css'

const InviteCode = lazyPart(() => import('./InviteCode.tsx'))

export function InviteRow({
  invite,
  onResend,
  onRevoke,
  onAnswer,
}: {
  readonly invite: Invite
  readonly onResend: () => void
  readonly onRevoke: () => void
  /** Lets in who asks for access, or declines. */
  readonly onAnswer: (letIn: boolean) => void
}) {
  const [coded, setCoded] = useState(false)
  const { role, email, uses, maxUses, expiresAt, createdBy, mayDownload, url, askedBy } = invite
  const who = email === null ? memberStrings.forAnyone : text(memberStrings.forAddress, { email })
  const used =
    maxUses === null ? text(memberStrings.used, { count: uses }) : text(memberStrings.usedOf, { uses, count: maxUses })
  const facts = [
    mayDownload ? memberStrings.mayDownload : memberStrings.mayNotDownload,
    used,
    text(memberStrings.expiresWhen, { when: formatRelative(expiresAt) }),
    createdBy && text(memberStrings.madeBy, { name: createdBy.name }),
  ]
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={email === null ? Link2 : Mail} />
      </span>
      <span className={styles.who}>
        <span className={styles.name}>
          {memberStrings.roleNames[role]} · {who}
        </span>
        <span className={styles.meta} title={formatDateTime(expiresAt)}>
          {facts.filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button size="small" icon={Copy} onClick={() => void copyLink(url)}>
          {memberStrings.copy}
        </Button>
        {email !== null && uses === 0 && (
          <IconButton size="small" icon={Send} label={memberStrings.resend} onClick={onResend} />
        )}
        <IconButton
          size="small"
          icon={QrCode}
          label={coded ? memberStrings.hideCode : memberStrings.showCode}
          pressed={coded}
          onClick={() => setCoded(!coded)}
        />
        <IconButton size="small" icon={Trash2} label={memberStrings.revoke} onClick={onRevoke} />
      </span>
      {askedBy && (
        <div className={styles.request} role="group" aria-label={text(memberStrings.requestOf, { name: askedBy.name })}>
          <span className={styles.who}>
            {text(memberStrings.asksForAccess, { name: askedBy.name, email: askedBy.email })}
          </span>
          <span className={styles.buttons}>
            <Button size="small" onClick={() => onAnswer(false)}>
              {memberStrings.decline}
            </Button>
            <Button size="small" tone="primary" onClick={() => onAnswer(true)}>
              {memberStrings.letIn}
            </Button>
          </span>
        </div>
      )}
      {coded && (
        <div className={styles.code}>
          <InviteCode url={url} />
        </div>
      )}
    </li>
  )
}

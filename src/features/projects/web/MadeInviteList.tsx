import { Copy } from 'lucide-react'
import type { Invite } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { memberStrings } from './members.strings.ts'
import { copyLink } from './use-invite-actions.ts'
import styles from './Members.module.css'

interface MadeInviteListProps {
  readonly made: readonly Invite[]
  readonly notSent: readonly { readonly email: string, readonly reason: string }[]
}

/** What became of each address: its own link, or why there is none. */
export function MadeInviteList({ made, notSent }: MadeInviteListProps) {
  return (
    <div className={styles.form}>
      {notSent.length > 0 && (
        <div role="alert" className={styles.wrong}>
          <p>{text(memberStrings.notSent, { count: notSent.length })}</p>
          <ul>{notSent.map(({ email, reason }) => <li key={email}>{reason.includes(email) ? reason : `${email}: ${reason}`}</li>)}</ul>
        </div>
      )}
      {made.length > 0 && (
        <ul className={styles.list} aria-label={memberStrings.invites}>
          {made.map(({ id, email, url }) => (
            <li key={id} className={styles.row}>
              <span className={styles.who}><span className={styles.name}>{email}</span></span>
              <Button size="small" icon={Copy} onClick={() => void copyLink(url)}>{memberStrings.copy}</Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

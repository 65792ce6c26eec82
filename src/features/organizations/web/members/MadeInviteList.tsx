import { Copy } from 'lucide-react'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { copyText } from '#web/ui/form/copy-text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { madeInviteStrings } from './made-invites.strings.ts'
import styles from './MadeInviteList.module.css'

interface MadeInviteListProps {
  readonly made: readonly { readonly id: string; readonly email: string | null; readonly url: string }[]
  readonly notSent: readonly { readonly email: string; readonly reason: string }[]
}

/** The result for each address: its link, or the reason why there is none. */
export function MadeInviteList({ made, notSent }: MadeInviteListProps) {
  return (
    <div className={styles.made}>
      {notSent.length > 0 && (
        <div role="alert" className={styles.wrong}>
          <p>{text(madeInviteStrings.notSent, { count: notSent.length })}</p>
          <ul>
            {notSent.map(({ email, reason }) => (
              <li key={email}>{reason.includes(email) ? reason : `${email}: ${reason}`}</li>
            ))}
          </ul>
        </div>
      )}
      {made.length > 0 && (
        <ul className={styles.list} aria-label={madeInviteStrings.invites}>
          {made.map(({ id, email, url }) => (
            <li key={id} className={styles.row}>
              <span className={styles.name}>{email}</span>
              <Button size="small" icon={Copy} onClick={() => void copyLink(url)}>
                {madeInviteStrings.copy}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

async function copyLink(url: string): Promise<void> {
  toast(
    (await copyText(url)) ? { text: madeInviteStrings.copied } : { tone: 'error', text: madeInviteStrings.copyFailed },
  )
}

import { Copy } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { LazyBoundary } from '#web/ui/lazy-part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { memberStrings } from './members.strings.ts'
import { copyLink } from './use-invite-actions.ts'
import styles from './Members.module.css'

const InviteCode = lazy(() => import('./InviteCode.tsx'))

/** The link to send, whole and selectable, and its code for a phone across the table. */
export function InviteLink({ url }: { readonly url: string }) {
  return (
    <div className={styles.form}>
      <div className={styles.linkLine}>
        <TextField label={memberStrings.link} readOnly value={url} onFocus={({ target }) => target.select()} />
        <Button icon={Copy} onClick={() => void copyLink(url)}>
          {memberStrings.copy}
        </Button>
      </div>
      <LazyBoundary shape={<Skeleton height={200} width={200} />}>
        <InviteCode url={url} />
      </LazyBoundary>
    </div>
  )
}

import { Copy, ExternalLink, QrCode } from 'lucide-react'
import { lazy, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { Skeleton } from '#web/ui/list/Skeleton.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import type { Share } from '../shares.contract.ts'
import styles from './Shares.module.css'
import { nameOfShare } from './share-words.ts'
import { shareStrings as strings } from './shares.strings.ts'
import { copyShare } from './use-share-actions.ts'

const InviteCode = lazy(() => import('#features/projects/web/members/InviteCode.tsx'))

/** Links to send, each complete and selectable. A single one also shows its QR code. */
export function ShareLinks({ shares }: { readonly shares: readonly Share[] }) {
  return (
    <ul className={styles.links}>
      {shares.map((share) => (
        <ShareLink key={share.id} share={share} isAlone={shares.length === 1} />
      ))}
    </ul>
  )
}

function ShareLink({ share, isAlone }: { readonly share: Share; readonly isAlone: boolean }) {
  const [coded, setCoded] = useState(isAlone)
  const { url } = share
  if (url === null) return <li className={styles.help}>{strings.noUrl}</li>
  return (
    <li className={styles.link}>
      <div className={styles.line}>
        <TextField
          label={isAlone ? strings.link : nameOfShare(share)}
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
        <Button icon={Copy} onClick={() => void copyShare(url)}>
          {strings.copy}
        </Button>
        <IconButton icon={ExternalLink} label={strings.view} onClick={() => window.open(url, '_blank', 'noopener')} />
        {!isAlone && (
          <IconButton
            icon={QrCode}
            label={coded ? strings.hideCode : strings.showCode}
            pressed={coded}
            onClick={() => setCoded(!coded)}
          />
        )}
      </div>
      {coded && (
        <LazyBoundary shape={<Skeleton height={200} width={200} />}>
          <InviteCode url={url} label={strings.code} />
        </LazyBoundary>
      )}
    </li>
  )
}

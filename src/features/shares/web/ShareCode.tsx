import { lazy } from 'react'
import { CopyField } from '#web/ui/form/CopyField.tsx'
import { Skeleton } from '#web/ui/list/Skeleton.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import styles from './ShareDialog.module.css'
import { shareStrings as strings } from './shares.strings.ts'

const InviteCode = lazy(() => import('#features/projects/web/members/InviteCode.tsx'))

/** A link to copy, and its QR code to point a phone at. */
export function ShareCode({ url }: { readonly url: string }) {
  return (
    <div className={styles.fields}>
      <CopyField label={strings.link} value={url} />
      <ShareQrCode url={url} />
    </div>
  )
}

export function ShareQrCode({ url }: { readonly url: string }) {
  return (
    <LazyBoundary shape={<Skeleton height={200} width={200} />}>
      <InviteCode url={url} label={strings.code} />
    </LazyBoundary>
  )
}

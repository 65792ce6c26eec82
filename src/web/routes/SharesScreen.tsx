import { SharesPage } from '#features/shares/web/SharesPage.tsx'
import { lazy, Suspense } from 'react'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

const ChangedShare = lazy(async () => ({ default: (await import('./RequestedShare.tsx')).ChangedShare }))

export function SharesScreen() {
  usePageHead(mainStrings.shares)
  return <SharesPage renderDialog={(share, onClose) => <Suspense><ChangedShare share={share} onClose={onClose} /></Suspense>} />
}

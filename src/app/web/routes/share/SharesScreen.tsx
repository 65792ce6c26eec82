import { SharesPage } from '#features/shares/web/SharesPage.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

const ChangedShare = lazyDialog(async () => ({ default: (await import('../project/RequestedShare.tsx')).ChangedShare }))

export function SharesScreen() {
  usePageHead(mainStrings.shares)
  return <SharesPage renderDialog={(share, onClose) => <ChangedShare share={share} onClose={onClose} />} />
}

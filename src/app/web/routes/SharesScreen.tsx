import { SharesPage } from '#features/shares/web/SharesPage.tsx'
import { lateDialog } from '#web/ui/late-part.tsx'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

const ChangedShare = lateDialog(async () => ({ default: (await import('./RequestedShare.tsx')).ChangedShare }))

export function SharesScreen() {
  usePageHead(mainStrings.shares)
  return <SharesPage renderDialog={(share, onClose) => <ChangedShare share={share} onClose={onClose} />} />
}

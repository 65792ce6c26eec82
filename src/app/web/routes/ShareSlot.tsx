import { lazyPart } from '#web/ui/lazy-part.tsx'
import { closeShare, useShareRequested } from '#features/shares/web/share-request-store.ts'

const RequestedShare = lazyPart(() => import('./RequestedShare.tsx'), closeShare)

/** Nothing of it loads before somebody shares. */
export function ShareSlot() {
  const requested = useShareRequested()
  return requested && <RequestedShare key={JSON.stringify(requested)} />
}

import { latePart } from '#web/ui/late-part.tsx'
import { closeShare, useShareRequested } from './share-desk.ts'

const RequestedShare = latePart(() => import('./RequestedShare.tsx'), closeShare)

/** Nothing of it loads before somebody shares. */
export function ShareSlot() {
  const requested = useShareRequested()
  return requested && <RequestedShare key={JSON.stringify(requested)} />
}

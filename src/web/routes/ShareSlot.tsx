import { lazy, Suspense } from 'react'
import { useShareRequested } from './share-desk.ts'

const RequestedShare = lazy(() => import('./RequestedShare.tsx'))

/** Nothing of it loads before somebody shares. */
export function ShareSlot() {
  const requested = useShareRequested()
  return requested && <Suspense><RequestedShare key={JSON.stringify(requested)} /></Suspense>
}

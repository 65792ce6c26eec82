import { lazy, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { LazyBoundary } from '../page/lazy-part.tsx'
import { loadMenuContent } from '../menu/lazy-menu-content.ts'
import { hasToasted, watchToasts } from '../overlay/toast-store.ts'
import { loadTooltipContent } from '../overlay/Tooltip.tsx'

const loadToastRegion = () => import('../overlay/ToastRegion.tsx')
const ToastRegion = lazy(loadToastRegion)

/** Around what people do once they are in: shows toasts, and fetches menus and tooltips before they are asked for. */
export function UiOverlays({ children }: { readonly children: ReactNode }) {
  const toasted = useSyncExternalStore(watchToasts, hasToasted)
  // While there is a connection: the first thing to say may be that it is gone.
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of [loadMenuContent, loadTooltipContent, loadToastRegion]) void load().catch(() => null)
    }, fetchAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {children}
      {toasted && (
        <LazyBoundary missing="unsaid">
          <ToastRegion />
        </LazyBoundary>
      )}
    </>
  )
}

/** After the page itself has had the network. */
const fetchAfterMs = 1500

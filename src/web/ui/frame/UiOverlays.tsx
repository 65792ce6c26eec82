import { lazy, useEffect, useSyncExternalStore, type ReactNode } from 'react'
import { LazyBoundary } from '../page/lazy-part.tsx'
import { loadMenuContent } from '../menu/lazy-menu-content.ts'
import { hasToasted, watchToasts } from '../overlay/toast-store.ts'
import { loadTooltipContent } from '../overlay/Tooltip.tsx'

const loadToastRegion = () => import('../overlay/ToastRegion.tsx')
const ToastRegion = lazy(loadToastRegion)

/** For signed-in pages: shows toasts, and preloads the code of menus and tooltips. */
export function UiOverlays({ children }: { readonly children: ReactNode }) {
  const toasted = useSyncExternalStore(watchToasts, hasToasted)
  // Load toasts while connected: the first message may be that the connection is lost.
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

/** Delay, so that the page itself has the network first. */
const fetchAfterMs = 1500

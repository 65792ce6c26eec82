import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { Late } from '#web/ui/lazy-part.tsx'

type Load<P> = () => Promise<{ readonly default: ComponentType<P> }>

/**
 * A page whose component is fetched when it is first shown; what is around it does not wait and shows the shape of it.
 */
export function lateSlot<P extends object>(load: Load<P>, shape?: ReactNode): ComponentType<P> {
  const Page = lazy(load)
  return (props) => (
    <Suspense fallback={shape}>
      <Page {...props} />
    </Suspense>
  )
}

/** A panel of a page, which says in its own place when it cannot be fetched. */
export function latePanel<P extends object>(load: Load<P>, shape: ReactNode): ComponentType<P> {
  const Panel = lazy(load)
  return (props) => (
    <Late missing="shown" shape={shape}>
      <Panel {...props} />
    </Late>
  )
}

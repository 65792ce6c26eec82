import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/** A place whose component is fetched when it is first shown; the page around it does not wait and shows the shape of it. */
export function lateSlot<P extends object>(load: () => Promise<{ readonly default: ComponentType<P> }>, shape?: ReactNode): ComponentType<P> {
  const Late = lazy(load)
  return (props) => <Suspense fallback={shape}><Late {...props} /></Suspense>
}

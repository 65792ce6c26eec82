import { lazyRouteComponent } from '@tanstack/react-router'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import type { mainScreens } from './frame/main-screens.ts'

type Screens = typeof mainScreens
type Parts = { readonly [S in keyof Screens]: Screens[S] extends () => Promise<infer M extends object> ? M : never }

/** A page behind the gate: it loads with the gate's own chunk, which always loads first. */
export function lazyScreen<S extends keyof Screens>(screen: S, name: keyof Parts[S]) {
  const load = async (): Promise<Parts[S]> => {
    const screens: { readonly [Name in keyof Screens]: () => Promise<Parts[Name]> } = (
      await import('./frame/main-gate.ts')
    ).mainScreens
    return screens[screen]()
  }
  return lazyRouteComponent<Parts[S], keyof Parts[S]>(() => loadPage(load), name)
}

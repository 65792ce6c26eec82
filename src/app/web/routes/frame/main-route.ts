import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { mainSearch } from '../project/home-search.ts'
import { MainPending } from './MainPending.tsx'
import { rootRoute } from '../root-route.tsx'

/** The gate of all signed-in pages; it has no path of its own. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  validateSearch: mainSearch,
  beforeLoad: async ({ search: { invId }, location, cause, navigate }) => {
    // The router's type is derived from this function's, so it cannot be used in it.
    const goTo = navigate as unknown as (place: {
      readonly to: string
      readonly search: object
      readonly replace: boolean
    }) => Promise<void>
    const { passMainGate } = await loadPage(() => import('./main-gate.ts'))
    return passMainGate({
      invId,
      here: location.href,
      cause,
      goHome: () => goTo({ to: '/', search: {}, replace: true }),
    })
  },
  pendingMs: 200,
  pendingComponent: MainPending,
  component: lazyRouteComponent(() => loadPage(() => import('./MainLayout.tsx')), 'MainLayout'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { mainSearch } from './home-search.ts'
import { MainPending } from './MainPending.tsx'
import { rootRoute } from './root-route.tsx'

/** The gate of everything for signed-in people; it has no path of its own. */
export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'main',
  validateSearch: mainSearch,
  beforeLoad: async ({ search: { invId }, location, cause }) => {
    const { passMainGate } = await import('./main-gate.ts')
    return passMainGate({ invId, here: location.href, cause })
  },
  pendingComponent: MainPending,
  component: lazyRouteComponent(() => import('./MainLayout.tsx'), 'MainLayout'),
})

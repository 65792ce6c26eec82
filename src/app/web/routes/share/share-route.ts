import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { MainPending } from '../frame/MainPending.tsx'
import { rootRoute } from '../root-route.tsx'
import { textOf } from '../search-values.ts'

/** Outside the gate: a share link needs no account. */
export const shareRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$token',
  validateSearch: (search: Readonly<Record<string, unknown>>) => ({
    ...textOf(search, 'trackId'),
    ...textOf(search, 'versionId'),
    ...textOf(search, 'note'),
  }),
  pendingMs: 200,
  pendingComponent: MainPending,
  component: lazyRouteComponent(() => loadPage(() => import('./ShareScreen.tsx')), 'ShareScreen'),
})

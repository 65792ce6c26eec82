import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { homeSearch } from './home-search.ts'
import { mainRoute } from '../frame/main-route.ts'

export const homeRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  validateSearch: homeSearch,
  loaderDeps: ({ search: { projectId, show } }) => ({ projectId, show }),
  loader: async ({ context: { queries }, deps: { projectId, show = 'active' }, location }) => {
    const { loadHome } = await import('./home-loader.ts')
    // Another track of the same project is no reason to load it again.
    await loadHome(queries, { ...homeSearch(location.search), projectId, show })
  },
  component: lazyRouteComponent(() => loadPage(() => import('./HomeScreen.tsx')), 'HomeScreen'),
  pendingMs: 200,
  pendingComponent: lazyRouteComponent(() => loadPage(() => import('./HomeScreen.tsx')), 'HomePending'),
  errorComponent: lazyRouteComponent(() => loadPage(() => import('./HomeScreen.tsx')), 'HomeError'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { homeSearch } from './home-search.ts'
import { mainRoute } from './main-route.ts'

export const homeRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/',
  validateSearch: homeSearch,
  loaderDeps: ({ search: { projectId, show } }) => ({ projectId, show }),
  loader: async ({ context: { queries }, deps: { projectId, show = 'active' } }) => {
    const { loadHome } = await import('./home-loader.ts')
    await loadHome(queries, projectId, show)
  },
  component: lazyRouteComponent(() => import('./HomeScreen.tsx'), 'HomeScreen'),
  pendingComponent: lazyRouteComponent(() => import('./HomeScreen.tsx'), 'HomePending'),
  errorComponent: lazyRouteComponent(() => import('./HomeScreen.tsx'), 'HomeError'),
})

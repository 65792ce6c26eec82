import { createRouter } from '@tanstack/react-router'
import { RouteNotFound } from './RouteNotFound.tsx'
import { invitationRoute, organizationPartRoute, organizationRoute } from './account/organization-routes.ts'
import {
  accountPartRoute,
  accountRoute,
  adminPartRoute,
  adminRoute,
  inboxRoute,
  mineRoute,
  sharedFilesRoute,
  sharesRoute,
  trashRoute,
  unsubscribeRoute,
} from './account/person-routes.ts'
import { MainPending } from './frame/MainPending.tsx'
import { mainRoute } from './frame/main-route.ts'
import { loginRoute } from './login/login-route.ts'
import { homeRoute } from './project/home-route.ts'
import { rootRoute, RouteError } from './root-route.tsx'
import { parseSearchText, searchTextOf } from './search-values.ts'
import { shareRoute } from './share/share-route.ts'

const routeTree = rootRoute.addChildren([
  loginRoute,
  invitationRoute,
  unsubscribeRoute,
  shareRoute,
  mainRoute.addChildren([
    homeRoute,
    accountRoute,
    accountPartRoute,
    adminRoute,
    adminPartRoute,
    organizationRoute,
    organizationPartRoute,
    mineRoute,
    inboxRoute,
    sharesRoute,
    sharedFilesRoute,
    trashRoute,
  ]),
])

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch: parseSearchText,
    stringifySearch: searchTextOf,
    defaultPreload: 'intent',
    // The query cache decides on freshness.
    defaultPreloadStaleTime: 0,
    defaultStaleTime: 0,
    // The previous page stays meanwhile. On the first page and on project pages, the routes set a shorter time.
    defaultPendingMs: 3000,
    defaultPendingComponent: MainPending,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: RouteNotFound,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { lazyScreen } from '../lazy-screen.ts'
import { mainRoute } from '../frame/main-route.ts'
import { notificationKinds, type NotificationKind } from '#features/inbox/notification-kinds.ts'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { oneOf, textOf } from '../search-values.ts'
import { rootRoute } from '../root-route.tsx'

export const accountRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/account',
  component: lazyScreen('account', 'AccountScreen'),
})

export const accountPartRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/account/$part',
  validateSearch: (search) => textOf(search, 'again'),
  component: lazyScreen('account', 'AccountPartScreen'),
})

export const adminRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$part', params: { part: 'health' }, replace: true })
  },
})

/** For admins of the server; for everybody else it does not exist. */
export const adminPartRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/admin/$part',
  validateSearch: (search: Readonly<Record<string, unknown>>) =>
    oneOf(search, 'show', ['ready', 'active', 'done', 'dead']),
  beforeLoad: async ({ context: { queries } }) => {
    const { meQuery } = await import('#features/account/web/account.client.ts')
    const me = await queries.ensureQueryData(meQuery)
    if (!me.isAdmin) throw notFound()
  },
  component: lazyScreen('admin', 'AdminScreen'),
})

export const mineRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/mine',
  beforeLoad: async () => {
    const { screenSlots } = await import('../frame/screen-slots.tsx')
    if (!screenSlots.MyTasksPage) throw notFound()
  },
  component: lazyScreen('mine', 'MineScreen'),
})

export const inboxRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/inbox',
  validateSearch: (
    search: Readonly<Record<string, unknown>>,
  ): { readonly kind?: NotificationKind; readonly show?: 'unread' } => ({
    ...oneOf(search, 'kind', notificationKinds),
    ...oneOf(search, 'show', ['unread']),
  }),
  component: lazyScreen('inbox', 'InboxScreen'),
})

/** From the link in a mail, without a sign-in. */
export const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe',
  validateSearch: (search: Readonly<Record<string, unknown>>) => textOf(search, 'token'),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ deps: { token } }) => {
    const { readUnsubscribing } = await loadPage(() => import('#features/inbox/web/unsubscribe-call.ts'))
    return readUnsubscribing(token ?? '')
  },
  component: lazyRouteComponent(() => loadPage(() => import('../login/UnsubscribeScreen.tsx')), 'UnsubscribeScreen'),
})

export const sharesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shares',
  component: lazyScreen('shares', 'SharesScreen'),
})

/** Where the installed app receives what another app shares; the service worker answers the POST with a way here. */
export const sharedFilesRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/shared-files',
  validateSearch: (search: Readonly<Record<string, unknown>>) => oneOf(search, 'failed', ['room', 'away']),
  component: lazyRouteComponent(() => loadPage(() => import('./SharedFilesScreen.tsx')), 'SharedFilesScreen'),
})

export const trashRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/trash',
  component: lazyRouteComponent(() => loadPage(() => import('./TrashScreen.tsx')), 'TrashScreen'),
})

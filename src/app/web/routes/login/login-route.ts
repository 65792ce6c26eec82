import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountApi } from '#features/account/web/account-api.ts'
import { besideQuery, loadLoginWaves } from '#features/account/web/sign-in/login-waves.ts'
import { readInvitePreview } from '#features/projects/web/members/invite-preview.ts'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { inviteIn, loginSearch } from './login-search.ts'
import { whoIsThere, type LoginVisitor } from './login-visitor.ts'
import { rootRoute } from '../root-route.tsx'

let visitor: LoginVisitor = 'unknown'

/** Needs no query cache: what is for signed-in people loads once somebody is. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: async ({ search, preload, cause }) => {
    // Whoever is signed in already has nothing to do here, unless a mail's link brought them.
    if (preload || search.token !== undefined || search.error !== undefined) return
    // Going from one form to another asks nothing, once it is known that nobody is.
    if (cause === 'stay' && visitor === 'nobody') return
    visitor = await whoIsThere(search.gone !== undefined)
    if (visitor === 'somebody') throw redirect({ href: search.redirect, replace: true })
  },
  loaderDeps: ({ search }) => ({ inviteId: inviteIn(search.redirect) }),
  loader: async ({ deps: { inviteId } }) => {
    const [facts, invite] = await Promise.all([
      accountApi('GET /api/server'),
      inviteId === undefined ? undefined : readInvitePreview(inviteId),
      // What stands beside the form comes with it.
      window.matchMedia(besideQuery).matches && loadLoginWaves().catch(() => undefined),
    ])
    return { facts, inviteId, invite, visitor }
  },
  component: lazyRouteComponent(() => loadPage(() => import('./LoginScreen.tsx')), 'LoginScreen'),
})

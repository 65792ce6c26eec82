import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountApi } from '#features/account/web/account-api.ts'
import { besideQuery, loadLoginWaves } from '#features/account/web/sign-in/login-waves.ts'
import { readInvitePreview } from '#features/projects/web/members/invite-preview.ts'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { inviteIn, loginSearch } from './login-search.ts'
import { whoIsThere, type LoginVisitor } from './login-visitor.ts'
import { rootRoute } from '../root-route.tsx'

let visitor: LoginVisitor = 'unknown'

/** Needs no query cache: code for signed-in users loads after sign-in. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: loginSearch,
  beforeLoad: async ({ search, preload, cause }) => {
    // A signed-in visitor does not belong here, except with a link from a mail.
    if (preload || search.token !== undefined || search.error !== undefined) return
    // Switching forms sends no request once it is known that nobody is signed in.
    if (cause === 'stay' && visitor === 'nobody') return
    visitor = await whoIsThere(search.gone !== undefined)
    if (visitor === 'somebody') throw redirect({ href: search.redirect, replace: true })
  },
  loaderDeps: ({ search }) => ({ inviteId: inviteIn(search.redirect) }),
  loader: async ({ deps: { inviteId } }) => {
    const [facts, invite] = await Promise.all([
      accountApi('GET /api/server'),
      inviteId === undefined ? undefined : readInvite(inviteId),
      // The decoration beside the form loads with it.
      window.matchMedia(besideQuery).matches && loadLoginWaves().catch(() => undefined),
    ])
    return { facts, inviteId, invite, visitor }
  },
  component: lazyRouteComponent(() => loadPage(() => import('./LoginScreen.tsx')), 'LoginScreen'),
})

/** Most visitors have none, so its code comes with it. */
async function readInvite(inviteId: string) {
  const [invite, { inviteWords }] = await Promise.all([
    readInvitePreview(inviteId),
    import('#features/projects/web/members/InviteDestination.tsx'),
  ])
  return invite && inviteWords(inviteId, invite)
}

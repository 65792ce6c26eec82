import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readSession } from '#features/account/web/auth-call.ts'
import { loadPage } from '#web/ui/page/load-patiently.ts'
import { lazyScreen } from '../lazy-screen.ts'
import { mainRoute } from '../frame/main-route.ts'
import { rootRoute } from '../root-route.tsx'

export const organizationRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/organization/$organizationId',
  component: lazyScreen('organization', 'OrganizationScreen'),
})

export const organizationPartRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/organization/$organizationId/$part',
  component: lazyScreen('organization', 'OrganizationPartScreen'),
})

/** Outside the gate: an invitation shows its destination before sign-in. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation/$invitationId',
  loader: async ({ params: { invitationId } }) => {
    const { readInvitation } = await loadPage(() => import('#features/organizations/web/read-invitation.ts'))
    const [invitation, session] = await Promise.all([readInvitation(invitationId), readSession()])
    return { invitation, me: session?.user ?? null }
  },
  component: lazyRouteComponent(() => loadPage(() => import('../login/InvitationScreen.tsx')), 'InvitationScreen'),
})

import { useRouter } from '@tanstack/react-router'
import { LoginPage } from '#features/account/web/LoginPage.tsx'
import { InviteDestination } from '#features/projects/web/InviteDestination.tsx'
import { loginRoute } from './login-route.ts'
import type { LoginView } from './login-search.ts'
import { routeStrings } from './routes.strings.ts'
import { usePageHead } from './use-page-head.ts'

export function LoginScreen() {
  usePageHead(routeStrings.signInTitle, routeStrings.signInDescription)
  const router = useRouter()
  const { facts, inviteId, invite } = loginRoute.useLoaderData()
  const { redirect, view = 'sign-in', token, error } = loginRoute.useSearch()
  const place = {
    facts,
    redirect,
    inviteId,
    destination: invite && <InviteDestination invite={invite} />,
    onView: (next: LoginView) => void router.navigate({ to: '/login', search: { redirect, ...(next !== 'sign-in' && { view: next }) } }),
    onSignedIn: () => void router.navigate({ href: redirect, replace: true }),
  }
  return <LoginPage place={place} view={view} token={token} linkError={error} />
}

import { authCall } from '#features/account/web/auth-call.ts'
import { tellSessionChange } from '#features/account/web/session-changes.ts'
import { InvitationPage } from '#features/organizations/web/InvitationPage.tsx'
import { forgetKept } from '#web/api/kept-storage.ts'
import { reasonOf } from '#web/api/reason.ts'
import { toast } from '#web/ui/toast-store.ts'
import { invitationRoute } from './organization-routes.ts'
import { mainStrings } from './main.strings.ts'
import { searchTextOf } from './search-text.ts'
import { usePageHead } from './use-page-head.ts'

export function InvitationScreen() {
  usePageHead(mainStrings.invitation)
  const { invitationId } = invitationRoute.useParams()
  const { invitation, myEmail } = invitationRoute.useLoaderData()
  const here = `/invitation/${invitationId}`
  const signInHref = `/login${searchTextOf({ redirect: here })}`
  const switchAccount = async () => {
    try {
      await authCall('/sign-out', {})
      await tellSessionChange('/sign-out')
      window.location.assign(signInHref)
    } catch (error) {
      toast({ tone: 'error', text: reasonOf(error) })
    }
  }
  // A new page: what was read before knows nothing of the organization.
  const enter = async () => {
    await forgetKept()
    window.location.assign('/')
  }
  return (
    <InvitationPage key={invitationId} {...{ invitationId, invitation, myEmail, signInHref }} createHref={`/login${searchTextOf({ redirect: here, view: 'create' })}`}
      onAccepted={() => void enter()} onSwitch={() => void switchAccount()} />
  )
}

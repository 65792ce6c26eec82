import { authCall } from '#features/account/web/auth-call.ts'
import { tellSessionChange } from '#features/account/web/session-changes.ts'
import { maySignOut, tellSignedOut } from '#features/account/web/sign-out-guard.ts'
import { InvitationPage } from '#features/organizations/web/InvitationPage.tsx'
import { forgetKept } from '#web/api/kept-storage.ts'
import { reasonOf } from '#web/api/reason.ts'
import { latePart } from '#web/ui/late-part.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { UiOverlays } from '#web/ui/UiOverlays.tsx'
import { invitationRoute } from './organization-routes.ts'
import { mainStrings } from './main.strings.ts'
import { searchTextOf } from './search-text.ts'
import { SignOutQuestion } from './SignOutQuestion.tsx'
import { usePageHead } from './use-page-head.ts'

const PushKeeper = latePart(() => import('./PushKeeper.tsx'))

export function InvitationScreen() {
  usePageHead(mainStrings.invitation)
  const { invitationId } = invitationRoute.useParams()
  const { invitation, me } = invitationRoute.useLoaderData()
  const here = `/invitation/${invitationId}`
  const signInHref = `/login${searchTextOf({ redirect: here })}`
  const switchAccount = async () => {
    if (!(await maySignOut())) return
    try {
      await authCall('/sign-out', {})
      await tellSessionChange('/sign-out')
      await tellSignedOut()
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
    <UiOverlays>
      <InvitationPage key={invitationId} {...{ invitationId, invitation, signInHref }} myEmail={me?.email ?? null} createHref={`/login${searchTextOf({ redirect: here, view: 'create' })}`}
        onAccepted={() => void enter()} onSwitch={() => void switchAccount()} />
      {me && <SignOutQuestion userId={me.id} />}
      {me && <PushKeeper userId={me.id} />}
    </UiOverlays>
  )
}

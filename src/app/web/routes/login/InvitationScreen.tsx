import { useLoaderData, useParams } from '@tanstack/react-router'
import { InvitationPage } from '#features/organizations/web/InvitationPage.tsx'
import { forgetKept } from '#web/api/kept-storage.ts'
import { UiOverlays } from '#web/ui/frame/UiOverlays.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { SignOutQuestion } from './SignOutQuestion.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { searchTextOf } from '../search-values.ts'
import { switchAccount } from './switch-account.ts'
import { usePageHead } from '../use-page-head.ts'

const PushKeeper = lazyPart(() => import('../frame/PushKeeper.tsx'))

export function InvitationScreen() {
  usePageHead(mainStrings.invitation)
  const { invitationId } = useParams({ from: '/invitation/$invitationId' })
  const { invitation, me } = useLoaderData({ from: '/invitation/$invitationId' })
  const here = `/invitation/${invitationId}`
  const signInHref = `/login${searchTextOf({ redirect: here })}`
  // A full page load, because cached answers do not know the organization.
  const enter = async () => {
    await forgetKept()
    window.location.assign('/')
  }
  return (
    <UiOverlays>
      <InvitationPage
        key={invitationId}
        {...{ invitationId, invitation, signInHref }}
        myEmail={me?.email ?? null}
        createHref={`/login${searchTextOf({ redirect: here, view: 'create' })}`}
        onAccepted={() => void enter()}
        onSwitch={() => void switchAccount(here)}
      />
      {me && <SignOutQuestion userId={me.id} />}
      {me && <PushKeeper userId={me.id} />}
    </UiOverlays>
  )
}

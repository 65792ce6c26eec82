import { readInvitePreview } from '#features/projects/web/members/invite-preview.ts'
import { type FailedRequest, tellsNothing } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { mainStrings } from '../frame/main.strings.ts'
import { searchTextOf } from '../search-values.ts'
import { showWrongAccount } from './wrong-account-store.ts'

interface FailedInvite {
  readonly failure: FailedRequest
  readonly invId: string
  /** The signed-in address. */
  readonly myEmail: string | undefined
}

/**
 * Logs the failure with status and text, and tells the user what to do next; the URL then no longer contains the
 * invitation (section 4 of the specification).
 */
export async function tellInviteFailure({ failure, invId, myEmail }: FailedInvite): Promise<void> {
  // oxlint-disable-next-line no-console -- the specification asks for this line in the browser's log
  console.warn('Invite not accepted:', failure.status, failure.statusText)
  const here = `/${searchTextOf({ invId })}`
  if (failure.code === 'invite.other_address') return showWhomItIsFor(invId, myEmail)
  toast({
    tone: 'error',
    text: text(mainStrings.inviteFailed, { reason: reasonOf(failure) }),
    ...(tellsNothing(failure) && { action: { label: uiStrings.retry, onSelect: () => window.location.assign(here) } }),
  })
}

async function showWhomItIsFor(invId: string, mine: string | undefined): Promise<void> {
  const invite = await readInvitePreview(invId)
  const known = typeof invite === 'object' ? invite : undefined
  showWrongAccount({
    invId,
    address: known?.address ?? undefined,
    project: known?.projectName,
    invitedBy: known?.invitedBy ?? undefined,
    mine,
  })
}

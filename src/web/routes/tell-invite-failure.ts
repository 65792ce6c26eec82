import type { FailedRequest } from '#web/api/failed-request.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/toast-store.ts'
import { reasonOf } from '#web/api/reason.ts'
import { mainStrings } from './main.strings.ts'

/** Logged with status and text for whoever looks into it, and told to the person. */
export function tellInviteFailure(failure: FailedRequest): void {
  // oxlint-disable-next-line no-console -- the specification asks for this line in the browser's log
  console.warn('Invite not accepted:', failure.status, failure.statusText)
  toast({ tone: 'error', text: text(mainStrings.inviteFailed, { reason: reasonOf(failure) }) })
}

import { takeLeaving } from '#features/account/web/settings/leaving.ts'
import { switchPushOff } from '#features/inbox/web/push-here.ts'
import { forgetSharedFiles } from '#features/transfers/web/shared/shared-files.ts'
import { uploadsInBrowser } from '#features/transfers/web/upload/remembered-uploads.ts'
import { forgetDrafts } from '#web/api/kept-drafts.ts'
import { outgoingInBrowser } from '#web/outbox/kept-outgoing.ts'

/**
 * After an account was deleted by a mailed link: deletes the same as sign-out. The address alone is no reason to,
 * because the session may merely have expired.
 */
export async function forgetGone(): Promise<void> {
  const userId = takeLeaving()
  if (userId === null) return
  forgetDrafts()
  await Promise.allSettled([
    uploadsInBrowser(userId).clear(),
    outgoingInBrowser(userId).forget(),
    forgetSharedFiles(),
    switchPushOff(),
  ])
}

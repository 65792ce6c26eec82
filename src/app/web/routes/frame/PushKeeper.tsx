import { useEffect } from 'react'
import { renewPush, switchPushOff } from '#features/inbox/web/push-here.ts'
import { guardSignOut } from '#features/account/web/sign-out-guard.ts'

/** Keeps this browser's push subscription up to date, and removes it at sign-out. Renders nothing. */
export default function PushKeeper({ userId }: { readonly userId: string }) {
  useEffect(() => {
    // A failure is retried at the next visit.
    void renewPush(userId).catch(() => undefined)
    return guardSignOut({ ask: async () => true, signedOut: () => switchPushOff().catch(() => undefined) })
  }, [userId])
  return null
}

import { useEffect } from 'react'
import { renewPush, switchPushOff } from '#features/inbox/web/push-here.ts'
import { guardSignOut } from '#features/account/web/sign-out-guard.ts'

/** Keeps what this browser has said to be right, and takes it back when its person signs out. Shows nothing. */
export default function PushKeeper({ userId }: { readonly userId: string }) {
  useEffect(() => {
    // What does not work now is tried at the next visit.
    void renewPush(userId).catch(() => undefined)
    return guardSignOut({ ask: async () => true, signedOut: () => switchPushOff().catch(() => undefined) })
  }, [userId])
  return null
}

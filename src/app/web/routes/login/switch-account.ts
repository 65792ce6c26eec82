import { authCall } from '#features/account/web/auth-call.ts'
import { tellSessionChange } from '#features/account/web/settings/session-changes.ts'
import { maySignOut, tellSignedOut } from '#features/account/web/sign-out-guard.ts'
import { reasonOf } from '#web/api/reason.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { searchTextOf } from '../search-values.ts'

/** Signs out and opens the sign-in page, which returns to `here`. */
export async function switchAccount(here: string): Promise<void> {
  if (!(await maySignOut())) return
  try {
    await authCall('/sign-out', {})
    await tellSessionChange('/sign-out')
    await tellSignedOut()
    window.location.assign(`/login${searchTextOf({ redirect: here })}`)
  } catch (error) {
    toast({ tone: 'error', text: reasonOf(error) })
  }
}

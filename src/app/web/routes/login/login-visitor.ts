import { accountApi } from '#features/account/web/account-api.ts'
import { readSession } from '#features/account/web/auth-call.ts'
import { tellsNothing } from '#web/api/failed-request.ts'
import { forgetKept } from '#web/api/kept-storage.ts'

/** Signed in, not signed in, or the server could not say. */
export type LoginVisitor = 'somebody' | 'nobody' | 'unknown'

/**
 * Checks session and user like the gate of the main layout. If nobody is signed in, deletes what the last visit stored,
 * because a mailed link may have deleted the account.
 */
export async function whoIsThere(gone: boolean): Promise<LoginVisitor> {
  try {
    if ((await readSession()) === null) {
      await forgetKept()
      if (gone) await (await import('./forget-gone.ts')).forgetGone()
      return 'nobody'
    }
    return (await accountApi('GET /api/users/me')) ? 'somebody' : 'nobody'
  } catch (error) {
    return tellsNothing(error) ? 'unknown' : 'nobody'
  }
}

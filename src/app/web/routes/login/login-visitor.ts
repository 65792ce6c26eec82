import { accountApi } from '#features/account/web/account-api.ts'
import { readSession } from '#features/account/web/auth-call.ts'
import { tellsNothing } from '#web/api/failed-request.ts'
import { forgetKept } from '#web/api/kept-storage.ts'

/** Somebody is signed in, nobody is, or the server could not say. */
export type LoginVisitor = 'somebody' | 'nobody' | 'unknown'

/**
 * As the gate of the main layout sees it: a session and its user. Where nobody is signed in, what the last visit kept
 * goes: the account may have been deleted by a mailed link, which led here.
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

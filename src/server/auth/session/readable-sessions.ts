import type { Auth } from '../auth.ts'

/** What extending a session changes, and nothing else does. */
const RENEWED = new Set(['expiresAt', 'updatedAt'])

/**
 * Reading a session may write: the library extends one that is getting old, and deletes one that has expired. Where
 * nothing can be written for the moment, as on a full disk, it answered 500, and its other routes took the person for
 * signed out. A session that cannot be extended now is answered as it is, and extended the next time; one that has
 * expired lets nobody in, deleted or not. `willPass` tells such failures from bugs.
 */
export async function keepSessionsReadable(auth: Auth, willPass: (error: unknown) => boolean): Promise<void> {
  const { internalAdapter } = await auth.$context
  const { findSession, updateSession, deleteSession } = internalAdapter
  const changed: typeof updateSession = async (token, changes) => {
    try {
      return await updateSession(token, changes)
    } catch (error) {
      if (!willPass(error) || Object.keys(changes).some((name) => !RENEWED.has(name))) throw error
      return (await findSession(token))?.session ?? null
    }
  }
  const deleted: typeof deleteSession = async (token) => {
    try {
      await deleteSession(token)
    } catch (error) {
      const found = willPass(error) ? await findSession(token) : undefined
      if (!found || found.session.expiresAt > new Date()) throw error
    }
  }
  Object.assign(internalAdapter, { updateSession: changed, deleteSession: deleted })
}

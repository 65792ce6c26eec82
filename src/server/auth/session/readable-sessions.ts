import type { Auth } from '../auth.ts'

/** The only columns that extending a session changes. */
const RENEWED = new Set(['expiresAt', 'updatedAt'])

/**
 * Reading a session may write: the library extends old sessions and deletes expired ones. When the database could not
 * write, as on a full disk, it answered 500 and its other routes treated the user as signed out. Now a session that
 * cannot be extended is returned as it is and extended next time; an expired one is refused, deleted or not. `willPass`
 * tells temporary failures from bugs.
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

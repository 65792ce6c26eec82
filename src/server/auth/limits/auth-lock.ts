import { sql } from 'kysely'
import type { Database } from '../../db/open-database.ts'
import { Semaphore } from './semaphore.ts'

/**
 * What the library decides by counting who or what there is, and then does without having held anything in between:
 * both of two owners could leave at once, both of two ways in be unlinked, and a limit be passed by whoever asks twice.
 */
const counting: ReadonlySet<string> = new Set([
  '/organization/leave',
  '/organization/remove-member',
  '/organization/update-member-role',
  '/organization/remove-team',
  '/organization/accept-invitation',
  '/organization/create',
  '/unlink-account',
  '/delete-user',
  '/delete-user/callback',
  // By a session and a password that were looked up before they are hashed: another change may have ended both
  // meanwhile.
  '/change-password',
  '/reset-password',
])

/** The name of an advisory lock. */
const COUNTING = 7_268_471

/**
 * Lets one of these be done at a time. They are rare, so everybody's wait in one line. Where several processes may
 * share the database it is the line of all of them; one connection of each process at most is held for it, or those
 * that wait could leave none to whoever's turn it is.
 */
export function authLock({ db, url }: Pick<Database, 'db' | 'url'>) {
  const turns = new Semaphore(1)
  const among = <T>(work: () => Promise<T>) =>
    db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${COUNTING})`.execute(tx)
      return work()
    })
  return async <T>(path: string, work: () => Promise<T>): Promise<T> => {
    if (!counting.has(path)) return work()
    return turns.take(() => (url === undefined ? work() : among(work)))
  }
}

import { sql } from 'kysely'
import type { Database } from '../../db/open-database.ts'
import { Semaphore } from './semaphore.ts'

/**
 * Paths where the library counts rows and then acts without a lock: both of two owners could leave at once, both of two
 * sign-in methods be unlinked, and a limit be exceeded by two simultaneous requests.
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
  // The session and password are read before the slow hash; another change may have ended both meanwhile.
  '/change-password',
  '/reset-password',
])

/** The id of a PostgreSQL advisory lock. */
const COUNTING = 7_268_471

/**
 * Runs one of these requests at a time. They are rare, so all accounts share one queue. Where several processes may
 * share the database, they share the queue; each process then holds at most one connection for it, because waiting
 * requests could otherwise leave none for the one that holds the lock.
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

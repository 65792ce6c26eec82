import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '../../db/open-database.ts'
import { verifyPassword } from './password-hash.ts'

type Began = NonNullable<
  NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create']>['after']
>

interface Proof {
  /** The hash that the password of this request was held against, and matched. */
  hash?: string
}

const proofs = new AsyncLocalStorage<Proof>()

/** Runs the sign-in library so that what a password proves is known when a session begins. */
export function withProof<T>(work: () => Promise<T>): Promise<T> {
  return proofs.run({}, work)
}

export async function verifyAndNote(given: Parameters<typeof verifyPassword>[0]): Promise<boolean> {
  const isRight = await verifyPassword(given)
  const proof = proofs.getStore()
  if (isRight && proof) proof.hash = given.hash
  return isRight
}

const refusals: Readonly<Record<string, string>> = {
  '/sign-in/email': 'Invalid email or password',
  '/sign-in/username': 'Invalid username or password',
}

/**
 * Ends a session that began by a password which was changed while it was looked at: with many to be hashed that takes
 * seconds, and the change had signed everybody out before. Looked at once the session is there: either the new password
 * is seen here, or whoever changes it sees the session. On PostgreSQL a change under way is waited for.
 */
export async function refuseOutdated(
  { db, engine }: Pick<Database, 'db' | 'engine'>,
  ...[{ id, userId }, context]: Parameters<Began>
): Promise<void> {
  const message = refusals[context?.path ?? '']
  const { hash } = proofs.getStore() ?? {}
  if (message === undefined || hash === undefined) return
  const stands = await db
    .selectFrom('account')
    .select('id')
    .where('userId', '=', userId)
    .where('password', '=', hash)
    .$if(engine === 'postgres', (q) => q.forUpdate())
    .executeTakeFirst()
  if (stands) return
  await db.deleteFrom('session').where('id', '=', id).execute()
  throw new APIError('UNAUTHORIZED', { message })
}

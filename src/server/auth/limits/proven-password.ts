import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth/api'
import type { BetterAuthOptions } from 'better-auth'
import type { Database } from '../../db/open-database.ts'
import { verifyPassword } from './password-hash.ts'

type Began = NonNullable<
  NonNullable<NonNullable<NonNullable<BetterAuthOptions['databaseHooks']>['session']>['create']>['after']
>

interface Proof {
  /** The stored hash that this request's password matched. */
  hash?: string
}

const proofs = new AsyncLocalStorage<Proof>()

/** Runs the sign-in library with a place to record the password hash that was verified, for when a session begins. */
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
 * Ends a new session if its password was changed while it was being verified. Hashing can queue for seconds, and the
 * change may have ended all sessions before this one existed. Checked after the session is written: either this check
 * sees the new password, or the change sees the session. On PostgreSQL it waits for a change in progress.
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

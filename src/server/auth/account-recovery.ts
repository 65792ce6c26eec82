import type { User } from 'better-auth'
import type { Services } from '../services.ts'
import type { AuthListeners } from './auth-listeners.ts'

interface Parts {
  readonly services: Pick<Services, 'database'>
  readonly listeners: Pick<AuthListeners, 'takenOver'>
}

/**
 * A new password by a mailed link, or by one that an admin handed over, may be somebody taking their account back from
 * whoever else was in it: other such links end with it. Where nobody had verified the address, providers may have been
 * linked by an impostor and go, as with a magic link; whoever came by one after the sessions ended goes with them.
 */
export async function takeBack(
  {
    services: {
      database: { db },
    },
    listeners,
  }: Parts,
  { id, emailVerified }: User,
  address: string,
): Promise<void> {
  if (!emailVerified) {
    const { numDeletedRows } = await db
      .deleteFrom('account')
      .where('userId', '=', id)
      .where('providerId', '!=', 'credential')
      .executeTakeFirst()
    if (numDeletedRows > 0n) await db.deleteFrom('session').where('userId', '=', id).execute()
  }
  await db.deleteFrom('verification').where('value', '=', id).execute()
  await listeners.takenOver(id, address)
}

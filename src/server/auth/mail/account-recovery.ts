import type { User } from 'better-auth'
import type { Services } from '../../services.ts'
import { accountTakenOver } from '../auth-hooks.ts'

/**
 * A new password by a mailed link, or by one that an admin handed over, may be somebody taking their account back from
 * whoever else was in it: other such links end with it. Where nobody had verified the address, providers may have been
 * linked by an impostor and go, as with a magic link; whoever came by one after the sessions ended goes with them.
 */
export async function takeBack(services: Services, { id, emailVerified }: User, address: string): Promise<void> {
  const { db } = services.database
  if (!emailVerified) {
    const { numDeletedRows } = await db
      .deleteFrom('account')
      .where('userId', '=', id)
      .where('providerId', '!=', 'credential')
      .executeTakeFirst()
    if (numDeletedRows > 0n) await db.deleteFrom('session').where('userId', '=', id).execute()
  }
  await db.deleteFrom('verification').where('value', '=', id).execute()
  await accountTakenOver.ask(services, id, address)
}

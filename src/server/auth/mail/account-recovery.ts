import type { User } from 'better-auth'
import type { Services } from '../../services.ts'
import { accountTakenOver } from '../auth-hooks.ts'

/**
 * A password reset by a mailed or admin's link may be an owner taking the account back from an attacker, so it ends all
 * other such links. If the address was unverified, an attacker may have linked providers: they are removed, as with a
 * magic link, together with their sessions.
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

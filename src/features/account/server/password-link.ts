import { refused } from '#shared/errors.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { storedDate } from '#server/db/stored-date.ts'
import type { UserScope } from '#server/scope.ts'
import { accountErrors } from '../account.errors.ts'

/** As the mailed one (section 9 of the specification). */
const LIFE_MS: Milliseconds = 3600_000

/**
 * The very link that a forgotten password is mailed, for admins to hand over where no mail goes out. It is used once.
 */
export async function makePasswordLink(
  { db, config, newId, now }: UserScope,
  userId: string,
): Promise<{ url: string; expiresAt: Instant }> {
  if (!config.EMAIL_PASSWORD) throw accountErrors['account.no_passwords']()
  if (!(await db.selectFrom('user').select('id').where('id', '=', userId).executeTakeFirst())) throw refused.not_found()
  const token = newId()
  const at = storedDate(now())
  const expiresAt = now() + LIFE_MS
  await db
    .insertInto('verification')
    .values({
      id: newId(),
      identifier: `reset-password:${token}`,
      value: userId,
      expiresAt: storedDate(expiresAt),
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  return {
    url: `${config.baseUrl}/api/auth/reset-password/${token}?callbackURL=${encodeURIComponent('/login')}`,
    expiresAt,
  }
}

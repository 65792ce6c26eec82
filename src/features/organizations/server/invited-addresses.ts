import type { Instant } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'

export async function invitedIntoOrganizations(db: Db, now: Instant): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('invitation')
    .select(['email', 'expiresAt'])
    .where('status', '=', 'pending')
    .execute()
  return rows.filter(({ expiresAt }) => new Date(expiresAt).getTime() > now).map(({ email }) => email)
}

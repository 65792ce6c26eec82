import type { Config } from '../../config.ts'
import type { Db } from '../../db/open-database.ts'

/**
 * The most rows of a list that the library reads. Its default of 100 truncates silently, and it decides by what it
 * read: sessions survived "revoke all others", owners were not counted. Nothing uses this for paging; ten thousand rows
 * take a few megabytes for a short time.
 */
export function mostListed({
  MEMBERS_PER_ORGANIZATION,
  ORGANIZATIONS_PER_PERSON,
}: Pick<Config, 'MEMBERS_PER_ORGANIZATION' | 'ORGANIZATIONS_PER_PERSON'>): number {
  return Math.max(10_000, MEMBERS_PER_ORGANIZATION, ORGANIZATIONS_PER_PERSON)
}

/** More than a person's devices; programs that sign in on each run reach it. */
export const MOST_SESSIONS = 500

/**
 * Ends the least recently used sessions beyond the maximum. Otherwise one user could make the server store and list any
 * number.
 */
export async function endSurplusSessions(db: Db, userId: string): Promise<void> {
  const surplus = await db
    .selectFrom('session')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('updatedAt', 'desc')
    .orderBy('id')
    .offset(MOST_SESSIONS)
    .limit(MOST_SESSIONS)
    .execute()
  if (surplus.length > 0)
    await db
      .deleteFrom('session')
      .where(
        'id',
        'in',
        surplus.map(({ id }) => id),
      )
      .execute()
}

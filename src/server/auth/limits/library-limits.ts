import type { Config } from '../../config.ts'
import type { Db } from '../../db/open-database.ts'

/**
 * How many rows of a list the library reads at most. It takes 100 unless it is told, says nothing of the rest, and
 * decides by what it has read: sessions stayed alive after "revoke all others", owners went uncounted. Nothing pages by
 * this; ten thousand rows are some megabytes for a moment.
 */
export function mostListed({
  MEMBERS_PER_ORGANIZATION,
  ORGANIZATIONS_PER_PERSON,
}: Pick<Config, 'MEMBERS_PER_ORGANIZATION' | 'ORGANIZATIONS_PER_PERSON'>): number {
  return Math.max(10_000, MEMBERS_PER_ORGANIZATION, ORGANIZATIONS_PER_PERSON)
}

/** Nobody has so many devices; programs that sign in each time they run do. */
export const MOST_SESSIONS = 500

/**
 * The sessions longest unused give way to a new one, or somebody could have the server keep, list and end them without
 * end.
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

import type { Db } from '#server/db/open-database.ts'
import type { UserScope } from '#server/scope.ts'

/** As they called themselves; null for who has said no name. */
export async function namesByGuest(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db
    .selectFrom('guests')
    .select(['id', 'name'])
    .where('id', 'in', ['', ...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The guests that somebody was before they had an account. */
export async function guestsClaimedBy({ db, actor }: UserScope): Promise<readonly string[]> {
  const rows = await db.selectFrom('guests').select('id').where('claimed_by', '=', actor.userId).execute()
  return rows.map(({ id }) => id)
}

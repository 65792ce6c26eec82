import type { Services } from '#server/services.ts'

/** A row to lock while the first admin is chosen. */
const FIRST_ADMIN = 'crown'

/**
 * The first account of a fresh server is its admin. Where the last admin has gone, the oldest account that may sign in
 * takes over, and the log says so: a server without an admin could not be helped from within. Run after each sign-up
 * and deletion, and at the start, in case the server stopped before the first account became its admin.
 */
export async function ensureAdmin({ database: { db }, log }: Pick<Services, 'database' | 'log'>): Promise<void> {
  const admin = await db.selectFrom('standings').select('user_id').where('is_admin', '=', 1).limit(1).executeTakeFirst()
  if (admin) return
  const chosen = await db.transaction().execute(async (tx) => {
    // Two accounts that are made at once, in two processes, see each other here or not at all: the second waits for the
    // first.
    await tx
      .insertInto('server_settings')
      .values({ key: FIRST_ADMIN, value: '' })
      .onConflict((c) => c.column('key').doUpdateSet({ value: '' }))
      .execute()
    if (await tx.selectFrom('standings').select('user_id').where('is_admin', '=', 1).limit(1).executeTakeFirst())
      return undefined
    const oldest = await tx
      .selectFrom('user')
      .select('id')
      .where('disabledAt', 'is', null)
      .orderBy('createdAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (oldest)
      await tx
        .insertInto('standings')
        .values({ user_id: oldest.id, is_admin: 1 })
        .onConflict((c) => c.column('user_id').doUpdateSet({ is_admin: 1 }))
        .execute()
    return oldest
  })
  if (chosen) log.warn({ part: 'account', userId: chosen.id }, 'became the admin of this server')
}

import type { Services } from '#server/services.ts'

/** The row that is locked while the first admin is chosen. The name is stored in databases. */
const FIRST_ADMIN = 'crown'

/**
 * The first account of a new server becomes its admin. If the last admin is gone, the oldest account that can sign in
 * takes over, and this is logged: otherwise nobody could administer the server. Runs after each sign-up and deletion,
 * and at start, in case the server stopped before it could run.
 */
export async function ensureAdmin({ database: { db }, log }: Pick<Services, 'database' | 'log'>): Promise<void> {
  const admin = await db.selectFrom('standings').select('user_id').where('is_admin', '=', 1).limit(1).executeTakeFirst()
  if (admin) return
  const chosen = await db.transaction().execute(async (tx) => {
    // Serializes two accounts that are created at once in two processes: the second waits for the first.
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

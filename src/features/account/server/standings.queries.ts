import type { Services } from '#server/services.ts'

/**
 * The first account of a fresh server is its admin. Where the last admin has gone, the oldest account that may sign in
 * takes over, and the log says so: a server without an admin could not be helped from within. Run after each sign-up and
 * deletion, and at the start in case the server stopped right between an account and its crown.
 */
export async function crownFirstAccount({ database: { db }, log }: Pick<Services, 'database' | 'log'>): Promise<void> {
  const admin = await db.selectFrom('standings').select('user_id').where('is_admin', '=', 1).limit(1).executeTakeFirst()
  if (admin) return
  const oldest = await db.selectFrom('user').select('id').where('disabledAt', 'is', null).orderBy('createdAt').orderBy('id').limit(1).executeTakeFirst()
  if (!oldest) return
  await db.insertInto('standings').values({ user_id: oldest.id, is_admin: 1 }).onConflict((c) => c.column('user_id').doUpdateSet({ is_admin: 1 })).execute()
  log.warn({ part: 'account', userId: oldest.id }, 'became the admin of this server')
}

import type { Instant } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { versionsErasing } from '../track-hooks.ts'

const AT_ONCE = 200

/** Versions first: what was said about them moves to those that stay, before their tracks and projects go. */
export async function emptyTrash(scope: ServerScope, before: Instant): Promise<void> {
  const { db } = scope
  const versions = await db.selectFrom('versions').select('id').where('deleted_at', '<', before).execute()
  for (let i = 0; i < versions.length; i += AT_ONCE)
    await change(scope, (tx) =>
      eraseVersions(
        tx.db,
        versions.slice(i, i + AT_ONCE).map(({ id }) => id),
      ),
    )
  for (const table of ['tracks', 'projects'] as const)
    await db.deleteFrom(table).where('deleted_at', '<', before).execute()
}

/** Needs a transaction, and takes only what is in the trash. */
export async function eraseVersions(db: Db, ids: readonly string[]): Promise<void> {
  // Holds the rows: who restores one either comes before, or finds it gone with its notes moved.
  const held = await db
    .updateTable('versions')
    .set((eb) => ({ deleted_at: eb.ref('deleted_at') }))
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is not', null)
    .returning('id')
    .execute()
  const some = held.map(({ id }) => id)
  if (some.length === 0) return
  await versionsErasing.ask(db, some)
  await db.deleteFrom('versions').where('id', 'in', some).where('deleted_at', 'is not', null).execute()
}

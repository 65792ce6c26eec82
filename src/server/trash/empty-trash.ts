import { sql } from 'kysely'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open-database.ts'

/** How long what was deleted can be brought back. */
export function trashKeptMs({ TRASH_DAYS }: Pick<Config, 'TRASH_DAYS'>): Milliseconds {
  return TRASH_DAYS * 24 * 3600_000
}

/** Ends what was deleted before that time. Files that no row names any more, the sweeps remove. */
export async function emptyTrash(db: Db, before: Instant): Promise<void> {
  const versions = await db.selectFrom('versions').select('id').where('deleted_at', '<', before).execute()
  await eraseVersions(db, versions.map(({ id }) => id))
  for (const table of ['tasks', 'tracks', 'projects'] as const) await db.deleteFrom(table).where('deleted_at', '<', before).execute()
}

const AT_ONCE = 200

/** What was said about them goes on standing on the next version of the track that is there, or else the one before; with the last version it goes. */
export async function eraseVersions(db: Db, ids: readonly string[]): Promise<void> {
  for (let i = 0; i < ids.length; i += AT_ONCE) {
    const some = ids.slice(i, i + AT_ONCE)
    const number = sql`(select number from versions as gone where gone.id = notes.version_id)`
    const heir = sql<string>`(select id from versions as heir where heir.track_id = notes.track_id and heir.deleted_at is null order by case when heir.number > ${number} then 0 else 1 end, abs(heir.number - ${number}) limit 1)`
    await db
      .updateTable('notes')
      .set({ version_id: heir })
      .where('version_id', 'in', some)
      .where((eb) => eb.exists(eb.selectFrom('versions as alive').select('alive.id').whereRef('alive.track_id', '=', 'notes.track_id').where('alive.deleted_at', 'is', null)))
      .execute()
    await db.deleteFrom('versions').where('id', 'in', some).where('deleted_at', 'is not', null).execute()
  }
}

import { sql } from 'kysely'
import type { Instant } from '#shared/units.ts'
import type { Db } from '#server/db/open-database.ts'
import type { ServerScope } from '#server/scope.ts'

const AT_ONCE = 200

/**
 * Deletes notes with their replies, reactions and file rows. Tasks made from a note, and what was approved or sent in a
 * round, remain.
 */
export async function eraseOldNotes({ db }: ServerScope, before: Instant): Promise<void> {
  const notes = await db.selectFrom('notes').select('id').where('deleted_at', '<', before).execute()
  for (let i = 0; i < notes.length; i += AT_ONCE)
    await db
      .deleteFrom('notes')
      .where(
        'id',
        'in',
        notes.slice(i, i + AT_ONCE).map(({ id }) => id),
      )
      .where('deleted_at', '<', before)
      .execute()
}

/**
 * Moves notes, rounds and drafts of versions that are deleted for good to the next existing version of the track, or
 * else the previous one; with the last version they are deleted.
 */
export async function moveToHeirs(db: Db, versionIds: readonly string[]): Promise<void> {
  await db
    .updateTable('notes')
    .set({ version_id: heirOf('notes') })
    .where('version_id', 'in', [...versionIds])
    .where(hasHeir('notes'))
    .execute()
  const closedAt = sql<Instant>`coalesce(
    note_rounds.closed_at, (select deleted_at from versions as gone where gone.id = note_rounds.version_id)
  )`
  await db
    .updateTable('note_rounds')
    .set({ version_id: heirOf('note_rounds'), closed_at: closedAt })
    .where('version_id', 'in', [...versionIds])
    .where(hasHeir('note_rounds'))
    .execute()
}

type Orphaned = 'notes' | 'note_rounds'

function heirOf(table: Orphaned) {
  const number = sql`(select number from versions as gone where gone.id = ${sql.ref(`${table}.version_id`)})`
  return sql<string>`(
    select id from versions as heir where heir.track_id = ${sql.ref(`${table}.track_id`)} and heir.deleted_at is null
    order by case when heir.number > ${number} then 0 else 1 end, abs(heir.number - ${number}) limit 1
  )`
}

function hasHeir(table: Orphaned) {
  return sql<boolean>`exists (
    select 1 from versions as alive where alive.track_id = ${sql.ref(`${table}.track_id`)} and alive.deleted_at is null
  )`
}

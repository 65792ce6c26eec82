import { sql } from 'kysely'
import { DAY_MS, type Instant, type Milliseconds } from '#shared/units.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/open-database.ts'
import { change, type ServerScope } from '../scope.ts'

/** How long what was deleted can be brought back. */
export function trashKeptMs({ TRASH_DAYS }: Pick<Config, 'TRASH_DAYS'>): Milliseconds {
  return TRASH_DAYS * DAY_MS
}

/** Ends what was deleted before that time. Files that no row names any more, the sweeps remove. */
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
  // A note takes its answers, reactions and the rows of its files along; tasks made of it and what was approved or sent
  // in a round stand by themselves.
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
  for (const table of ['task_items', 'tasks', 'tracks', 'projects'] as const)
    await db.deleteFrom(table).where('deleted_at', '<', before).execute()
}

const AT_ONCE = 200

/**
 * Needs a transaction, and takes only what is in the trash. What was said about them goes on standing, with its rounds
 * and what waits in them, on the next version of the track that is there, or else the one before; with the last version
 * it goes.
 */
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
  await db
    .updateTable('notes')
    .set({ version_id: heirOf('notes') })
    .where('version_id', 'in', some)
    .where(hasHeir('notes'))
    .execute()
  const closedAt = sql<Instant>`coalesce(
    note_rounds.closed_at, (select deleted_at from versions as gone where gone.id = note_rounds.version_id)
  )`
  await db
    .updateTable('note_rounds')
    .set({ version_id: heirOf('note_rounds'), closed_at: closedAt })
    .where('version_id', 'in', some)
    .where(hasHeir('note_rounds'))
    .execute()
  await db.deleteFrom('versions').where('id', 'in', some).where('deleted_at', 'is not', null).execute()
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

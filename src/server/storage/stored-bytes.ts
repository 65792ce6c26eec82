import { sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/** A bounce that was made the newest again has the file of another version: each file counts once. */
export const hasFileOfItsOwn = sql<boolean>`(
  versions.restored_from is null
  or not exists (
    select 1 from versions as earlier where earlier.project_id = versions.project_id
    and earlier.storage_key = versions.storage_key and earlier.sequence < versions.sequence
  )
)`

/** The same among those that are not in the trash. */
export const isFirstOfItsFile = sql<boolean>`(
  versions.restored_from is null
  or not exists (
    select 1 from versions as earlier where earlier.project_id = versions.project_id
    and earlier.storage_key = versions.storage_key and earlier.sequence < versions.sequence
    and earlier.deleted_at is null
  )
)`

/**
 * What each project takes, trash included: `originals`, of them `trashed`; files on notes; uploads on their way, with
 * the size they will have; and what is made from bounces, as it was last counted.
 */
export function projectUses(db: Db) {
  const bytes = (what = sql`versions.size_bytes`) => sql<number>`coalesce(sum(${what}), 0)`
  const isKept = sql`versions.deleted_at is null and tracks.deleted_at is null and owners.deleted_at is null`
  const inTrash = sql`case when ${isKept} then 0 else versions.size_bytes end`
  const originals = db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .innerJoin('projects as owners', 'owners.id', 'versions.project_id')
    .select(['versions.project_id', bytes().as('bytes'), bytes(inTrash).as('trashed')])
    .where(hasFileOfItsOwn)
    .groupBy('versions.project_id')
  const attachments = db
    .selectFrom('note_attachments')
    .select(['project_id', bytes(sql`size_bytes`).as('bytes')])
    .groupBy('project_id')
  const uploads = db
    .selectFrom('uploads')
    .select(['project_id', bytes(sql`size_bytes`).as('bytes')])
    .where('state', 'in', ['receiving', 'sealing'])
    .groupBy('project_id')
  return db
    .selectFrom('projects')
    .leftJoin(originals.as('originals'), 'originals.project_id', 'projects.id')
    .leftJoin(attachments.as('attachments'), 'attachments.project_id', 'projects.id')
    .leftJoin(uploads.as('uploads'), 'uploads.project_id', 'projects.id')
    .leftJoin('storage_use', 'storage_use.project_id', 'projects.id')
    .select([
      'projects.id',
      'projects.name',
      'projects.organization_id',
      'projects.deleted_at',
      'projects.quota_bytes',
      sql<number>`coalesce(originals.bytes, 0)`.as('originals'),
      sql<number>`coalesce(originals.trashed, 0)`.as('trashed'),
      sql<number>`coalesce(attachments.bytes, 0)`.as('attachments'),
      sql<number>`coalesce(uploads.bytes, 0)`.as('uploads'),
      sql<number>`coalesce(storage_use.derived_bytes, 0)`.as('derived'),
      sql<number>`
        coalesce(originals.bytes, 0) + coalesce(attachments.bytes, 0) + coalesce(uploads.bytes, 0)
        + coalesce(storage_use.derived_bytes, 0)
      `.as('total'),
    ])
}

export interface StoredBytes {
  readonly originals: number
  readonly trashed: number
  readonly attachments: number
  readonly uploads: number
  readonly derived: number
}

/** Over all projects. */
export async function allStoredBytes(db: Db): Promise<StoredBytes> {
  const kinds = ['originals', 'trashed', 'attachments', 'uploads', 'derived'] as const
  const row = await db
    .selectFrom(projectUses(db).as('uses'))
    .select((eb) => kinds.map((kind) => eb.fn.coalesce(eb.fn.sum<number>(kind), eb.lit(0)).as(kind)))
    .executeTakeFirstOrThrow()
  return {
    originals: Number(row.originals),
    trashed: Number(row.trashed),
    attachments: Number(row.attachments),
    uploads: Number(row.uploads),
    derived: Number(row.derived),
  }
}

import { sql } from 'kysely'
import type { BroughtBytes, BroughtRow, CardCount, ProjectIds } from '#features/projects/server/project-hooks.ts'
import type { Db } from '#server/db/open-database.ts'

/** A version that was made the newest again shares another version's file: each file counts once. */
const hasFileOfItsOwn = sql<boolean>`(
  versions.restored_from is null
  or not exists (
    select 1 from versions as earlier where earlier.project_id = versions.project_id
    and earlier.storage_key = versions.storage_key and earlier.sequence < versions.sequence
  )
)`

/** The same, among versions that are not in the trash. */
const isFirstOfItsFile = sql<boolean>`(
  versions.restored_from is null
  or not exists (
    select 1 from versions as earlier where earlier.project_id = versions.project_id
    and earlier.storage_key = versions.storage_key and earlier.sequence < versions.sequence
    and earlier.deleted_at is null
  )
)`

const ofProject = sql<string>`projects.id`

/** The number of tracks, the bytes of their versions, and when the latest was added. */
export function trackCounts(db: Db) {
  const versions = db
    .selectFrom('versions')
    .where('versions.project_id', '=', ofProject)
    .where('versions.deleted_at', 'is', null)
  const tracks = db
    .selectFrom('tracks')
    .where('tracks.project_id', '=', ofProject)
    .where('tracks.deleted_at', 'is', null)
    .select((c) => c.fn.countAll<number>().as('n'))
  const bytes = versions.where(isFirstOfItsFile).select(sql<number | null>`sum(size_bytes)`.as('n'))
  const last = versions.select(sql<number | null>`max(created_at)`.as('n'))
  return [
    sql<number | null>`${tracks}`.as<CardCount>('track_count'),
    sql<number | null>`${bytes}`.as<CardCount>('size_bytes'),
    sql<number | null>`${last}`.as<CardCount>('last_version_at'),
  ]
}

/** Bytes of bounces, including the trash. */
export function broughtVersions(db: Db, projects: ProjectIds): BroughtBytes {
  const bytes = (what = sql`versions.size_bytes`) => sql<number>`coalesce(sum(${what}), 0)`
  const isKept = sql`versions.deleted_at is null and tracks.deleted_at is null and owners.deleted_at is null`
  const query = db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .innerJoin('projects as owners', 'owners.id', 'versions.project_id')
    .select([
      'versions.project_id',
      bytes().as('bytes'),
      bytes(sql`case when ${isKept} then 0 else versions.size_bytes end`).as('trashed'),
    ])
    .where(hasFileOfItsOwn)
    .$if(projects !== undefined, (q) => q.where('versions.project_id', 'in', projects ?? ['']))
    .groupBy('versions.project_id')
  return { kind: 'originals', query: sql<BroughtRow>`${query}` }
}

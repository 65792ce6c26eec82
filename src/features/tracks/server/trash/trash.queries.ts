import { sql } from 'kysely'
import { leadsIn, leadsInAsEditor, leadsInAsOwner, rightsOf, waysIn } from '#features/projects/server/project-rights.ts'
import { cutPage, readCursor, type Cursor } from '#server/db/paging.ts'
import type { UserScope } from '#server/scope.ts'
import { trashKeptMs } from '#server/trash/trash-hooks.ts'
import type { TrashItem } from '../../trash.contract.ts'
import { type TrashFound, trashFound } from './trash-list-hooks.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
}

/**
 * Owners see projects, editors see tracks, versions and files. Things inside something that is itself in the trash are
 * restored with it.
 */
export async function listTrash(
  scope: UserScope,
  { cursor, limit }: Asked,
): Promise<{ items: TrashItem[]; nextCursor: string | null; keptDays: number }> {
  const { db, config } = scope
  const after = readCursor(cursor)
  const found = [
    ...(await projectsIn(scope, after, limit)),
    ...(await tracksIn(scope, after, limit)),
    ...(await versionsIn(scope, after, limit)),
    ...(await trashFound.ask(scope, after, limit)).flat(),
  ].toSorted((a, b) => b.deletedAt - a.deletedAt || (a.id < b.id ? 1 : -1))
  const people = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', ['', ...found.flatMap(({ deletedById }) => deletedById ?? [])])
    .execute()
  const page = cutPage(
    found,
    limit,
    ({ deletedAt, id }) => [deletedAt, id],
    ({ deletedById, ...item }): TrashItem => ({
      ...item,
      deletedBy: people.find(({ id }) => id === deletedById) ?? null,
      goneAt: item.deletedAt + trashKeptMs(config),
    }),
  )
  return { ...page, keptDays: config.TRASH_DAYS }
}

async function projectsIn({ db, actor }: UserScope, after: Cursor | undefined, limit: number): Promise<TrashFound[]> {
  const rows = await waysIn(db, actor.userId)
    .select(['projects.id', 'projects.name', 'projects.deleted_at', 'projects.deleted_by'])
    .select((eb) =>
      eb
        .selectFrom('versions')
        .whereRef('versions.project_id', '=', 'projects.id')
        .select(sql<number | null>`sum(size_bytes)`.as('n'))
        .as('size_bytes'),
    )
    .where(leadsInAsOwner)
    .where('projects.deleted_at', 'is not', null)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('projects.deleted_at', '<', after?.[0] ?? 0),
          eb.and([eb('projects.deleted_at', '=', after?.[0] ?? 0), eb('projects.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('projects.deleted_at', 'desc')
    .orderBy('projects.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    kind: 'project',
    id: row.id,
    projectId: row.id,
    projectName: row.name,
    trackId: null,
    trackTitle: null,
    number: null,
    fileName: null,
    sizeBytes: row.size_bytes ?? 0,
    deletedAt: row.deleted_at ?? 0,
    deletedById: row.deleted_by,
    mayErase: true,
  }))
}

async function tracksIn({ db, actor }: UserScope, after: Cursor | undefined, limit: number): Promise<TrashFound[]> {
  const rows = await waysIn(db, actor.userId)
    .innerJoin('tracks', 'tracks.project_id', 'projects.id')
    .select([
      'tracks.id',
      'tracks.title',
      'tracks.project_id',
      'projects.name',
      'tracks.deleted_at',
      'tracks.deleted_by',
    ])
    .select((eb) =>
      eb
        .selectFrom('versions')
        .whereRef('versions.track_id', '=', 'tracks.id')
        .select(sql<number | null>`sum(size_bytes)`.as('n'))
        .as('size_bytes'),
    )
    .where(leadsIn)
    .where(leadsInAsEditor)
    .where('projects.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is not', null)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('tracks.deleted_at', '<', after?.[0] ?? 0),
          eb.and([eb('tracks.deleted_at', '=', after?.[0] ?? 0), eb('tracks.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('tracks.deleted_at', 'desc')
    .orderBy('tracks.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    kind: 'track',
    id: row.id,
    projectId: row.project_id,
    projectName: row.name,
    trackId: row.id,
    trackTitle: row.title,
    number: null,
    fileName: null,
    sizeBytes: row.size_bytes ?? 0,
    deletedAt: row.deleted_at ?? 0,
    deletedById: row.deleted_by,
    mayErase: rightsOf(row)?.role === 'owner',
  }))
}

async function versionsIn({ db, actor }: UserScope, after: Cursor | undefined, limit: number): Promise<TrashFound[]> {
  const rows = await waysIn(db, actor.userId)
    .innerJoin('versions', 'versions.project_id', 'projects.id')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .select([
      'versions.id',
      'versions.number',
      'versions.size_bytes',
      'versions.track_id',
      'tracks.title',
      'versions.project_id',
      'projects.name',
      'versions.deleted_at',
      'versions.deleted_by',
    ])
    .where(leadsIn)
    .where(leadsInAsEditor)
    .where('projects.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .where('versions.deleted_at', 'is not', null)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('versions.deleted_at', '<', after?.[0] ?? 0),
          eb.and([eb('versions.deleted_at', '=', after?.[0] ?? 0), eb('versions.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('versions.deleted_at', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    kind: 'version',
    id: row.id,
    projectId: row.project_id,
    projectName: row.name,
    trackId: row.track_id,
    trackTitle: row.title,
    number: row.number,
    fileName: null,
    sizeBytes: row.size_bytes,
    deletedAt: row.deleted_at ?? 0,
    deletedById: row.deleted_by,
    mayErase: rightsOf(row)?.role === 'owner',
  }))
}

import { leadsIn, leadsInAsEditor, rightsOf, waysIn } from '#features/projects/server/project-rights.ts'
import type { TrashFound } from '#features/tracks/server/trash/trash-list-hooks.ts'
import type { Cursor } from '#server/db/paging.ts'
import type { UserScope } from '#server/scope.ts'

/** For those who may edit the project, which includes every audience. */
export async function trashedFiles(
  { db, actor }: UserScope,
  after: Cursor | undefined,
  limit: number,
): Promise<readonly TrashFound[]> {
  const rows = await waysIn(db, actor.userId)
    .innerJoin('project_files', 'project_files.project_id', 'projects.id')
    .select([
      'project_files.id',
      'project_files.name as file_name',
      'project_files.project_id',
      'projects.name',
      'project_files.deleted_at',
      'project_files.deleted_by',
    ])
    .select((eb) =>
      eb
        .selectFrom('file_versions')
        .whereRef('file_versions.file_id', '=', 'project_files.id')
        .select(({ fn }) => fn.sum<number | null>('size_bytes').as('n'))
        .as('size_bytes'),
    )
    .where(leadsIn)
    .where(leadsInAsEditor)
    .where('projects.deleted_at', 'is', null)
    .where('project_files.deleted_at', 'is not', null)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('project_files.deleted_at', '<', after?.[0] ?? 0),
          eb.and([eb('project_files.deleted_at', '=', after?.[0] ?? 0), eb('project_files.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('project_files.deleted_at', 'desc')
    .orderBy('project_files.id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.map((row) => ({
    kind: 'file',
    id: row.id,
    projectId: row.project_id,
    projectName: row.name,
    trackId: null,
    trackTitle: null,
    number: null,
    fileName: row.file_name,
    sizeBytes: Number(row.size_bytes ?? 0),
    deletedAt: row.deleted_at ?? 0,
    deletedById: row.deleted_by,
    mayErase: rightsOf(row)?.role === 'owner',
  }))
}

import {
  madeAfter,
  moment,
  ownPages,
  OWN_PAGE,
  type OwnPart,
  type OwnThing,
} from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'

export const ownProjectFiles: readonly OwnPart[] = [{ name: 'projectFiles', read: uploaded }]

/** Versions that the user uploaded, without their bytes, which are with the project. */
function uploaded(scope: UserScope): AsyncIterable<readonly OwnThing[]> {
  const { db, actor } = scope
  return ownPages(
    (last) =>
      db
        .selectFrom('file_versions')
        .leftJoin(openProjects(scope), 'open.id', 'file_versions.project_id')
        .select([
          'file_versions.id',
          'file_versions.number',
          'file_versions.file_name',
          'file_versions.size_bytes',
          'file_versions.sha256',
          'file_versions.note',
          'file_versions.created_at',
          'open.id as open_id',
          'open.name as open_name',
        ])
        .where('file_versions.uploaded_by', '=', actor.userId)
        .where(madeAfter('file_versions', last))
        .orderBy('file_versions.created_at')
        .orderBy('file_versions.id')
        .limit(OWN_PAGE)
        .execute(),
    (row) => ({
      projectId: row.open_id,
      project: row.open_name,
      fileName: row.file_name,
      version: row.number,
      sizeBytes: row.size_bytes,
      sha256: row.sha256,
      note: row.note,
      addedAt: moment(row.created_at),
    }),
  )
}

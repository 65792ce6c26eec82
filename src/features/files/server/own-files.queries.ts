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

/** Versions that the user uploaded or wrote the note of, without their bytes, which are with the project. */
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
          'file_versions.noted_by',
          'file_versions.uploaded_by',
          'file_versions.created_at',
          'open.id as open_id',
          'open.name as open_name',
        ])
        .where((eb) =>
          eb.or([
            eb('file_versions.uploaded_by', '=', actor.userId),
            // What was written on another's file is told while the project is open to the writer.
            eb.and([eb('file_versions.noted_by', '=', actor.userId), eb('open.id', 'is not', null)]),
          ]),
        )
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
      uploadedByMe: row.uploaded_by === actor.userId,
      note: row.noted_by === actor.userId ? row.note : '',
      addedAt: moment(row.created_at),
    }),
  )
}

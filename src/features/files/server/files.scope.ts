import { type Selectable, sql } from 'kysely'
import { leadsInAsEditor } from '#features/projects/server/project-rights.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { audiencesFor } from '../files.policy.ts'
import type { FileVersionTable, ProjectFileTable } from './files.tables.ts'

/** Marks rows that the openers of this file have found, so that no other code can build these scopes. */
declare const found: unique symbol

type Found<Row> = Row & { readonly [found]: true }

/** The rule of `audiencesFor` in SQL, for lists over several projects, which join all ways into them. */
export const audienceReached = sql<boolean>`(project_files.audience = 'everyone' or ${leadsInAsEditor})`

/** Proof that a file belongs to an accessible project, and that its audience includes the requester. */
export interface FileScope extends ProjectScope {
  readonly file: Found<Selectable<ProjectFileTable>>
}

export interface FileVersionScope extends FileScope {
  readonly version: Found<Selectable<FileVersionTable>>
}

export async function openFile(
  scope: ProjectScope,
  fileId: string,
  { inTrash = false }: { inTrash?: boolean } = {},
): Promise<FileScope> {
  const file = await scope.db
    .selectFrom('project_files')
    .selectAll()
    .where('id', '=', fileId)
    .where('project_id', '=', scope.projectId)
    .where('audience', 'in', audiencesFor(scope.role))
    .executeTakeFirst()
  if (!file || (file.deleted_at !== null) !== inTrash) throw refused.not_found()
  return { ...scope, file: file as FileScope['file'] }
}

export async function openFileVersion(
  scope: ProjectScope,
  fileId: string,
  versionId: string,
): Promise<FileVersionScope> {
  const opened = await openFile(scope, fileId)
  const version = await scope.db
    .selectFrom('file_versions')
    .selectAll()
    .where('id', '=', versionId)
    .where('file_id', '=', opened.file.id)
    .executeTakeFirst()
  if (!version) throw refused.not_found()
  return { ...opened, version: version as FileVersionScope['version'] }
}

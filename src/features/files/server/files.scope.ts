import { type ExpressionBuilder, type ExpressionWrapper, type Selectable, type SqlBool, sql } from 'kysely'
import { leadsInAsEditor } from '#features/projects/server/project-rights.ts'
import type { Tables } from '#server/db/tables.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { audiencesFor } from '../files.policy.ts'
import type { FileVersionTable, ProjectFileTable } from './files.tables.ts'

/** Marks rows that the openers of this file have found, so that no other code can build these scopes. */
declare const found: unique symbol

type Found<Row> = Row & { readonly [found]: true }

/** The rule of `audiencesFor` in SQL, for lists over several projects, which join all ways into them. */
export const audienceReached = sql<boolean>`(project_files.audience = 'everyone' or ${leadsInAsEditor})`

/**
 * Which files a requester may see: those of their audience and, by a share link, only those that belong to what it
 * opens. A link to some tracks gives none that belong to the whole project.
 */
export function reachedBy({ role, share }: Pick<ProjectScope, 'role' | 'share'>) {
  return (eb: ExpressionBuilder<Tables, 'project_files'>): ExpressionWrapper<Tables, 'project_files', SqlBool> => {
    const audience = eb('project_files.audience', 'in', audiencesFor(role))
    if (!share) return audience
    const { trackIds } = share
    const track = eb
      .selectFrom('tracks')
      .select('tracks.id')
      .whereRef('tracks.id', '=', 'project_files.track_id')
      .where('tracks.deleted_at', 'is', null)
    return trackIds === null
      ? eb.and([
          audience,
          eb.or([eb('project_files.track_id', 'is', null), eb.exists(track.where('tracks.archived_at', 'is', null))]),
        ])
      : eb.and([audience, eb.exists(track.where('tracks.id', 'in', ['', ...trackIds]))])
  }
}

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
    .where(reachedBy(scope))
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
  // A link shows a file as it is now: what was replaced may have been replaced for a reason.
  const isOld = version?.number !== opened.file.last_version_number
  if (!version || (scope.share && isOld)) throw refused.not_found()
  return { ...opened, version: version as FileVersionScope['version'] }
}

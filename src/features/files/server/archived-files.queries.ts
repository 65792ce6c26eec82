import type { ArchivedExtra } from '#features/renditions/server/archive-hooks.ts'
import type { ProjectScope } from '#server/scope.ts'
import { safeName } from '#server/storage/safe-name.ts'
import { versionedName } from '../file-kinds.ts'
import { reachedBy } from './files.scope.ts'

/** `Files/Lyrics.pdf`, and with all versions also `Files/Older versions/Lyrics (v1).pdf`. */
export async function archivedProjectFiles(
  scope: ProjectScope,
  which: 'newest' | 'all',
): Promise<readonly ArchivedExtra[]> {
  const { db, projectId, share } = scope
  const rows = await db
    .selectFrom('file_versions')
    .innerJoin('project_files', 'project_files.id', 'file_versions.file_id')
    .select([
      'project_files.name',
      'project_files.last_version_number',
      'file_versions.number',
      'file_versions.size_bytes',
      'file_versions.storage_key',
      'file_versions.created_at',
    ])
    .where('project_files.project_id', '=', projectId)
    .where('project_files.deleted_at', 'is', null)
    .where(reachedBy(scope))
    .$if(which === 'newest' || share !== undefined, (q) =>
      q.whereRef('file_versions.number', '=', 'project_files.last_version_number'),
    )
    .orderBy('project_files.name_key')
    .orderBy('file_versions.number', 'desc')
    .execute()
  const taken = new Set<string>()
  return rows.map((row) => ({
    path: freePath(row, taken),
    sizeBytes: row.size_bytes,
    storageKey: row.storage_key,
    at: row.created_at,
  }))
}

interface Named {
  readonly name: string
  readonly number: number
  readonly last_version_number: number
}

/** Two names may become one when they are made safe. */
function freePath({ name, number, last_version_number: newest }: Named, taken: Set<string>): string {
  const [folder, called] = number === newest ? ['Files', name] : ['Files/Older versions', versionedName(name, number)]
  for (let copy = 1; ; copy++) {
    const path = `${folder}/${safeName(copy === 1 ? called : `${copy} ${called}`)}`
    if (taken.has(path.toLowerCase())) continue
    taken.add(path.toLowerCase())
    return path
  }
}

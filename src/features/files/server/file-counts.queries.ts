import { sql } from 'kysely'
import type { BroughtBytes, BroughtRow, ProjectIds } from '#features/projects/server/project-hooks.ts'
import type { Db } from '#server/db/open-database.ts'
import type { ServerScope } from '#server/scope.ts'
import type { Instant } from '#shared/units.ts'

/** Those of these keys that belong to a version of a file, also in the trash. */
export async function namedProjectFiles(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('file_versions')
    .select('storage_key')
    .where('storage_key', 'in', ['', ...keys])
    .execute()
  return rows.map((row) => row.storage_key)
}

/** An erased file is not in the trash: an upload to it becomes a new file. */
export async function isFileTrashed(db: Db, fileId: string): Promise<boolean> {
  const file = await db.selectFrom('project_files').select('deleted_at').where('id', '=', fileId).executeTakeFirst()
  return file !== undefined && file.deleted_at !== null
}

export async function hasProjectFiles(db: Db): Promise<boolean> {
  return (await db.selectFrom('file_versions').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** All versions of all files; the trash counts until it is emptied. */
export function broughtFiles(db: Db, projects: ProjectIds): BroughtBytes {
  const query = db
    .selectFrom('file_versions')
    .innerJoin('project_files', 'project_files.id', 'file_versions.file_id')
    .select([
      'file_versions.project_id',
      sql<number>`coalesce(sum(file_versions.size_bytes), 0)`.as('bytes'),
      sql<number>`
        coalesce(sum(case when project_files.deleted_at is null then 0 else file_versions.size_bytes end), 0)
      `.as('trashed'),
    ])
    .$if(projects !== undefined, (q) => q.where('file_versions.project_id', 'in', projects ?? ['']))
    .groupBy('file_versions.project_id')
  return { kind: 'files', query: sql<BroughtRow>`${query}` }
}

/** The sweep removes their bytes. */
export async function eraseOldFiles({ db }: ServerScope, before: Instant): Promise<void> {
  await db.deleteFrom('project_files').where('deleted_at', '<', before).execute()
}

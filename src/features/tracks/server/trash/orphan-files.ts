import type { ServerScope } from '#server/scope.ts'
import { versionIdOf } from '#server/storage/version-key.ts'
import { askAll, versionsUnderWay } from '../track-hooks.ts'

/**
 * Files of versions that no row names. Asked right before removing; a version in the trash still names its files, and
 * so does an upload on its way.
 */
export async function orphansAmong(
  { db }: Pick<ServerScope, 'db'>,
  keys: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(keys.flatMap((key) => versionIdOf(key) ?? []))]
  if (ids.length === 0) return []
  // Uploads first: one that is sealed in between has a version by then, and never seems to have neither.
  const underWay = (await askAll(versionsUnderWay, db, ids)).flat()
  const versions = await db.selectFrom('versions').select('id').where('id', 'in', ids).execute()
  // A bounce that was made the newest again has the file of another version, which may be gone by now.
  const borrowing = await db
    .selectFrom('versions')
    .select('storage_key')
    .where('restored_from', 'is not', null)
    .execute()
  const named = new Set([
    ...versions.map(({ id }) => id),
    ...borrowing.map((row) => versionIdOf(row.storage_key)),
    ...underWay,
  ])
  return keys.filter((key) => !named.has(versionIdOf(key) ?? ''))
}

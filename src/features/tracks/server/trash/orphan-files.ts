import type { ServerScope } from '#server/scope.ts'
import { versionIdOf } from '#server/storage/version-key.ts'
import { askAll, versionsUnderWay } from '../track-hooks.ts'

/**
 * Files of versions without a row. Call right before deleting; versions in the trash and running uploads still refer to
 * their files.
 */
export async function orphansAmong(
  { db }: Pick<ServerScope, 'db'>,
  keys: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(keys.flatMap((key) => versionIdOf(key) ?? []))]
  if (ids.length === 0) return []
  // Uploads first: one that is sealed in between then has a version, and is never missed in both.
  const underWay = (await askAll(versionsUnderWay, db, ids)).flat()
  const versions = await db.selectFrom('versions').select('id').where('id', 'in', ids).execute()
  // A version that was made the newest again shares another version's file, whose row may be gone.
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

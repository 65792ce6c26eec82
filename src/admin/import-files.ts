import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Db } from '#server/db/open-database.ts'
import { holdFile } from '#server/process/process-lock.ts'
import type { Services } from '#server/services.ts'
import { quotaOf } from '#server/storage/quota.ts'
import { spareBytes } from '#server/storage/free-space.ts'
import { hashedInto } from '#features/administration/server/back-up.ts'
import { CommandRefused } from './command.ts'
import { sizeOf } from './files.commands.ts'
import type { ImportReading } from './import-reading.ts'
import { atMost } from './stream-limit.ts'

interface Importing {
  readonly projectId: string
  readonly signal: AbortSignal
}

const AT_ONCE = 500

/**
 * Stores the files, then calls `insert` to write their rows. All or nothing: if a file is damaged, the rows fail, or a
 * stop is requested, the stored files are removed. Returns their total bytes.
 */
export async function withFiles(
  services: Services,
  reading: ImportReading,
  keys: ReadonlyMap<string, string>,
  { projectId, signal }: Importing,
  insert: () => Promise<void>,
): Promise<number> {
  const {
    config,
    storage,
    database: { db },
  } = services
  mkdirSync(config.DATA_DIR, { recursive: true })
  // Two imports of one project at once would remove each other's files.
  const lock = holdFile(join(config.DATA_DIR, 'importing.lock'))
  if (!lock) throw new CommandRefused('Another import is running here. Nothing was imported.')
  const written: string[] = []
  try {
    await refuseTooMuch(
      services,
      reading.files.reduce((sum, { key, sizeBytes }) => sum + (keys.has(key) ? sizeBytes : 0), 0),
    )
    await refuseNamed(db, [...keys.values()])
    const bytes = await putFiles(services, reading, keys, written, signal)
    await insert()
    return bytes
  } catch (error) {
    // If the database's last answer was lost, the rows may exist.
    const isHere = await db
      .selectFrom('projects')
      .select('id')
      .where('id', '=', projectId)
      .executeTakeFirst()
      .then(
        (row) => row !== undefined,
        () => true,
      )
    if (!isHere) for (const key of written) await storage.remove(key)
    throw signal.aborted && !isHere
      ? new CommandRefused('Stopped. Nothing was imported: the command can be given again.', { cause: error })
      : error
  } finally {
    lock.release()
  }
}

/** Refuses keys that rows refer to; files without a row, as a killed import leaves them, are replaced. */
async function refuseNamed(db: Db, keys: readonly string[]): Promise<void> {
  for (const table of ['versions', 'note_attachments', 'file_versions'] as const) {
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const found = await db
        .selectFrom(table)
        .select('storage_key')
        .where('storage_key', 'in', keys.slice(at, at + AT_ONCE))
        .limit(1)
        .executeTakeFirst()
      if (found) throw new CommandRefused(`The file ${found.storage_key} already exists. Nothing was imported.`)
    }
  }
}

async function putFiles(
  { storage }: Services,
  { files, readFile }: ImportReading,
  keys: ReadonlyMap<string, string>,
  written: string[],
  signal: AbortSignal,
): Promise<number> {
  let bytes = 0
  for (const { key, sizeBytes, sha256 } of files) {
    const to = keys.get(key)
    if (to === undefined) continue
    signal.throwIfAborted()
    const damaged = `The ZIP is damaged: ${key} is not what it should be. Nothing was imported.`
    written.push(to)
    const seen = await hashedInto(
      atMost(await readFile(key), sizeBytes, damaged),
      (stream) => storage.put(to, stream),
      signal,
    )
    if (seen.sha256 !== sha256 || seen.sizeBytes !== sizeBytes) throw new CommandRefused(damaged)
    bytes += sizeBytes
  }
  signal.throwIfAborted()
  return bytes
}

async function refuseTooMuch({ storage, config, now, database: { db } }: Services, bytes: number): Promise<void> {
  const spare = await spareBytes({ storage, config, now, db })
  if (spare !== undefined && spare < bytes)
    throw new CommandRefused(
      `Its files take ${sizeOf(bytes)}, and there is not so much room (MIN_FREE_MB, MIN_FREE_PERCENT are kept ` +
        'free). Nothing was imported.',
    )
  const quotaBytes = quotaOf(null, config.PROJECT_QUOTA_GB)
  if (quotaBytes !== null && bytes > quotaBytes)
    throw new CommandRefused(
      `Its files take ${sizeOf(bytes)}, and a project may hold ${sizeOf(quotaBytes)} ` +
        'here (PROJECT_QUOTA_GB). Nothing was imported.',
    )
}

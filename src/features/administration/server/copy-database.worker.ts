import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { copySqlite } from '#server/backup/copy-sqlite.ts'
import { databaseRows } from '#server/backup/stored-rows.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { openSqlite, type Database } from '#server/db/open-database.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { syncFile } from '#server/storage/disk-files.ts'
import { lookThrough, type CopiedRows } from './copy-database.ts'

const Paths = z.object({ from: z.string(), to: z.string() })

const { from, to } = Paths.parse(workerData)
await opened(from, (live) => copySqlite(live, to))
const copied = await opened(to, async ({ db }): Promise<CopiedRows> => {
  const { applied } = await schemaState(db, 'sqlite')
  return lookThrough(db, databaseRows(db, await tableShapes(new Set(applied)), applied))
})
// Opening the copy has written to it.
await syncFile(to)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(copied)

async function opened<T>(path: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openSqlite(path)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

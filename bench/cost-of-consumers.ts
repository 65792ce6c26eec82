import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { type Database, openDatabase } from '#server/db/open-database.ts'
import { streamsWithNews } from '#server/events/stream-news.ts'
import { startPostgres } from '../scripts/start-postgres.ts'
import { medianOf } from './bench-tools.ts'
import type { FollowerCosts } from './growing-arithmetic.ts'

const PROJECTS = 100_000
const ROUNDS = 5
/** Below SQLite's limit of parameters per statement. */
const AT_ONCE = 1000

/** How long a process takes to look for projects with new events among 100,000 without any. */
export async function costOfFollowers(): Promise<FollowerCosts> {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-followers-'))
  const server = await startPostgres({ forgetful: true })
  if ('missing' in server) throw new Error(server.missing)
  try {
    return {
      projects: PROJECTS,
      sqliteMs: await lookingMs(openDatabase({ url: undefined, dataDir: folder })),
      postgresMs: await lookingMs(openDatabase({ url: server.url, dataDir: folder })),
    }
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function lookingMs(database: Database): Promise<number> {
  const { db } = database
  await migrate(db, database.engine)
  for (let from = 0; from < PROJECTS; from += AT_ONCE) {
    const ids = Array.from({ length: AT_ONCE }, (_, i) => `project:${String(from + i).padStart(26, '0')}`)
    await db
      .insertInto('streams')
      .values(ids.map((id) => ({ id, seq: 12 })))
      .execute()
    await db
      .insertInto('inbox_cursors')
      .values(ids.map((id) => ({ stream_id: id, seq: 12 })))
      .execute()
  }
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now()
    await streamsWithNews(db, 'inbox_news')
    took.push(performance.now() - startedAt)
  }
  await database.close()
  return medianOf(took)
}

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { keepBeforeMigration } from '#server/backup/keep-before-migration.ts'
import { loadRows } from '#server/backup/load-rows.ts'
import { rowLines } from '#server/backup/row-lines.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { measure } from './measure.ts'
import { runTestFiles } from './test-files.ts'

const KILLS = 20
const SCHEMAS = 'fixtures/schemas'
/** The first schema with notes: every later migration applies to them. */
const FIRST_WITH_NOTES = join(SCHEMAS, '0008-notes.jsonl')
const NOTES = 100_000
const MIGRATED_MS = 30_000

/**
 * Each earlier schema is stored with rows (fixtures/schemas); the tests beside migrate.ts migrate each to the current
 * one.
 */
void measure('r16', async (run) => {
  const kills = run.short ? 3 : KILLS
  const schemas = readdirSync(SCHEMAS).filter((name) => name.endsWith('.jsonl')).length
  const { passed, wrong } = await runTestFiles(
    run,
    'server',
    [
      'src/server/db/migrations.test.ts',
      'src/server/db/dying-migration.test.ts',
      'src/server/backup/keep-before-migration.test.ts',
    ],
    { TEST_DATABASE: 'sqlite', MIGRATION_KILLS: String(kills) },
  )
  const notes = run.short ? NOTES / 100 : NOTES
  const { tookMs, steps, lost } = await migrateMany(join(run.folder, 'many'), notes)
  return {
    figure:
      `${schemas} schemas brought to today’s, ${kills} kills on the way, a copy kept before: ${passed} tests ` +
      `passed, ${wrong.length} failed; ${notes} notes copied and brought over ${steps} steps in ` +
      `${(tookMs / 1000).toFixed(1)} s, ${lost} lost`,
    wrong: [
      ...wrong,
      ...(lost === 0 ? [] : [`${lost} of ${notes} notes were lost`]),
      ...(tookMs <= MIGRATED_MS ? [] : [`${notes} notes took ${tookMs.toFixed(0)} ms`]),
    ],
  }
})

/** What a start does with a database of that age: copies it, then runs every later migration. */
async function migrateMany(dataDir: string, notes: number): Promise<{ tookMs: number; steps: number; lost: number }> {
  const database = openDatabase({ url: undefined, dataDir })
  const { db, engine } = database
  try {
    await loadRows(database, await rowLines(FIRST_WITH_NOTES))
    const words = 'The snare is late against the kick from the second chorus on, and so is the ride. '
    await sql`
      with recursive many(n) as (select 1 union all select n + 1 from many where n < ${notes})
      insert into notes
        (id, project_id, track_id, version_id, parent_id, from_seconds, to_seconds,
        body, author_id, state, created_at)
      select 'many' || n, 'lowtide', 'kiln', 'kiln1', null, n / 1000.0, null,
        ${words} || n, 'cora', 'open', 1768219200000 + n
      from many
    `.execute(db)
    const startedAt = performance.now()
    await keepBeforeMigration(database, dataDir, Date.now())
    const steps = await migrate(db, engine)
    const tookMs = performance.now() - startedAt
    const { there } = await db
      .selectFrom('notes')
      .select((eb) => eb.fn.countAll<number>().as('there'))
      .where('id', 'like', 'many%')
      .where('body', 'like', `${words}%`)
      .executeTakeFirstOrThrow()
    return { tookMs, steps: steps.length, lost: notes - Number(there) }
  } finally {
    await database.close()
  }
}

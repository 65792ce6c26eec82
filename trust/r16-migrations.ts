import { readdirSync } from 'node:fs'
import { measure } from './measure.ts'
import { runTestFiles } from './test-files.ts'

const KILLS = 20

/** Each schema that was ever landed is kept with rows in it (fixtures/schemas); the tests beside migrate.ts bring each to today's. */
void measure('r16', async (run) => {
  const kills = run.short ? 3 : KILLS
  const schemas = readdirSync('fixtures/schemas').filter((name) => name.endsWith('.jsonl')).length
  const { passed, wrong } = await runTestFiles(run, 'server', ['src/server/db/migrations.test.ts', 'src/server/db/dying-migration.test.ts', 'src/server/backup/keep-before-migration.test.ts'], { TEST_DATABASE: 'sqlite', MIGRATION_KILLS: String(kills) })
  return { figure: `${schemas} schemas brought to today’s, ${kills} kills on the way, a copy kept before: ${passed} tests passed, ${wrong.length} failed`, wrong }
})

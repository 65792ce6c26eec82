import { findBrowser } from './find-browser.ts'
import { findEngines } from './find-engines.ts'
import { run, step, stepTimes } from './run-step.ts'
import { runTests, type TestRun } from './run-tests.ts'
import { ramdiskFolder } from './ramdisk-folder.ts'
import { findStrace } from './find-strace.ts'
import { startPostgres } from './start-postgres.ts'

/** Everything that can be checked, in the order in which a mistake shows soonest. */
const inCi = process.env['CI'] === 'true'
const only = process.argv.slice(2)
/** What speaks to the database by itself; the rest asks through the same queries. */
const IN_MEMORY_AS_WELL = [
  'src/server/db/',
  'src/server/events/',
  'src/server/jobs/',
  'src/server/router/',
  'src/app/server/access.test.ts',
  'src/app/server/follow-streams.test.ts',
  'src/app/server/paging.test.ts',
  'src/app/server/stream-news.test.ts',
]
/**
 * What the API tests write is gone a moment later; journeys and the trust programs write to the disk, as servers do.
 */
const quick = { TMPDIR: ramdiskFolder() }
const counts = { passed: 0, failed: 0, skipped: 0 }
const remarks: string[] = []
let ok = true

if (only.length === 0) {
  ok = step('Types', () => run('node_modules/typescript/bin/tsc', ['-b'])) && ok
  ok = step('Lint', () => run('node_modules/oxlint/bin/oxlint', ['--deny-warnings'])) && ok
}

const strace = findStrace({ install: true })
if ('missing' in strace) {
  remarks.push(`The decoder was not watched from outside: ${strace.missing}`)
  if (inCi) ok = false
}
ok = tests('Unit and API tests on SQLite', ['pure', 'server'], { env: quick }) && ok
// Its databases live as long as one test: none of them needs to outlive a power cut.
const postgres = await startPostgres({ forgetful: true })
// In memory it is the same engine: what touches it directly runs on both, and everything where no server can be had.
ok =
  tests('API tests on PostgreSQL in memory', ['pglite'], {
    only: 'url' in postgres && only.length === 0 ? IN_MEMORY_AS_WELL : only,
    env: quick,
  }) && ok
if ('url' in postgres) {
  ok =
    tests('API tests on a PostgreSQL server', ['postgres'], { env: { ...quick, TEST_POSTGRES_URL: postgres.url } }) &&
    ok
  await postgres.stop()
} else {
  remarks.push(`Not tested on a PostgreSQL server: ${postgres.missing}`)
  if (inCi) ok = false
}

const browser = findBrowser()
const engines = findEngines()
for (const missing of engines.missing) {
  remarks.push(`The main steps were not gone through in another engine: ${missing}`)
  if (inCi) ok = false
}
// Two at a time on any machine: each brings a server and a browser, and plays sound in real time.
if ('path' in browser)
  ok =
    tests('Browser journeys', ['e2e'], {
      env: { CHROMIUM: browser.path, ...engines.env },
      options: ['--maxWorkers=2'],
    }) && ok
else {
  remarks.push(`Browser journeys did not run: ${browser.missing}`)
  ok = false
}

for (const remark of remarks) process.stdout.write(`\n${remark}\n`)
process.stdout.write(`\n${stepTimes()}`)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exit(ok && counts.failed === 0 ? 0 : 1)

function tests(name: string, projects: readonly string[], how: Partial<TestRun> = {}): boolean {
  return step(name, () => {
    const outcome = runTests({ projects, only, env: {}, options: [], ...how })
    counts.passed += outcome.passed
    counts.failed += outcome.failed
    counts.skipped += outcome.skipped
    remarks.push(...outcome.troubles)
    return outcome.ok
  })
}

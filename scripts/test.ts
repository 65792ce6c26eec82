import { changedFiles } from './changed-files.ts'
import { findBrowser } from './find-browser.ts'
import { findEngines } from './find-engines.ts'
import { type Extent, LOOKS_AROUND, reachOf } from './reach.ts'
import { run, step, stepTimes } from './run-step.ts'
import { runTests, type TestRun } from './run-tests.ts'
import { ramdiskFolder } from './ramdisk-folder.ts'
import { findStrace } from './find-strace.ts'
import { startPostgres } from './start-postgres.ts'

/**
 * All checks, fastest first. With parts of paths, the tests there; with `--changed`, those that the changes since
 * `main`, or since the given branch, can affect.
 */
const inCi = process.env['CI'] === 'true'
const { only, changed } = asked(process.argv.slice(2))
const reach = changed ? reachOf(changed) : ({ code: 'all', journeys: 'all' } as const)
/** Data of the API tests is temporary; journeys and the trust programs write to the disk, like servers. */
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
ok =
  tests('Unit, component and API tests on SQLite', ['pure', 'components', 'server'], reach.code, { env: quick }) && ok
if (reach.code !== 'none') await onPostgres()
if (reach.journeys !== 'none') browse()

for (const remark of remarks) process.stdout.write(`\n${remark}\n`)
process.stdout.write(`\n${stepTimes()}`)
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
process.exit(ok && counts.failed === 0 ? 0 : 1)

async function onPostgres(): Promise<void> {
  // Its databases last only for one test, so they need not survive a power cut.
  const postgres = await startPostgres({ forgetful: true })
  const env = { ...quick, ...('url' in postgres && { TEST_POSTGRES_URL: postgres.url }) }
  ok = tests('API tests on PostgreSQL in memory', ['pglite'], reach.code, { env }) && ok
  if ('url' in postgres) {
    ok = tests('API tests on a PostgreSQL server', ['postgres'], reach.code, { env }) && ok
    await postgres.stop()
  } else {
    remarks.push(`Not tested on a PostgreSQL server: ${postgres.missing}`)
    if (inCi) ok = false
  }
}

function browse(): void {
  const browser = findBrowser()
  const engines = findEngines()
  for (const missing of engines.missing) {
    remarks.push(`The main steps were not gone through in another engine: ${missing}`)
    if (inCi) ok = false
  }
  if ('missing' in browser) {
    remarks.push(`Browser journeys did not run: ${browser.missing}`)
    ok = false
    return
  }
  // Two at a time on any machine: each starts a server and a browser, and plays sound in real time.
  const options = ['--maxWorkers=2']
  const env = { CHROMIUM: browser.path, ...engines.env }
  ok = tests('Browser journeys', ['e2e'], reach.journeys, { env, options }) && ok
}

function tests(name: string, projects: readonly string[], extent: Extent, how: Partial<TestRun> = {}): boolean {
  if (extent === 'none') return true
  const importersOf = extent === 'importers' && changed ? [...changed, LOOKS_AROUND] : []
  return step(name, () => {
    const outcome = runTests({ projects, only, importersOf, env: {}, options: [], ...how })
    counts.passed += outcome.passed
    counts.failed += outcome.failed
    counts.skipped += outcome.skipped
    remarks.push(...outcome.troubles)
    return outcome.ok
  })
}

function asked(args: readonly string[]): { readonly only: readonly string[]; readonly changed?: readonly string[] } {
  if (args[0] !== '--changed') return { only: args }
  const ref = args[1] ?? 'main'
  const changed = changedFiles(ref)
  if (!changed || args.length > 2) {
    process.stderr.write(
      changed ? 'Behind --changed stands one branch or commit.\n' : `There is no “${ref}” to compare with.\n`,
    )
    process.exit(1)
  }
  return { only: [], changed }
}

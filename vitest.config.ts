import { globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './scripts/slowest-first.ts'

if (!('groupBy' in Map)) {
  process.stderr.write(
    'Roughmix’s tests need a newer Node than this one: “npm run watch -- path” and “npm test -- path” bring it.\n',
  )
  process.exit(1)
}

/** Tests that ask through routes or touch the database: the same files run on every engine, but for those below. */
const onEveryEngine = [
  'src/server/**/*.test.ts',
  'src/app/server/**/*.test.ts',
  'src/features/*/server/**/*.test.ts',
  'src/admin/**/*.test.ts',
]
/**
 * What runs on SQLite alone. The rule: what is the same on both databases runs twice only where SQL differs. So a file
 * stands here when its claims are about something else (sound, files, HTTP, words, other processes), or when it brings
 * SQLite itself; and what it asks of the database on the way are rows by their key, as a hundred other files ask for
 * them. Conditions, sums, upserts that count, locks, dates and texts that a database may refuse run on both.
 */
const onSqliteAlone = [
  // Sound, and what is made from it: `e2e/cluster.journey.ts` has workers do it on PostgreSQL.
  'src/server/media/**',
  'src/app/server/{compared-pairs,truth-pairs}.test.ts',
  'src/features/comparisons/server/comparisons.test.ts',
  'src/features/renditions/server/**',
  'src/features/sample-project/server/sample-project.test.ts',
  'src/features/tracks/server/versions/{analysis-turn,spectrograms}.test.ts',
  'src/features/tracks/server/versions/version-{files,findings,loudness}.test.ts',
  'src/features/transfers/server/likely-track.test.ts',
  // Files, lines and processes.
  'src/server/storage/**',
  'src/server/http/**',
  'src/server/process/**',
  'src/server/static/**',
  'src/server/fleet/{fleet-relay,notice-channel,shared-clock}.test.ts',
  'src/server/{health,hooks,log,start-errors}.test.ts',
  'src/server/router/{client-address,error-answers,request-guard}.test.ts',
  'src/app/server/{forged-scopes,lists}.test.ts',
  'src/app/server/security/started-product.test.ts',
  'src/admin/{copy-files,doctor,named-errors,push-keys,started-admin,zip-reading}.test.ts',
  // Words.
  'src/server/security/security-pages.test.ts',
  'src/server/mail/mails.test.ts',
  'src/features/inbox/server/mailed-items.test.ts',
  // They bring SQLite. `transfers.postgres.test.ts` is what several servers do with uploads.
  'src/server/db/{ballast,dying-migration,references,sqlite-driver,sqlite-handle,sqlite-version}.test.ts',
  'src/features/transfers/server/{full-disk,transfers,transfers.crash,transfers.s3,uploads.sweep}.test.ts',
]
/**
 * In memory it is the same engine as in a server. Where there is a server, which says more, it is enough to show that
 * tests can do without one: by what speaks to the database itself, and by a file that goes through every route.
 */
const inMemoryAsWell = [
  'src/server/{events,jobs}/**/*.test.ts',
  'src/server/db/{lost-connections,padded-in-lists}.test.ts',
  'src/app/server/{access,paging}.test.ts',
]
const hasServer = process.env['TEST_POSTGRES_URL'] !== undefined
for (const pattern of [...onSqliteAlone, ...inMemoryAsWell])
  if (globSync(pattern).length === 0) throw new Error(`There is nothing at ${pattern} any more (vitest.config.ts).`)
/** What takes a server that several processes are connected to. */
const forServers = ['src/**/*.postgres.test.ts']
/**
 * Files of one worker share what they import, and the databases in memory and browsers that others are done with: no
 * test leaves anything behind in a module.
 */
const together = { isolate: false }
const inCi = process.env['CI'] === 'true'
/** A busy machine is no failure; whatever needed another try is told at the end of the run. */
const patient = {
  setupFiles: ['src/testing/fixed-seed.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  retry: inCi ? 2 : 0,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    // The usual one fewer than there are cores leaves half of a small machine idle.
    maxWorkers: '100%',
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: [
            'src/shared/**/*.test.ts',
            'src/audio/**/*.test.ts',
            'src/features/*/*.test.ts',
            'src/web/**/*.test.ts',
            'src/features/*/web/**/*.test.ts',
            'src/app/web/**/*.test.ts',
            'fixtures/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          ...patient,
          ...together,
        },
      },
      {
        oxc: { jsx: { runtime: 'automatic' } },
        test: {
          name: 'components',
          include: ['src/**/*.component.test.tsx'],
          environment: 'jsdom',
          // What was on the page when something could not be found: enough to see, not pages of it.
          env: { DEBUG_PRINT_LIMIT: '3000' },
          ...patient,
          ...together,
          setupFiles: ['src/web/testing/component-setup.ts'],
        },
      },
      {
        test: {
          name: 'server',
          include: onEveryEngine,
          exclude: forServers,
          env: { TEST_DATABASE: 'sqlite' },
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'pglite',
          include: hasServer ? inMemoryAsWell : onEveryEngine,
          exclude: [...onSqliteAlone, ...forServers],
          env: { TEST_DATABASE: 'pglite' },
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'postgres',
          include: onEveryEngine,
          exclude: onSqliteAlone,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['src/testing/drop-test-databases.ts'],
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.journey.ts'],
          globalSetup: ['e2e/shared-product.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          retry: inCi ? 3 : 0,
          expect: { poll: { timeout: 20_000 } },
          ...together,
        },
      },
    ],
  },
})

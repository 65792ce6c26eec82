import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './scripts/slowest-first.ts'

if (!('groupBy' in Map)) {
  process.stderr.write(
    'Roughmix’s tests need a newer Node than this one: “npm run watch -- path” and “npm test -- path” bring it.\n',
  )
  process.exit(1)
}

/** Tests that ask through routes or touch the database: the same files run on every engine. */
const onEveryEngine = [
  'src/server/**/*.test.ts',
  'src/app/server/**/*.test.ts',
  'src/features/*/server/**/*.test.ts',
  'src/admin/**/*.test.ts',
]
/** Platform parts that no database has a say in. */
const engineFree = [
  'src/server/media/**',
  'src/app/server/compared-pairs.test.ts',
  'src/server/storage/**',
  'src/server/http/**',
  'src/server/process/**',
  'src/server/fleet/{fleet-relay,notice-channel,shared-clock}.test.ts',
  'src/admin/doctor.test.ts',
  'src/server/db/dying-migration.test.ts',
]
/** What takes a server that several processes are connected to. */
const forServers = ['src/**/*.postgres.test.ts']
/**
 * Files of one worker share what they import, and the databases in memory that others are done with: no test leaves
 * anything behind in a module.
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
          ],
          ...patient,
        },
      },
      {
        test: {
          name: 'server',
          include: [...onEveryEngine],
          exclude: forServers,
          env: { TEST_DATABASE: 'sqlite' },
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'pglite',
          include: onEveryEngine,
          exclude: [...engineFree, ...forServers],
          env: { TEST_DATABASE: 'pglite' },
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'postgres',
          include: onEveryEngine,
          exclude: engineFree,
          env: { TEST_DATABASE: 'postgres' },
          globalSetup: ['src/testing/drop-test-databases.ts'],
          ...patient,
          ...together,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          retry: inCi ? 3 : 0,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})

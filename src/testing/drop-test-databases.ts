import type { TestProject } from 'vitest/node'
import { command } from './postgres-command.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How the databases of this run begin. */
    testDatabases: string
  }
}

/**
 * Before a run on a PostgreSQL server: names its databases. After it: the ones that were kept for the next test are
 * dropped.
 */
export default function setup(project: TestProject): () => Promise<void> {
  const prefix = `roughmix_test_${process.pid}_`
  project.provide('testDatabases', prefix)
  return async () => {
    const server = process.env['TEST_POSTGRES_URL']
    if (!server) return
    for (const { datname } of await command(
      server,
      `select datname from pg_database where starts_with(datname, '${prefix}')`,
    ))
      await command(server, `drop database "${datname}" with (force)`)
  }
}

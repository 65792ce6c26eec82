import type { TestProject } from 'vitest/node'
import { command } from './postgres-command.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Prefix of the names of this run's databases. */
    testDatabases: string
  }
}

/** Before a run on a PostgreSQL server: chooses the databases' prefix. After it: drops those kept for reuse. */
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

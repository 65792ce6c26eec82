import { sql, type Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { DatabaseEngine } from './open-database.ts'
import type { Tables } from './tables.ts'

/** The migrations of a database compared with those of this program. */
export interface SchemaState {
  /** In this program's order; empty if the database has none of our tables. */
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /** Steps that only a newer program has. */
  readonly unknown: readonly string[]
}

/** Reads only: creates no tables. */
export async function schemaState(db: Kysely<Tables>, engine: DatabaseEngine): Promise<SchemaState> {
  const done = (await isThere(db, engine))
    ? new Set((await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
    : new Set<string>()
  const names = migrations.map(({ name }) => name)
  return {
    applied: names.filter((name) => done.has(name)),
    pending: names.filter((name) => !done.has(name)),
    unknown: [...done].filter((name) => !names.includes(name)).toSorted(),
  }
}

async function isThere(db: Kysely<Tables>, engine: DatabaseEngine): Promise<boolean> {
  const { rows } = await (
    engine === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name = 'migrations'`
      : sql`select 1 where to_regclass('migrations') is not null`
  ).execute(db)
  return rows.length > 0
}

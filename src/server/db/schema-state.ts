import { sql, type Kysely } from 'kysely'
import { migrations } from './migrations.ts'
import type { DatabaseEngine } from './open-database.ts'
import type { Tables } from './tables.ts'

/** How far a database is, beside what this program knows. */
export interface SchemaState {
  /** In the order of this program; none where there is no Roughmix in the database yet. */
  readonly applied: readonly string[]
  readonly pending: readonly string[]
  /** Steps that only a newer program knows. */
  readonly unknown: readonly string[]
}

/** Reads only: a database without our tables stays without. */
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

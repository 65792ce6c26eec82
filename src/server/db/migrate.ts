import { sql, type Kysely, type Transaction } from 'kysely'
import type { ColumnTypes } from './migration.ts'
import { migrations } from './migrations.ts'
import type { DatabaseEngine } from './open-database.ts'
import { schemaState } from './schema-state.ts'
import type { Tables } from './tables.ts'

/** A newer version of Roughmix wrote this database. */
export class NewerDatabase extends Error {}

/**
 * Migrates the schema, each step in its own transaction. Returns the steps taken. `only` stops at an earlier schema, so
 * that data written with it can be loaded. Throws NewerDatabase before it changes anything.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: DatabaseEngine,
  { only }: { only?: ReadonlySet<string> } = {},
): Promise<readonly string[]> {
  if ((await schemaState(db, engine)).unknown.length > 0)
    throw new NewerDatabase(
      'This database was written by a newer Roughmix. Start that version, or restore a backup made before the upgrade.',
    )
  await inTurn(db, engine, (tx) =>
    tx.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('at', engine === 'sqlite' ? 'integer' : 'bigint', (c) => c.notNull())
      .execute(),
  )
  const types: ColumnTypes =
    engine === 'sqlite' ? { engine, big: 'integer', real: 'real' } : { engine, big: 'bigint', real: 'double precision' }
  const taken: string[] = []
  for (const migration of migrations) {
    if (only && !only.has(migration.name)) continue
    const ran = await inTurn(db, engine, async (tx) => {
      const done = await tx
        .selectFrom('migrations')
        .select('name')
        .where('name', '=', migration.name)
        .executeTakeFirst()
      if (done) return false
      await migration.up(tx, types)
      await tx.insertInto('migrations').values({ name: migration.name, at: Date.now() }).execute()
      return true
    })
    if (ran) taken.push(migration.name)
  }
  return taken
}

/**
 * Several processes may start at once: one migrates and the others wait. On PostgreSQL not even “if not exists” is safe
 * from that race.
 */
function inTurn<T>(
  db: Kysely<Tables>,
  engine: DatabaseEngine,
  work: (tx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(7268461)`.execute(tx)
    return work(tx)
  })
}

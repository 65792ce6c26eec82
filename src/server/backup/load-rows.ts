import { sql } from 'kysely'
import { migrate } from '../db/migrate.ts'
import type { Database, Db } from '../db/open-database.ts'
import { schemaState } from '../db/schema-state.ts'
import type { RowSource, StoredRow, StoredValue, TableRows } from './stored-rows.ts'

/** Parameters per statement, below the limit of both engines. */
const MOST_VALUES = 30_000

/**
 * Fills a database that has none of our tables with all rows of a source, in the schema they were written with;
 * `migrate` updates it afterwards. One transaction; the tables may come in any order.
 */
export async function loadRows(database: Database, source: RowSource): Promise<void> {
  const { db, engine } = database
  if ((await schemaState(db, engine)).applied.length > 0) throw new Error('rows are loaded into an empty database only')
  await migrate(db, engine, { only: new Set(source.migrations) })
  await db.transaction().execute(async (tx) => {
    const rest = engine === 'sqlite' ? await restSqlite(tx) : await restPostgres(tx)
    for await (const table of source.tables()) await loadTable(tx, table, rest.flags(table.name))
    await rest.over()
  })
}

/** Rows may refer to each other in any order: foreign keys are checked after all are loaded. */
interface Rest {
  /** The boolean columns of a table. */
  flags(table: string): ReadonlySet<string>
  over(): Promise<void>
}

async function restSqlite(tx: Db): Promise<Rest> {
  await sql`pragma defer_foreign_keys = on`.execute(tx)
  return { flags: () => new Set(), over: async () => undefined }
}

async function restPostgres(tx: Db): Promise<Rest> {
  const { rows: constraints } = await sql<{ name: string; table: string }>`
    select conname as name, conrelid::regclass::text as "table" from pg_constraint
    where contype = 'f' and connamespace = current_schema()::regnamespace
  `.execute(tx)
  const alter = async (how: string) => {
    for (const { name, table } of constraints)
      await sql`alter table ${sql.raw(table)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(tx)
  }
  await alter('deferrable initially deferred')
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = current_schema() and data_type = 'boolean'
  `.execute(tx)
  return {
    flags: (table) => new Set(rows.filter((column) => column.table === table).map(({ name }) => name)),
    async over() {
      await sql`set constraints all immediate`.execute(tx)
      await alter('not deferrable')
    },
  }
}

async function loadTable(tx: Db, { name, columns, lots }: TableRows, flags: ReadonlySet<string>): Promise<void> {
  const atOnce = Math.floor(MOST_VALUES / columns.length)
  for await (const lot of lots) {
    for (let at = 0; at < lot.length; at += atOnce) {
      const rows = lot.slice(at, at + atOnce).map((row) => sql`(${sql.join(valuesOf(row, columns, flags))})`)
      const named = sql.join(columns.map((column) => sql.ref(column)))
      await sql`insert into ${sql.table(name)} (${named}) values ${sql.join(rows)}`.execute(tx)
    }
  }
}

function valuesOf(
  row: StoredRow,
  columns: readonly string[],
  flags: ReadonlySet<string>,
): readonly (StoredValue | boolean)[] {
  return row.map((value, i) => (value !== null && flags.has(columns[i] ?? '') ? value === 1 : value))
}

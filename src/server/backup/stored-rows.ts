import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/open-database.ts'
import type { TableShape } from './table-shapes.ts'

/** A JSON value, the same for both engines: instants as ISO text, booleans as 0 and 1. */
export type StoredValue = string | number | null
/** In the order of the table's columns. */
export type StoredRow = readonly StoredValue[]

/** All rows of one schema, table by table: from a database, or from a file written from one. */
export interface RowSource {
  readonly migrations: readonly string[]
  tables(): AsyncIterable<TableRows>
}

export interface TableRows {
  readonly name: string
  readonly columns: readonly string[]
  /** In batches; each can be read once. */
  readonly lots: AsyncIterable<readonly StoredRow[]>
}

const LOT = 500

/**
 * All rows of a database that does not change: in a snapshot transaction, a copy, or one that nobody else uses. The
 * signal aborts the read.
 */
export function databaseRows(
  db: Db,
  shapes: readonly TableShape[],
  migrations: readonly string[],
  signal?: AbortSignal,
): RowSource {
  return {
    migrations,
    async *tables() {
      for (const shape of shapes) yield { name: shape.name, columns: shape.columns, lots: lotsOf(db, shape, signal) }
    },
  }
}

/** Reads in primary-key order from the end of the last batch, so that memory does not grow with the table. */
async function* lotsOf(
  db: Db,
  shape: TableShape,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly StoredRow[]> {
  const { name, columns, dates, key } = shape
  const selected = sql.join(columns.map((column) => sql.ref(column)))
  const order = sql.join(key.map((column) => sql.ref(column)))
  for (let after: RawBuilder<unknown> = sql`true`; ;) {
    signal?.throwIfAborted()
    const { rows } = await sql<Readonly<Record<string, unknown>>>`
      select ${selected} from ${sql.table(name)} where ${after} order by ${order} limit ${LOT}
    `.execute(db)
    if (rows.length > 0) yield rows.map((row) => columns.map((column) => storedValue(row[column], dates.has(column))))
    const last = rows.at(-1)
    if (!last || rows.length < LOT) return
    after = sql`(${order}) > (${sql.join(key.map((column) => last[column]))})`
  }
}

function storedValue(value: unknown, isDate: boolean): StoredValue {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`a column holds a ${typeof value}`)
  return isDate ? new Date(value).toISOString() : value
}

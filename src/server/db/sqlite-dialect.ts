import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite'
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler, type DatabaseConnection, type Dialect } from 'kysely'
import type { DatabaseLoad } from './open-database.ts'

/**
 * Opens a SQLite file with settings under which an acknowledged commit survives power loss (TRUST.md section 0:
 * NORMAL lost 500 of 500 rows, FULL none) and hands it to Kysely.
 */
export function sqliteDialect(file: string): { readonly dialect: Dialect; readonly load: () => DatabaseLoad } {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 10_000 })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  if (process.platform === 'darwin') database.exec('pragma fullfsync = 1')
  const config = { database: statementsOf(database) }
  const driver = new ImmediateDriver(config)
  const dialect: Dialect = {
    createAdapter: () => new QueueingAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
  return { dialect, load: () => ({ open: 1, idle: driver.held === 0 ? 1 : 0, waiting: Math.max(0, driver.held - 1) }) }
}

/** Kysely’s own queue for the one connection tells nobody how long it is; the driver below has one that does. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** A deferred `begin` that reads and then writes fails with "database is locked" whatever the timeout; taking the lock at once waits instead. */
class ImmediateDriver extends SqliteDriver {
  /** Those who have the one connection or wait for it. */
  held = 0
  #last: Promise<void> = Promise.resolve()
  #free: () => void = () => undefined

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.held++
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = promise
    await before
    this.#free = resolve
    return super.acquireConnection()
  }

  override async releaseConnection(): Promise<void> {
    this.held--
    this.#free()
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
}

type KyselySqlite = Exclude<ConstructorParameters<typeof SqliteDialect>[0]['database'], (...args: never) => unknown>

/** Prepared once and kept: 12.6 µs a point read instead of 21.6. */
function statementsOf(database: DatabaseSync): KyselySqlite {
  const prepared = new Map<string, StatementSync>()
  return {
    close: () => database.close(),
    prepare(sql: string) {
      const statement = prepared.get(sql) ?? database.prepare(sql)
      if (prepared.size < 500) prepared.set(sql, statement)
      return {
        get reader() {
          return statement.columns().length > 0
        },
        all: (parameters: readonly unknown[]) => statement.all(...bindable(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...bindable(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...bindable(parameters)),
      }
    },
  }
}

/** Kysely compiles values of column types that SQLite knows; it types them `unknown`. */
function bindable(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => (value === undefined ? null : (value as SQLInputValue)))
}

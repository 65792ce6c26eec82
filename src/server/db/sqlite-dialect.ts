import { DatabaseSync, type StatementSync, type SQLInputValue } from 'node:sqlite'
import { CompiledQuery, SqliteAdapter, SqliteDialect, SqliteDriver, SqliteIntrospector, SqliteQueryCompiler, type DatabaseConnection, type Dialect } from 'kysely'

/**
 * Opens a SQLite file with settings under which an acknowledged commit survives power loss (TRUST.md section 0:
 * NORMAL lost 500 of 500 rows, FULL none) and hands it to Kysely.
 */
export function sqliteDialect(file: string): Dialect {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 10_000 })
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = full')
  if (process.platform === 'darwin') database.exec('pragma fullfsync = 1')
  const config = { database: statementsOf(database) }
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ImmediateDriver(config),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** A deferred `begin` that reads and then writes fails with "database is locked" whatever the timeout; taking the lock at once waits instead. */
class ImmediateDriver extends SqliteDriver {
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

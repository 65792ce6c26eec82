import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { POSTGRES_SESSION_SETTINGS } from './postgres-session-settings.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { DatabaseLoad, SqliteWatch } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

export type DatabaseEngine = 'sqlite' | 'postgres'
export type Db = Kysely<Tables> | Transaction<Tables>

export interface Database {
  readonly engine: DatabaseEngine
  readonly db: Kysely<Tables>
  /** How busy its connections are. */
  readonly load: () => DatabaseLoad
  /** For LISTEN: a PostgreSQL connection string, where there is one. */
  readonly url: string | undefined
  close(): Promise<void>
}

/** For programs that end soon, and tests. */
const unwatched: SqliteWatch = { beforeWrite: () => undefined, onBroken: () => undefined }

/** Opens what the configuration names: PostgreSQL by its address, or the SQLite file in the data folder. */
export function openDatabase({
  url,
  dataDir,
  watch = unwatched,
}: {
  url: string | undefined
  dataDir: string
  watch?: SqliteWatch
}): Database {
  if (url) {
    const pool = postgresPool(url)
    return {
      ...databaseOn('postgres', new PostgresDialect({ pool }), url),
      load: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    }
  }
  mkdirSync(dataDir, { recursive: true })
  return openSqlite(join(dataDir, 'roughmix.sqlite'), watch)
}

/** A SQLite file by its path. */
export function openSqlite(file: string, watch: SqliteWatch = unwatched): Database {
  const { dialect, load } = sqliteDialect(file, watch)
  return { ...databaseOn('sqlite', dialect), load }
}

export function databaseOn(engine: DatabaseEngine, dialect: Dialect, url?: string): Database {
  const db = new Kysely<Tables>({ dialect })
  return { engine, db, url, load: () => ({ open: 1, idle: 0, waiting: 0 }), close: () => db.destroy() }
}

function postgresPool(url: string): pg.Pool {
  const types: pg.CustomTypesConfig = {
    // bigint and numeric come as text by default; ours are milliseconds, bytes and counts, all below 2^53.
    getTypeParser: (id, format) =>
      id === pg.types.builtins.INT8 || id === pg.types.builtins.NUMERIC ? Number : pg.types.getTypeParser(id, format),
  }
  const pool = new pg.Pool({ connectionString: url, max: 10, types, connectionTimeoutMillis: 10_000 })
  // PostgreSQL ends idle connections when it restarts. The next query opens a new one; unheard, their errors would end
  // the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Goes before whatever the connection was opened for.
    client.query(POSTGRES_SESSION_SETTINGS).catch(() => undefined)
  })
  return pool
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect, sql } from 'kysely'
import pg from 'pg'
import { databaseOn, openDatabase, type Database } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'

/** A fresh, migrated database of the engine this run is about: TEST_DATABASE is sqlite, pglite or postgres. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openEmptyDatabase()
  await migrate(database.db, database.engine)
  return database
}

/** The same without anything in it. */
export async function openEmptyDatabase(): Promise<Database> {
  const engine = process.env['TEST_DATABASE'] ?? 'sqlite'
  return engine === 'pglite' ? inMemoryPostgres() : engine === 'postgres' ? realPostgres() : freshSqlite()
}

function freshSqlite(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-test-'))
  const database = openDatabase({ url: undefined, dataDir: folder })
  return { ...database, close: () => database.close().finally(() => rmSync(folder, { recursive: true, force: true })) }
}

/** Engines no world is using. Making one takes two seconds, so a test file makes as many as it has worlds open at once. */
const idle: PGlite[] = []

async function inMemoryPostgres(): Promise<Database> {
  const engine = idle.pop() ?? (await PGlite.create({ parsers: { 20: Number, 1700: Number } }))
  await engine.exec('drop schema public cascade; create schema public')
  // Closing Kysely would close the engine that the next world needs.
  const lent = new Proxy(engine, { get: (target, key) => (key === 'close' ? async () => {} : bound(target, key)) })
  const database = databaseOn('postgres', new PGliteDialect({ pglite: lent }))
  return { ...database, close: () => database.close().then(() => void idle.push(engine)) }
}

function bound(target: PGlite, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? value.bind(target) : value
}

async function realPostgres(): Promise<Database> {
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL names no server')
  const name = `roughmix_test_${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = openDatabase({ url: url.href, dataDir: '' })
  await sql`select 1`.execute(database.db)
  return { ...database, close: () => database.close().then(() => command(server, `drop database ${name} with (force)`)) }
}

async function command(server: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

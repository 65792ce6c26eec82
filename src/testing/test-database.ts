import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGliteDialect, sql } from 'kysely'
import { inject } from 'vitest'
import { databaseOn, openDatabase, type Database } from '#server/db/open-database.ts'
import { migrate } from '#server/db/migrate.ts'
import { command } from './postgres-command.ts'

/** A new, migrated database of this run's engine: TEST_DATABASE is sqlite, pglite or postgres. */
export async function openTestDatabase(): Promise<Database> {
  if (engine() === 'sqlite') return copiedSqlite()
  const place = migrated.pop() ?? (await madePlace())
  const database = place.open()
  await sql.raw(await emptying(database)).execute(database.db)
  return { ...database, close: () => database.close().then(() => void migrated.push(place)) }
}

/** The same without any tables. */
export async function openEmptyDatabase(): Promise<Database> {
  if (engine() === 'sqlite') return freshSqlite()
  const place = await emptyPlace()
  const database = place.open()
  await sql`select 1`.execute(database.db)
  return { ...database, close: () => database.close().then(place.remove) }
}

const engine = () => process.env['TEST_DATABASE'] ?? 'sqlite'

/** A PostgreSQL database that is reused by successive tests. */
interface Place {
  open(): Database
  remove(): Promise<void>
}

/**
 * Free ones. Emptying one is a hundred times faster than creating one, so a worker creates only as many as it has
 * worlds open at once.
 */
const migrated: Place[] = []
/** The same for engines in memory, which take two seconds to create. */
const idle: PGlite[] = []

async function madePlace(): Promise<Place> {
  const place = await emptyPlace()
  const database = place.open()
  await migrate(database.db, database.engine)
  await database.close()
  return place
}

/** Ignores foreign keys, because all rows are deleted. */
async function emptying({ db }: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> 'migrations'
  `.execute(db)
  return (
    'do $$ begin set local session_replication_role = replica; ' +
    `${rows.map(({ name }) => `delete from ${name};`).join(' ')} end $$`
  )
}

async function emptyPlace(): Promise<Place> {
  return engine() === 'pglite' ? inMemoryPostgres() : realPostgres()
}

async function inMemoryPostgres(): Promise<Place> {
  const server = idle.pop() ?? (await PGlite.create({ parsers: { 20: Number, 1700: Number } }))
  await server.exec('drop schema public cascade; create schema public')
  // Closing Kysely would close the engine that the next world needs.
  const lent = new Proxy(server, { get: (target, key) => (key === 'close' ? async () => {} : bound(target, key)) })
  return {
    open: () => databaseOn('postgres', new PGliteDialect({ pglite: lent })),
    remove: async () => void idle.push(server),
  }
}

function bound(target: PGlite, key: string | symbol): unknown {
  const value: unknown = Reflect.get(target, key, target)
  return typeof value === 'function' ? value.bind(target) : value
}

async function realPostgres(): Promise<Place> {
  const server = process.env['TEST_POSTGRES_URL']
  if (!server) throw new Error('TEST_POSTGRES_URL names no server')
  const name = `${inject('testDatabases')}${randomBytes(6).toString('hex')}`
  await command(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    open: () => openDatabase({ url: url.href, dataDir: '' }),
    remove: async () => void (await command(server, `drop database ${name} with (force)`)),
  }
}

function freshSqlite(): Database {
  return sqliteIn(mkdtempSync(join(tmpdir(), 'roughmix-test-')))
}

/** The content of a migrated file, created once per worker. */
let pattern: Buffer | undefined

async function copiedSqlite(): Promise<Database> {
  pattern ??= await migratedFile()
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-test-'))
  writeFileSync(join(folder, 'roughmix.sqlite'), pattern)
  return sqliteIn(folder)
}

async function migratedFile(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-test-'))
  const database = openDatabase({ url: undefined, dataDir: folder })
  await migrate(database.db, database.engine)
  // Closing writes everything into the single file.
  await database.close()
  const bytes = readFileSync(join(folder, 'roughmix.sqlite'))
  rmSync(folder, { recursive: true, force: true })
  return bytes
}

function sqliteIn(folder: string): Database {
  const database = openDatabase({ url: undefined, dataDir: folder })
  return { ...database, close: () => database.close().finally(() => rmSync(folder, { recursive: true, force: true })) }
}

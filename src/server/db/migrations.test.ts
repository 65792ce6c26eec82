import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openEmptyDatabase } from '#testing/test-database.ts'
import { loadRows } from '../backup/load-rows.ts'
import { rowLines } from '../backup/row-lines.ts'
import { databaseRows, type StoredValue } from '../backup/stored-rows.ts'
import { tableShapes } from '../backup/table-shapes.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import type { Database } from './open-database.ts'
import { schemaState } from './schema-state.ts'

const SCHEMAS = fileURLToPath(new URL('../../../fixtures/schemas', import.meta.url))
const schemas = readdirSync(SCHEMAS)
  .filter((name) => name.endsWith('.jsonl'))
  .toSorted()
const today = new Set(migrations.map(({ name }) => name))

const opened: Database[] = []
afterEach(closeAll)

async function closeAll(): Promise<void> {
  for (const database of opened.splice(0)) await database.close()
}

/** A database as left by a program with that newest schema. */
async function ofSchema(file: string): Promise<Database> {
  const database = await openEmptyDatabase()
  opened.push(database)
  await loadRows(database, await rowLines(join(SCHEMAS, file)))
  return database
}

type Row = Readonly<Record<string, StoredValue>>

/** By table and key. */
async function everyRow({ db }: Database, names: ReadonlySet<string> = today): Promise<ReadonlyMap<string, Row>> {
  const shapes = await tableShapes(names)
  const rows = new Map<string, Row>()
  for await (const { name, columns, lots } of databaseRows(db, shapes, []).tables()) {
    const key = shapes.find((shape) => shape.name === name)?.key ?? []
    for await (const lot of lots) {
      for (const values of lot) {
        const row = Object.fromEntries(columns.map((column, i) => [column, values[i] ?? null]))
        rows.set(`${name} ${key.map((column) => row[column]).join(' ')}`, row)
      }
    }
  }
  return rows
}

/** The result for the last of them, which has been through every step. */
let stepwise: ReadonlyMap<string, Row>
beforeAll(async () => {
  const database = await ofSchema(schemas.at(-1) ?? '')
  await migrate(database.db, database.engine)
  stepwise = await everyRow(database)
  await closeAll()
})

const HOW =
  'Add rows under the migration’s name in fixtures/schemas/schema-rows.ts, at least one for each new table; then run ' +
  '“npm run schemas”, which writes fixtures/schemas/<migration>.jsonl'

test('each migration has its file of rows, on which later ones are tried', () => {
  const files = migrations.map(({ name }) => `${name}.jsonl`).filter((file) => file !== '0001-accounts.jsonl')
  expect(
    files.filter((file) => !schemas.includes(file)).map((file) => `fixtures/schemas/${file}`),
    HOW,
  ).toEqual([])
})

const empty: ReadonlySet<string> = new Set([
  // For Better Auth's own limiter, which is switched off.
  'rateLimit',
  // Consent to a deletion, valid for a day.
  'account_farewells',
])

test('the newest file has a row of each table', async () => {
  const filled = new Set(empty)
  for await (const { name, lots } of (await rowLines(join(SCHEMAS, schemas.at(-1) ?? ''))).tables())
    for await (const lot of lots) if (lot.length > 0) filled.add(name)
  const tables = (await tableShapes(today)).map(({ name }) => name)
  expect(
    tables.filter((name) => !filled.has(name)),
    HOW,
  ).toEqual([])
})

describe.each(schemas)('what was written under %s', (file) => {
  test('is all there today, and as it would be had every step been taken in its time', async () => {
    const database = await ofSchema(file)
    const before = await everyRow(database, new Set((await rowLines(join(SCHEMAS, file))).migrations))
    await migrate(database.db, database.engine)
    const now = await everyRow(database)
    expect([...before.keys()].filter((key) => !now.has(key))).toEqual([])
    for (const [key, row] of now) expect(row, key).toEqual(stepwise.get(key))
  })
})

test('from the first schema on nothing is altered but what a step is there to alter', async () => {
  const first = schemas[0] ?? ''
  const database = await ofSchema(first)
  const before = await everyRow(database, new Set((await rowLines(join(SCHEMAS, first))).migrations))
  await migrate(database.db, database.engine)
  const now = await everyRow(database)
  const altered = [...before].flatMap(([key, row]) =>
    Object.entries(row)
      .filter(([column, value]) => now.get(key)?.[column] !== value)
      .map(([column]) => `${key}: ${column}`),
  )
  // The time of disabling moved to the account; a track without a version cannot be final.
  expect(altered.toSorted()).toEqual([
    'standings dora: disabled_at',
    'standings olga: disabled_at',
    'tracks empty: status',
  ])
  expect(now.get('user dora')?.['disabledAt']).toBe('2026-01-15T12:00:00.000Z')
  expect([
    now.get('tracks ember')?.['final_version_id'],
    now.get('tracks ember')?.['status'],
    now.get('tracks empty')?.['status'],
  ]).toEqual(['ember1', 'final', 'approved'])
  expect(now.get('inbox_cursors project:lowtide')).toEqual({ stream_id: 'project:lowtide', seq: 2 })
})

test('rows keep their references to each other', async () => {
  const database = await ofSchema(schemas.at(-1) ?? '')
  await sql`delete from projects where id = 'lowtide'`.execute(database.db)
  const left = await everyRow(database)
  expect(
    [...left.keys()].filter((key) =>
      /^(tracks|versions|notes|tasks|task_items|note_reactions|shares|guests|notifications) /.test(key),
    ),
  ).toEqual([])
})

test('a program that is older than its database refuses it, in words, before it touches anything', async () => {
  const database = await ofSchema(schemas[3] ?? '')
  await database.db.insertInto('migrations').values({ name: '9999-tomorrow', at: 1 }).execute()
  const before = await schemaState(database.db, database.engine)
  await expect(migrate(database.db, database.engine)).rejects.toThrow(
    'This database was written by a newer Roughmix. Start that version, or restore a backup made before the upgrade.',
  )
  expect(await schemaState(database.db, database.engine)).toEqual(before)
})

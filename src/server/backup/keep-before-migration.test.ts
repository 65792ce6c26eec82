import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase } from '#testing/test-database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations.ts'
import { openSqlite, type Database } from '../db/open-database.ts'
import { schemaState } from '../db/schema-state.ts'
import { keepBeforeMigration, KEPT_BEFORE } from './keep-before-migration.ts'
import { loadRows } from './load-rows.ts'
import { rowLines } from './row-lines.ts'
import { databaseRows } from './stored-rows.ts'
import { digestRows } from './table-digests.ts'
import { tableShapes } from './table-shapes.ts'

const OLD = fileURLToPath(new URL('../../../fixtures/schemas/0009-note-details.jsonl', import.meta.url))
const NOW = Date.UTC(2026, 10, 22)
let dataDir: string
let database: Database
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'roughmix-kept-'))
  database = await openEmptyDatabase()
})
afterEach(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const kept = () => readdir(join(dataDir, KEPT_BEFORE)).catch(() => [])

test('before an upgrade the whole database is kept as it was, readable by its owner alone', async () => {
  const old = await rowLines(OLD)
  await loadRows(database, old)
  const path = (await keepBeforeMigration(database, dataDir, NOW)) ?? ''
  await migrate(database.db, database.engine)
  expect((await stat(join(dataDir, KEPT_BEFORE))).mode & 0o077).toBe(0)
  const copy = path.endsWith('.jsonl') ? undefined : openSqlite(path)
  const rows = copy
    ? databaseRows(copy.db, await tableShapes(new Set(old.migrations)), old.migrations)
    : await rowLines(path)
  expect([await digestRows(rows), copy ? (await schemaState(copy.db, 'sqlite')).applied : rows.migrations]).toEqual([
    await digestRows(old),
    old.migrations,
  ])
  await copy?.close()
})

test('nothing is kept of a fresh database, of one that is up to date, and of one that is refused', async () => {
  expect(await keepBeforeMigration(database, dataDir, NOW)).toBeUndefined()
  await migrate(database.db, database.engine)
  expect(await keepBeforeMigration(database, dataDir, NOW)).toBeUndefined()
  await database.db.deleteFrom('migrations').where('name', '=', '0014-inbox').execute()
  await database.db.insertInto('migrations').values({ name: '9999-tomorrow', at: 1 }).execute()
  expect([await keepBeforeMigration(database, dataDir, NOW), await kept()]).toEqual([undefined, []])
})

test('the newest fourteen stay, and what an interrupted start left goes', async () => {
  await loadRows(database, await rowLines(OLD))
  await keepBeforeMigration(database, dataDir, NOW - 1)
  await writeFile(join(dataDir, KEPT_BEFORE, 'half.sqlite.part'), 'half')
  for (let day = 0; day < 15; day++) await keepBeforeMigration(database, dataDir, NOW + day * 86_400_000)
  const names = (await kept()).filter((name) => name !== 'copying.lock')
  expect([names.length, names.toSorted()[0]]).toEqual([
    14,
    expect.stringMatching(/^2026-11-23T00-00-00-000Z 0009-note-details\./),
  ])
})

test('an upgrade that fails half way, over and over, does not push out the copy from before it', async () => {
  const old = await rowLines(OLD)
  await loadRows(database, old)
  const first = (await keepBeforeMigration(database, dataDir, NOW)) ?? ''
  const next = migrations.find(({ name }) => !old.migrations.includes(name))?.name ?? ''
  await migrate(database.db, database.engine, { only: new Set([...old.migrations, next]) })
  for (let start = 1; start <= 16; start++) await keepBeforeMigration(database, dataDir, NOW + start * 1000)
  const copies = (await kept()).filter((name) => name !== 'copying.lock').toSorted()
  expect([copies.length, copies[0], copies.at(-1)]).toEqual([
    14,
    basename(first),
    expect.stringContaining(`T00-00-16-000Z ${next}.`),
  ])
})

test('of several that start at once one keeps a copy, and no other takes it away half done', async () => {
  await loadRows(database, await rowLines(OLD))
  const paths = await Promise.all([0, 1, 2].map((later) => keepBeforeMigration(database, dataDir, NOW + later)))
  const copies = (await kept()).filter((name) => name.endsWith('.sqlite') || name.endsWith('.jsonl'))
  expect([copies.length, new Set(paths).size, (await kept()).filter((name) => name.endsWith('.part'))]).toEqual([
    1,
    1,
    [],
  ])
})

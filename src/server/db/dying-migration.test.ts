import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadRows } from '../backup/load-rows.ts'
import { rowLines } from '../backup/row-lines.ts'
import { databaseRows } from '../backup/stored-rows.ts'
import { digestRows, type TableDigests } from '../backup/table-digests.ts'
import { tableShapes } from '../backup/table-shapes.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations.ts'
import { openDatabase, type Database } from './open-database.ts'
import { schemaState } from './schema-state.ts'

const OLDEST = fileURLToPath(new URL('../../../fixtures/schemas/0002-foundation.jsonl', import.meta.url))
const RIG = fileURLToPath(new URL('./dying-migration.rig.ts', import.meta.url))
/** More kills with MIGRATION_KILLS=20. */
const kills = Number(process.env['MIGRATION_KILLS'] ?? 5)

const folder = mkdtempSync(join(tmpdir(), 'roughmix-dying-'))
const old = join(folder, 'old')
/** The database's contents and schema after each step, by its name. */
const whole = new Map<string, string>()
beforeAll(async () => {
  const database = openDatabase({ url: undefined, dataDir: old })
  await loadRows(database, await rowLines(OLDEST))
  await database.close()
  cpSync(old, join(folder, 'stepwise'), { recursive: true })
  await withDatabase(join(folder, 'stepwise'), async (one) => {
    const names = new Set((await schemaState(one.db, 'sqlite')).applied)
    whole.set([...names].at(-1) ?? '', await contentsOf(one))
    for (const { name } of migrations) {
      if (names.has(name)) continue
      names.add(name)
      await migrate(one.db, 'sqlite', { only: names })
      whole.set(name, await contentsOf(one))
    }
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function withDatabase<T>(dataDir: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase({ url: undefined, dataDir })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function contentsOf({ db, engine }: Database): Promise<string> {
  const { applied } = await schemaState(db, engine)
  const { rows: schema } = await sql<{
    sql: string
  }>`select sql from sqlite_master where sql is not null order by name`.execute(db)
  const { rows: damage } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  const tables: TableDigests = await digestRows(databaseRows(db, await tableShapes(new Set(applied)), applied))
  return JSON.stringify([damage, schema, tables])
}

/** Runs the migration up to that statement, or to its end; returns the number of statements. */
function run(dataDir: string, moment: number): number {
  return Number(
    spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', RIG, dataDir, String(moment)], {
      encoding: 'utf8',
    }).stdout,
  )
}

test(`a migration that dies at ${kills} places leaves whole steps, and the next start goes on from there`, async () => {
  cpSync(old, join(folder, 'counted'), { recursive: true })
  const statements = run(join(folder, 'counted'), 0)
  expect(statements).toBeGreaterThan(100)
  const last = migrations.at(-1)?.name ?? ''
  const diedAt = new Set<string>()
  for (let kill = 0; kill < kills; kill++) {
    const dataDir = join(folder, `killed ${kill}`)
    cpSync(old, dataDir, { recursive: true })
    const moment = Math.max(2, Math.floor(((kill + 0.5) / kills) * statements))
    expect(run(dataDir, moment), 'it should have died').toBe(0)
    await withDatabase(dataDir, async (database) => {
      const step = (await schemaState(database.db, 'sqlite')).applied.at(-1) ?? ''
      diedAt.add(step)
      expect(await contentsOf(database), `statement ${moment}, after ${step}`).toBe(whole.get(step))
      await migrate(database.db, 'sqlite')
      expect(await contentsOf(database)).toBe(whole.get(last))
    })
  }
  expect(diedAt.size).toBeGreaterThan(Math.min(kills, 5) - 2)
})

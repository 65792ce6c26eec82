import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSqlite, type Database } from '#server/db/open-database.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { copyDatabase } from './copy-database.ts'

const ROWS = 20_000
let database: Database
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'roughmix-copy-'))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Enough rows that copying takes measurable time. */
const fill = () =>
  sql`
    insert into limits (key, count, started_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS})
    select 'try ' || i || hex(randomblob(200)), i, i from n
  `.execute(database.db)
const half = { key: 'half', count: 1, started_at: 1 }

describe.runIf((process.env['TEST_DATABASE'] ?? 'sqlite') === 'sqlite')('a SQLite database that is copied', () => {
  test('keeps nobody waiting who writes, and what was not committed is not in the copy', async () => {
    await fill()
    const { file, tables } = await database.db.transaction().execute(async (tx) => {
      await tx.insertInto('limits').values(half).execute()
      return copyDatabase(database, folder)
    })
    const copy = openSqlite(join(folder, file))
    const {
      rows: [found],
    } = await sql<{ count: number }>`select count(*) as count from limits`.execute(copy.db)
    await copy.close()
    expect([found?.count, tables['limits']?.rows]).toEqual([ROWS, ROWS])
  })

  test('leaves this thread to those who ask', async () => {
    await fill()
    const before = performance.eventLoopUtilization()
    await copyDatabase(database, folder)
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5)
  })

  test('says what went wrong as SQLite does, and goes on', async () => {
    writeFileSync(join(folder, 'roughmix.sqlite'), 'something else')
    await expect(copyDatabase(database, folder)).rejects.toMatchObject({
      message: 'file is not a database',
      errcode: 26,
    })
    await database.db.insertInto('limits').values(half).execute()
    mkdirSync(join(folder, 'again'))
    expect((await copyDatabase(database, join(folder, 'again'))).tables['limits']?.rows).toBe(1)
  })

  test('is left alone where that is asked for', async () => {
    const stop = new AbortController()
    const copying = copyDatabase(database, folder, stop.signal)
    // The thread has started by now.
    await setImmediate()
    stop.abort(new Error('the server stops'))
    await expect(copying).rejects.toThrow('the server stops')
    await expect(copyDatabase(database, folder, stop.signal)).rejects.toThrow('the server stops')
  })
})

test('of every engine copying ends where that is asked for', async () => {
  await expect(copyDatabase(database, folder, AbortSignal.abort(new Error('the server stops')))).rejects.toThrow(
    'the server stops',
  )
})

test('of every engine the copy has the very rows that are told', async () => {
  await database.db.insertInto('limits').values(half).execute()
  const { file, tables, migrations, wanted } = await copyDatabase(database, folder)
  expect([file, tables['limits']?.rows, migrations.length > 0, wanted]).toEqual([
    database.engine === 'sqlite' ? 'roughmix.sqlite' : 'rows.jsonl',
    1,
    true,
    [],
  ])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'

let folder: string
let database: Database
let other: DatabaseSync | undefined
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-sqlite-'))
  database = openDatabase({ url: undefined, dataDir: folder })
  await sql`create table songs (title text)`.execute(database.db)
})
afterEach(async () => {
  other?.close()
  other = undefined
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (title: string, db: Database['db'] = database.db) => sql`insert into songs values (${title})`.execute(db)
const titles = async () =>
  (await sql<{ title: string }>`select title from songs`.execute(database.db)).rows.map(({ title }) => title)

/** Another process, such as a backup or an admin's shell. */
function lockFromOutside(): DatabaseSync {
  other = new DatabaseSync(join(folder, 'roughmix.sqlite'))
  other.exec('begin immediate')
  return other
}

test('who reads does not wait for who writes, and sees what is committed', async () => {
  await add('Kiln')
  await database.db.transaction().execute(async (tx) => {
    await sql`insert into songs values ('Low Tide')`.execute(tx)
    expect(await titles()).toEqual(['Kiln'])
    expect((await sql<{ title: string }>`select title from songs`.execute(tx)).rows).toHaveLength(2)
  })
  expect(await titles()).toEqual(['Kiln', 'Low Tide'])
})

test('transactions go one after the other, each whole', async () => {
  const count = async (tx: Database['db']) =>
    (await sql<{ n: number }>`select count(*) as n from songs`.execute(tx)).rows[0]?.n ?? 0
  await Promise.all(
    Array.from({ length: 20 }, () =>
      database.db.transaction().execute(async (tx) => {
        const before = await count(tx as Database['db'])
        await setTimeout(1)
        await sql`insert into songs values (${String(before)})`.execute(tx)
      }),
    ),
  )
  expect((await titles()).map(Number)).toEqual(Array.from({ length: 20 }, (_, i) => i))
})

test('a lock of another process holds up who writes, and nobody else', async () => {
  const outside = lockFromOutside()
  const writing = Promise.all([
    add('Kiln'),
    database.db.transaction().execute((tx) => sql`insert into songs values ('Low Tide')`.execute(tx)),
  ])
  for (let i = 0; i < 5; i++) {
    await setTimeout(10)
    expect(await titles()).toEqual([])
  }
  outside.exec('commit')
  await writing
  expect(await titles()).toEqual(['Kiln', 'Low Tide'])
})

test('a transaction that fails gives its turn to the next', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await sql`insert into songs values ('Kiln')`.execute(tx)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  await add('Low Tide')
  expect(await titles()).toEqual(['Low Tide'])
})

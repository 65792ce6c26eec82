import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from './open-database.ts'

let folder: string
let database: Database
let db: Kysely<{ songs: { id: number; title: string } }>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roughmix-texts-'))
  database = openDatabase({ url: undefined, dataDir: folder })
  db = database.db.withTables<{ songs: { id: number; title: string } }>()
  await sql`create table songs (id integer, title text)`.execute(db)
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const songsIn = (ids: readonly number[]) => db.selectFrom('songs').select('id').where('id', 'in', ids).orderBy('id')

test('lists of a thousand lengths make eleven texts', () => {
  const texts = new Set(upTo(1000).map((count) => songsIn(upTo(count)).compile().sql))
  expect(texts.size).toBe(11)
})

test('a list finds what is in it, each once, and “not in” the others, at every length', async () => {
  await db
    .insertInto('songs')
    .values(upTo(40).map((id) => ({ id, title: `Song ${id}` })))
    .execute()
  for (const count of upTo(40)) {
    const ids = upTo(count)
    expect((await songsIn(ids).execute()).map(({ id }) => id)).toEqual(ids)
    const others = await db.selectFrom('songs').select('id').where('id', 'not in', ids).execute()
    expect(others).toHaveLength(40 - count)
  }
  expect(await songsIn([]).execute()).toEqual([])
})

test('rows are written as often as they were given, and very long lists are taken as they are', async () => {
  await db
    .insertInto('songs')
    .values([
      { id: 1, title: 'One' },
      { id: 2, title: 'Two' },
      { id: 3, title: 'Three' },
    ])
    .execute()
  expect(await db.selectFrom('songs').selectAll().execute()).toHaveLength(3)
  expect((await songsIn(upTo(32_000)).execute()).map(({ id }) => id)).toEqual([1, 2, 3])
})

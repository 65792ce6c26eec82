import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Database } from '../../db/open-database.ts'
import { authLock } from './auth-lock.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** How many were under way at once, of two processes that got three such requests each. */
async function mostAtOnce(path: string): Promise<number> {
  const [here, there] = [authLock(database), authLock(database)]
  let underWay = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++underWay)
    await sql`select pg_sleep(0.02)`.execute(database.db)
    underWay--
  }
  await Promise.all([here, there, here, there, here, there].map((inTurn) => inTurn(path, work)))
  return most
}

test('what counts first is done by one process at a time, and by one request of it', async () =>
  expect(await mostAtOnce('/organization/leave')).toBe(1))

test('nothing else waits', async () => expect(await mostAtOnce('/organization/list')).toBeGreaterThan(2))

test('a request that fails lets the next one in', async () => {
  const inTurn = authLock(database)
  await expect(inTurn('/unlink-account', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn('/unlink-account', async () => 'done')).toBe('done')
})

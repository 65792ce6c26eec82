import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openLog } from './log.ts'
import { serveHealth } from './health.ts'
import { MemoryStorage } from './storage/memory.storage.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Database } from './db/open-database.ts'

/** A disk that counts checks, and may fail. */
class WatchedStorage extends MemoryStorage {
  checked = 0
  isGone = false

  override async check(): Promise<void> {
    this.checked++
    if (this.isGone) throw new Error('/srv/music/files lacks its marker')
  }
}

let database: Database
let storage: WatchedStorage
let bus: { deafMs?: () => number }
let app: ReturnType<typeof Fastify>
beforeEach(async () => {
  database = await openTestDatabase()
  storage = new WatchedStorage()
  app = Fastify()
  bus = {}
  serveHealth(app, { database, storage, bus, log: openLog('silent') })
})
afterEach(async () => {
  await app.close()
  await database.close()
})
const ready = async () => {
  const answer = await app.inject({ url: '/readyz' })
  return { status: answer.statusCode, body: answer.json() }
}

test('a server whose database and files answer is ready', async () => {
  expect(await ready()).toEqual({ status: 200, body: { ok: true, checks: { database: 'ok', files: 'ok' } } })
})

test('a server whose disk is gone is not, and tells strangers no folder', async () => {
  storage.isGone = true
  expect(await ready()).toEqual({
    status: 503,
    body: { ok: false, checks: { database: 'ok', files: 'does not answer' } },
  })
})

test('one of several that has not heard of the others for long is not, as it shows people what was', async () => {
  bus.deafMs = () => 11_000
  expect(await ready()).toEqual({
    status: 503,
    body: { ok: false, checks: { database: 'ok', files: 'ok', live: 'hears nothing' } },
  })
})

test('one that lost sight of the others a moment ago is ready', async () => {
  bus.deafMs = () => 2_000
  expect(await ready()).toEqual({
    status: 200,
    body: { ok: true, checks: { database: 'ok', files: 'ok', live: 'ok' } },
  })
})

test('many who ask at once make the disk work once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, ready))
  expect([storage.checked, ...new Set(answers.map(({ status }) => status))]).toEqual([1, 200])
})

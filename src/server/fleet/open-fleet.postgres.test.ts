import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#testing/test-database.ts'
import { readConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import { emit } from '../events/events.queries.ts'
import type { ProgressTick } from '../events/bus.ts'
import { openLog } from '../log.ts'
import type { LiveNews } from '../realtime/live-news.ts'
import type { RelayPeer } from '../realtime/relay.ts'
import { openFleet, type Fleet } from './open-fleet.ts'

/** Two processes as on two machines, on one PostgreSQL server. */
let database: Database
const fleets: Fleet[] = []
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const fleet of fleets.splice(0)) await fleet.close()
  await database.close()
})

const shared = {
  DATABASE_URL: 'postgres://somewhere',
  S3_BUCKET: 'songs',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
  AUTH_SECRET: 's'.repeat(32),
  BASE_URL: 'https://mix.example.com',
}
async function join(settings: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const fleet = await openFleet({
    url: database.url ?? '',
    config: readConfig({ ...shared, ...settings }),
    log: openLog('silent'),
  })
  fleets.push(fleet)
  return fleet
}
const wakesOf = ({ bus }: Fleet) => {
  const wakes: (string | null)[] = []
  bus.onWake((stream) => void wakes.push(stream))
  return wakes
}
/** Emits like `change`, in the process with this bus. */
const emitted = ({ bus, now }: Fleet, name: string, fails = false) =>
  database.db.transaction().execute(async (db) => {
    await emit({ db, bus, now, actor: undefined, afterCommit: () => undefined }, `project:${name}`, 'track.added', {})
    if (fails) throw new Error('refused after all')
  })
const endOfSessions = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid != pg_backend_pid()
`
/** Ends all PostgreSQL sessions, as in a restart. */
const dropSessions = () => endOfSessions.execute(database.db).catch(() => undefined)

function member(): RelayPeer & { readonly heard: LiveNews[]; begun: number } {
  const heard: LiveNews[] = []
  return {
    heard,
    begun: 0,
    hear: (news) => void heard.push(news),
    rooms: () => [],
    adopt: () => undefined,
    tellPlaces: () => undefined,
    beginAnew() {
      this.begun++
    },
  }
}

describe('a change in one process', () => {
  test('wakes those who follow in another once it is committed, and never when it was taken back', async () => {
    const [one, other] = [await join(), await join()]
    const wakes = wakesOf(other)
    await emitted(one, 'refused', true).catch(() => undefined)
    await emitted(one, 'kept')
    await expect.poll(() => wakes).toEqual(['project:kept'])
  })

  test('is heard of by all although many write at once', async () => {
    const [one, other, third] = [await join(), await join(), await join()]
    const wakes = [wakesOf(other), wakesOf(third)]
    await Promise.all(Array.from({ length: 60 }, (_, i) => emitted(one, `song-${i}`)))
    for (const its of wakes) await expect.poll(() => its.length).toBe(60)
  })

  test('wakes its own people once', async () => {
    const [one, other] = [await join(), await join()]
    const [wakes, others] = [wakesOf(one), wakesOf(other)]
    await emitted(one, 'kept')
    one.bus.wake('project:kept')
    await expect.poll(() => others.length).toBe(1)
    expect(wakes).toEqual(['project:kept'])
  })
})

test('progress in a worker is seen by those who are connected elsewhere', async () => {
  const [worker, web] = [await join(), await join()]
  const ticks: ProgressTick[] = []
  web.bus.onTick((tick) => void ticks.push(tick))
  const tick: ProgressTick = { stream: 'project:album', subject: 'v1', fraction: 0.5 }
  worker.bus.tick(tick)
  await expect.poll(() => ticks).toEqual([tick])
})

test('news of people is heard by all in one order, also by who told it', async () => {
  const [one, other] = [await join(), await join()]
  const [here, there] = [member(), member()]
  const leave = [one.bus.relay.join(here), other.bus.relay.join(there)]
  await pause(1_500)
  const news = (n: number): LiveNews => ({ kind: 'wait', at: n })
  for (let n = 0; n < 200; n++) (n % 2 === 0 ? one : other).bus.relay.tell(news(n))
  const waits = (its: typeof here) => its.heard.flatMap((one) => (one.kind === 'wait' ? [one.at] : []))
  await expect.poll(() => [waits(here).length, waits(there).length]).toEqual([200, 200])
  expect(waits(here)).toEqual(waits(there))
  for (const go of leave) go()
})

test('after a loss of the session everybody looks again, and news is heard as before', async () => {
  const [one, other] = [await join(), await join()]
  const here = member()
  one.bus.relay.join(here)
  const [wakes, others] = [wakesOf(one), wakesOf(other)]
  await dropSessions()
  await expect.poll(() => [wakes, others]).toEqual([[null], [null]])
  expect(here.begun).toBe(1)
  await expect
    .poll(async () => {
      await emitted(one, 'kept')
      return others.includes('project:kept')
    })
    .toBe(true)
})

test('who cannot come back says how long it has been deaf, and why, until it hears again', async () => {
  const log = openLog('silent')
  const said: unknown[] = []
  log.error = (facts: unknown) => void said.push(facts)
  const fleet = await openFleet({ url: database.url ?? '', config: readConfig(shared), log })
  fleets.push(fleet)
  expect(fleet.bus.deafMs?.()).toBe(0)
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  // It waits first in line for the session's lock.
  const held = other.query('select pg_advisory_lock(7268462, 1)')
  const here = sql`(select oid from pg_database where datname = current_database())`
  const ours = sql`locktype = 'advisory' and database = ${here}`
  const waiting = sql`select 1 from pg_locks where ${ours} and not granted`
  await expect.poll(async () => (await waiting.execute(database.db)).rows.length).toBe(1)
  await sql`select pg_terminate_backend(pid) from pg_locks where ${ours} and granted group by pid`.execute(database.db)
  await held
  await expect.poll(() => said).toMatchObject([{ err: { message: expect.stringContaining('works on this database') } }])
  expect(fleet.bus.deafMs?.()).toBeGreaterThan(2_000)
  await other.end()
  await expect.poll(() => fleet.bus.deafMs?.()).toBe(0)
})

test('processes agree on the time to a few milliseconds, and it is the database’s', async () => {
  const [one, other] = [await join(), await join()]
  expect(Math.abs(one.bus.now() - other.bus.now())).toBeLessThan(20)
  const { rows } = await sql<{
    at: number
  }>`select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(database.db)
  expect(Math.abs(one.bus.now() - (rows[0]?.at ?? 0))).toBeLessThan(1_000)
  expect(Number.isInteger(one.now())).toBe(true)
})

describe('a start is refused', () => {
  test.each([
    ['AUTH_SECRET', 't'.repeat(32)],
    ['S3_BUCKET', 'other'],
    ['BASE_URL', 'https://other.example.com'],
  ])('with another %s than those who are there', async (name, value) => {
    await join()
    await expect(join({ [name]: value })).rejects.toThrow(
      `Another Roughmix works on this database with another ${name}. All that share it need the same.`,
    )
    await join()
  })

  test('beside one that keeps its files on a disk, until that is gone', async () => {
    const { S3_BUCKET: _, ...onDisk } = shared
    const alone = () => openFleet({ url: database.url ?? '', config: readConfig(onDisk), log: openLog('silent') })
    const first = await alone()
    await expect(alone()).rejects.toThrow('files on a disk are for one process')
    await expect(join()).rejects.toThrow('keeps its files on a disk')
    await first.close()
    await join()
    await expect(alone()).rejects.toThrow('files on a disk are for one process')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openTestDatabase } from '#testing/test-database.ts'
import type { Database } from '../db/open-database.ts'
import { localBus } from '../events/bus.ts'
import { newId } from '../ids.ts'
import {
  backoffMs,
  askForQueued,
  claimJob,
  enqueue,
  failJob,
  finishJob,
  freeLeases,
  JOB_LEASE_MS,
  type JobKind,
  releaseJob,
  renewLease,
  retryJob,
} from './jobs.queue.ts'

const master: JobKind<{ song: string }> = {
  kind: 'song.master',
  payload: z.object({ song: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
}
const NOON = Date.UTC(2026, 10, 20, 12)

let database: Database
let clock = NOON
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  clock = NOON
  await database.db.deleteFrom('jobs').execute()
})

const queue = (song: string, options: { key?: string; runAt?: number } = {}) =>
  enqueue(
    { db: database.db, now: () => clock, newId, afterCommit: (effect) => effect(), bus: localBus() },
    master,
    { song },
    options,
  )
const take = (worker: string) =>
  claimJob(database.db, database.engine, {
    kinds: [master.kind],
    now: clock,
    leaseId: worker,
    leaseMs: () => master.leaseMs,
  })
async function taken(worker: string) {
  const job = await take(worker)
  if (!job) throw new Error('there is nothing to do')
  return job
}
const row = () => database.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()

describe('a job', () => {
  test('counts as tried before the work on it starts', async () => {
    await queue('Night Drive')
    expect(await taken('Anna')).toMatchObject({ payload: { song: 'Night Drive' }, attempts: 1, exhausted: false })
    expect(await row()).toMatchObject({
      state: 'active',
      attempts: 1,
      lease_id: 'Anna',
      lease_until: NOON + JOB_LEASE_MS,
    })
  })

  test('goes to one worker, however many ask at once', async () => {
    for (const song of ['Low Tide', 'Night Bus', 'Paper Moon']) await queue(song)
    const jobs = (await Promise.all(Array.from({ length: 12 }, (_, i) => take(`worker ${i}`)))).filter(
      (job) => job !== undefined,
    )
    expect(jobs.map(({ payload }) => (payload as { song: string }).song).toSorted()).toEqual([
      'Low Tide',
      'Night Bus',
      'Paper Moon',
    ])
  })

  test('of a patient kind waits for all others, however long it has been there', async () => {
    const sketch: JobKind<{ song: string }> = { ...master, kind: 'song.sketch', isPatient: true }
    await enqueue(
      { db: database.db, now: () => clock, newId, afterCommit: (effect) => effect(), bus: localBus() },
      sketch,
      { song: 'Low Tide' },
    )
    clock += 1000
    await queue('Night Drive')
    const next = () =>
      claimJob(database.db, database.engine, {
        kinds: [master.kind, sketch.kind],
        patient: [sketch.kind],
        now: clock,
        leaseId: 'Anna',
        leaseMs: () => master.leaseMs,
      })
    expect([(await next())?.kind, (await next())?.kind, await next()]).toEqual([
      'song.master',
      'song.sketch',
      undefined,
    ])
  })

  test('that nobody asked for comes last until somebody asks, and is then due from that moment', async () => {
    const sketch: JobKind<{ song: string }> = { ...master, kind: 'song.sketch', isPatient: true }
    const idle: JobKind<{ song: string }> = { ...sketch, kind: 'song.idle', isUnasked: true }
    const scope = {
      db: database.db,
      now: () => clock,
      newId,
      afterCommit: (effect: () => void) => effect(),
      bus: localBus(),
    }
    await enqueue(scope, idle, { song: 'Low Tide' }, { key: 'low' })
    await enqueue(scope, idle, { song: 'Paper Moon' }, { key: 'paper' })
    clock += 1000
    await enqueue(scope, sketch, { song: 'Night Drive' })
    clock += 1000
    await askForQueued(scope, 'paper', { from: idle, to: sketch })
    const due = await database.db
      .selectFrom('jobs')
      .select(['kind', 'run_at'])
      .where('unique_key', '=', 'paper')
      .execute()
    expect(due).toEqual([{ kind: sketch.kind, run_at: clock }])
    const next = async () =>
      (
        await claimJob(database.db, database.engine, {
          kinds: [sketch.kind, idle.kind],
          patient: [sketch.kind, idle.kind],
          unasked: [idle.kind],
          now: clock,
          leaseId: 'Anna',
          leaseMs: () => master.leaseMs,
        })
      )?.payload
    expect([await next(), await next(), await next()]).toEqual(
      ['Night Drive', 'Paper Moon', 'Low Tide'].map((song) => ({ song })),
    )
  })

  test('waits for its time', async () => {
    await queue('Night Drive', { runAt: NOON + 1 })
    expect(await take('Anna')).toBeUndefined()
    clock++
    expect(await take('Anna')).toBeDefined()
  })

  test('with a key is queued once until it is over', async () => {
    await queue('Night Drive', { key: 'night' })
    await queue('Night Drive', { key: 'night' })
    expect(await finishJob(database.db, await taken('Anna'), clock)).toBe(true)
    expect(await take('Anna')).toBeUndefined()
    await queue('Night Drive', { key: 'night' })
    expect(await take('Anna')).toBeDefined()
  })
})

describe('a lease', () => {
  test('that is renewed keeps others away', async () => {
    await queue('Night Drive')
    const job = await taken('Anna')
    clock += JOB_LEASE_MS
    expect(await renewLease(database.db, job, clock + JOB_LEASE_MS)).toBe(true)
    clock += JOB_LEASE_MS
    expect(await take('Bert')).toBeUndefined()
  })

  test('that ran out hands the job to the next worker, as a second attempt', async () => {
    await queue('Night Drive')
    await taken('Anna')
    clock += JOB_LEASE_MS + 1
    expect(await taken('Bert')).toMatchObject({ leaseId: 'Bert', attempts: 2 })
  })

  test('that was lost gives no right to end, renew or hand back the job', async () => {
    await queue('Night Drive')
    const late = await taken('Anna')
    clock += JOB_LEASE_MS + 1
    await taken('Bert')
    expect(await finishJob(database.db, late, clock)).toBe(false)
    expect(await renewLease(database.db, late, clock + JOB_LEASE_MS)).toBe(false)
    expect(await failJob(database.db, late, 'late', clock)).toBe('lost')
    await releaseJob(database.db, late)
    expect(await row()).toMatchObject({ state: 'active', lease_id: 'Bert', attempts: 2, last_error: null })
  })
})

test('a server that is the only one takes up at its start what the one before had', async () => {
  await queue('Night Drive')
  await taken('Anna')
  expect(await take('Bert')).toBeUndefined()
  await freeLeases(database.db)
  expect(await taken('Bert')).toMatchObject({ attempts: 2 })
})

describe('a clock that was a day ahead and is right again', () => {
  const rightAgain = () => void (clock -= 24 * 3600_000)

  test('does not keep work waiting that was queued meanwhile', async () => {
    await queue('Night Drive')
    rightAgain()
    expect(await take('Anna')).toBeDefined()
  })

  test('does not keep work waiting that failed meanwhile', async () => {
    rightAgain()
    await queue('Night Drive')
    clock = NOON
    await failJob(database.db, await taken('Anna'), 'no disk', clock)
    rightAgain()
    expect(await take('Bert')).toMatchObject({ attempts: 2 })
  })

  test('gives nobody a lease for a day', async () => {
    rightAgain()
    await queue('Night Drive')
    clock = NOON
    await taken('Anna')
    rightAgain()
    expect(await take('Bert')).toMatchObject({ leaseId: 'Bert' })
  })

  test('leaves alone what was planned for later', async () => {
    rightAgain()
    await queue('Night Drive', { runAt: NOON })
    expect(await take('Anna')).toBeUndefined()
  })
})

describe('a job that fails', () => {
  test('comes back ever more slowly', async () => {
    await queue('Night Drive')
    expect(await failJob(database.db, await taken('Anna'), 'no disk', clock)).toBe('ready')
    clock += backoffMs(1) - 1
    expect(await take('Anna')).toBeUndefined()
    clock++
    expect(await taken('Anna')).toMatchObject({ attempts: 2 })
    expect([1, 2, 3, 4, 9].map(backoffMs)).toEqual([1000, 4000, 16_000, 64_000, 600_000])
  })

  test('three times is dead, says why, and can be queued anew under its key', async () => {
    await queue('Night Drive', { key: 'night' })
    for (const reason of ['first', 'second', 'third']) {
      await failJob(database.db, await taken('Anna'), reason, clock)
      clock += backoffMs(3)
    }
    expect(await row()).toMatchObject({
      state: 'dead',
      attempts: 3,
      last_error: 'third',
      unique_key: null,
      lease_id: null,
    })
    expect(await take('Anna')).toBeUndefined()
  })

  test('for good is tried again when an admin says so, with all its attempts', async () => {
    await queue('Night Drive')
    for (let attempt = 0; attempt < 3; attempt++) {
      await failJob(database.db, await taken('Anna'), 'no disk', clock)
      clock += backoffMs(3)
    }
    expect(await retryJob(database.db, (await row()).id, clock)).toBe(true)
    expect(await taken('Anna')).toMatchObject({ attempts: 1 })
    expect(await retryJob(database.db, (await row()).id, clock), 'while it is worked on').toBe(false)
  })

  test('by killing its worker comes to be buried after its last attempt', async () => {
    await queue('Night Drive')
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(await taken('Anna')).toMatchObject({ exhausted: false, attempts: attempt + 1 })
      clock += JOB_LEASE_MS + 1
    }
    expect(await taken('Bert')).toMatchObject({ exhausted: true, attempts: 3 })
  })
})

test('a job handed back at a clean stop has not used an attempt up', async () => {
  await queue('Night Drive')
  await releaseJob(database.db, await taken('Anna'))
  expect(await taken('Bert')).toMatchObject({ attempts: 1 })
})

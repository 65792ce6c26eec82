import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readConfig } from '#server/config.ts'
import { MemoryStorage } from '#server/storage/memory.storage.ts'
import { StorageAway, StorageFull } from '#server/storage/storage.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { localBus } from '../events/bus.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { change, serverScope } from '../scope.ts'
import type { Services } from '../services.ts'
import { jobHandler, type JobHandler, JobRunner, type JobRun } from './job-runner.ts'
import { claimJob, enqueue, finishJob, JOB_LEASE_MS, type JobKind } from './jobs.queue.ts'

const NOON = Date.UTC(2026, 10, 20, 12)
const kind: JobKind<{ song: string }> = {
  kind: 'song.master',
  payload: z.object({ song: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
}

let clock = NOON
let services: Services
beforeEach(async () => {
  clock = NOON
  services = {
    config: readConfig({}),
    log: openLog('silent'),
    database: await openTestDatabase(),
    storage: new MemoryStorage(),
    bus: localBus(),
    workshop: '',
    now: () => clock,
    newId,
  }
})
afterEach(() => services.database.close())

/** Each a little later than the previous: of two jobs due at the same time either may be next. */
const queue = (song: string, its = kind) =>
  change(serverScope(services), (scope) => enqueue(scope, its, { song }, { runAt: clock++ }))
const job = () => services.database.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()
const runner = (run: (song: string, run: JobRun) => Promise<void>, buried?: JobHandler<{ song: string }>['buried']) =>
  new JobRunner(services, [jobHandler({ ...kind, run: ({ song }, its) => run(song, its), ...(buried && { buried }) })])
/** Runs until nothing is due, then advances by the longest delay, and repeats. */
async function drainAll(worker: JobRunner): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await worker.drain()
    clock += 600_000
  }
}

describe('the runner', () => {
  test('does every job once', async () => {
    const done: string[] = []
    for (const song of ['Low Tide', 'Night Bus']) await queue(song)
    await drainAll(runner(async (song) => void done.push(song)))
    expect(done).toEqual(['Low Tide', 'Night Bus'])
    expect(await services.database.db.selectFrom('jobs').select('state').distinct().execute()).toEqual([
      { state: 'done' },
    ])
  })

  test('tries a job that fails three times and buries it once, with the last reason', async () => {
    const graves: string[] = []
    let tries = 0
    await queue('Night Bus')
    await drainAll(
      runner(
        async () => Promise.reject(new Error(`the decoder fell over ${++tries}`)),
        async ({ song }, reason) => void graves.push(`${song}: ${reason}`),
      ),
    )
    expect(graves).toEqual(['Night Bus: the decoder fell over 3'])
    expect(await job()).toMatchObject({ state: 'dead', attempts: 3, last_error: 'the decoder fell over 3' })
  })

  test.each([
    ['room on the disk', new StorageFull()],
    ['a store that is away', new StorageAway(new Error('connect ECONNREFUSED'))],
  ])('lets a job wait for %s, and counts no attempt for it', async (_, error) => {
    await queue('Night Bus')
    let isMet = false
    const worker = runner(async () => {
      if (!isMet) throw error
    })
    for (let i = 0; i < 5; i++) {
      await worker.drain()
      clock += 60_000
    }
    expect(await job()).toMatchObject({ state: 'ready', attempts: 0 })
    isMet = true
    await worker.drain()
    expect(await job()).toMatchObject({ state: 'done', attempts: 1 })
  })

  test('buries a job that kills every server that tries it', async () => {
    const graves: string[] = []
    await queue('Night Bus')
    for (let attempt = 0; attempt < 3; attempt++) {
      await claimJob(services.database.db, services.database.engine, {
        kinds: [kind.kind],
        now: clock,
        leaseId: `server ${attempt}`,
        leaseMs: () => kind.leaseMs,
      })
      clock += kind.leaseMs + 1
    }
    await drainAll(
      runner(
        async () => Promise.reject(new Error('must not be tried a fourth time')),
        async (_, reason) => void graves.push(reason),
      ),
    )
    expect(graves).toEqual(['The worker crashed on every attempt.'])
    expect(await job()).toMatchObject({ state: 'dead', attempts: 3 })
  })

  // Two workers start at once, in either order.
  test('begins urgent work although patient work never ends', async () => {
    const sketch: JobKind<{ song: string }> = { ...kind, kind: 'song.sketch', isPatient: true }
    for (const song of ['Low Tide', 'Night Bus', 'Paper Moon']) await queue(song, sketch)
    const [begun, done]: [string[], string[]] = [[], []]
    const endless = jobHandler({
      ...sketch,
      run: ({ song }, { signal }) =>
        new Promise((_, reject) => {
          begun.push(song)
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    })
    const worker = new JobRunner(services, [
      endless,
      jobHandler({ ...kind, run: async ({ song }) => void done.push(song) }),
    ])
    worker.start(3)
    await expect.poll(() => begun.length).toBe(2)
    await queue('Kiln')
    await expect.poll(() => done).toEqual(['Kiln'])
    expect(begun.toSorted()).toEqual(['Low Tide', 'Night Bus'])
    await worker.stop()
  })

  test('ends a job and what its end means together or not at all', async () => {
    await queue('Night Bus')
    let funerals = 0
    const worker = runner(
      async () => Promise.reject(new Error('broken')),
      async (_, __, scope) => {
        await enqueue(scope, kind, { song: 'Requiem' })
        if (++funerals === 1) throw new Error('the server dies in the middle of it')
      },
    )
    for (let i = 0; i < 3; i++) {
      await worker.drain().catch(() => undefined)
      clock += 600_000
    }
    expect(await services.database.db.selectFrom('jobs').select(['payload', 'state']).execute()).toEqual([
      { payload: '{"song":"Night Bus"}', state: 'active' },
    ])
    await worker.drain()
    expect(
      await services.database.db.selectFrom('jobs').select('state').where('payload', 'like', '%Night Bus%').execute(),
    ).toEqual([{ state: 'dead' }])
  })

  test('lets nobody write whose lease another has taken', async () => {
    const written: string[] = []
    await queue('Night Bus')
    await runner(async (song, { job: held, services: { database } }) => {
      clock += kind.leaseMs + 1
      await claimJob(database.db, database.engine, {
        kinds: [kind.kind],
        now: clock,
        leaseId: 'another',
        leaseMs: () => kind.leaseMs,
      })
      if (await finishJob(database.db, held, clock)) written.push(song)
    }).drain()
    expect(written).toEqual([])
    expect(await job()).toMatchObject({ state: 'active', lease_id: 'another', attempts: 2 })
  })

  test('hands back what it was doing when the server stops, without counting it', async () => {
    await queue('Night Bus')
    const worker = runner(async (_, { signal }) => {
      void worker.stop()
      signal.throwIfAborted()
    })
    await worker.drain()
    expect(await job()).toMatchObject({ state: 'ready', attempts: 0, lease_id: null })
  })

  test('hands back what does not hear the stop, and stops', async () => {
    await queue('Night Bus')
    const begun = Promise.withResolvers<void>()
    const deaf = jobHandler({ ...kind, run: () => new Promise(() => begun.resolve()) })
    const worker = new JobRunner(services, [deaf], { hearingMs: 1 })
    worker.start(1)
    await begun.promise
    await worker.stop()
    expect(await job()).toMatchObject({ state: 'ready', attempts: 0, lease_id: null })
  })
})

test('that the database is away is told once, and once that it is back, however often it is asked', async () => {
  const logged: string[] = []
  const log = Object.assign(openLog('silent'), {
    error: (_: object, message: string) => void logged.push(message),
    info: (facts: { ms?: number }, message: string) => void logged.push(`${message} after ${typeof facts.ms}`),
  })
  let asked = 0
  let isAway = true
  const { database } = services
  const broken = {
    ...database,
    get db() {
      asked += 1
      if (isAway) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return database.db
    },
  }
  const worker = new JobRunner({ ...services, database: broken, log }, [
    jobHandler({ ...kind, run: async () => undefined }),
  ])
  worker.start(2)
  const keepAsking = () => void services.bus.wake('user:jobs')
  await expect
    .poll(() => {
      keepAsking()
      return asked
    })
    .toBeGreaterThan(10)
  expect(logged).toEqual(['the database is away: work waits for it'])
  isAway = false
  await expect
    .poll(() => {
      keepAsking()
      return logged
    })
    .toEqual(['the database is away: work waits for it', 'the database is back after number'])
  await worker.stop()
})

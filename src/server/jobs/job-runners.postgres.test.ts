import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { MemoryStorage } from '#server/storage/memory.storage.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { readConfig } from '../config.ts'
import { openDatabase, type Database } from '../db/open-database.ts'
import { openFleet, type Fleet } from '../fleet/open-fleet.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { change, serverScope } from '../scope.ts'
import type { Services } from '../services.ts'
import { jobHandler, JobRunner, type JobRun } from './job-runner.ts'
import { enqueue, finishJob, type JobKind } from './jobs.queue.ts'

/** Two workers as on two machines: each with its own connections, woken by the other's notifications. */
const config = readConfig({
  DATABASE_URL: 'postgres://somewhere',
  S3_BUCKET: 'songs',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
  AUTH_SECRET: 's'.repeat(32),
  BASE_URL: 'https://mix.example.com',
})
const kind: JobKind<{ song: number }> = {
  kind: 'song.master',
  payload: z.object({ song: z.number() }),
  maxAttempts: 3,
  leaseMs: 1_500,
}

interface Machine {
  readonly services: Services
  readonly fleet: Fleet
}

let database: Database
const machines: Machine[] = []
const runners: JobRunner[] = []
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const runner of runners.splice(0)) await runner.stop()
  for (const { services, fleet } of machines.splice(0)) {
    await fleet.close()
    await services.database.close()
  }
  await database.close()
})

async function machine(): Promise<Machine> {
  const url = database.url ?? ''
  const log = openLog('silent')
  const fleet = await openFleet({ url, config, log })
  const services: Services = {
    config,
    log,
    database: openDatabase({ url, dataDir: '' }),
    storage: new MemoryStorage(),
    bus: fleet.bus,
    workshop: '',
    now: fleet.now,
    newId,
  }
  machines.push({ services, fleet })
  return { services, fleet }
}
function work({ services }: Machine, run: (song: number, its: JobRun) => Promise<void>): JobRunner {
  const runner = new JobRunner(services, [jobHandler({ ...kind, run: ({ song }, its) => run(song, its) })])
  runners.push(runner)
  runner.start(3)
  return runner
}
const queue = ({ services }: Machine, songs: readonly number[]) =>
  change(serverScope(services), async (scope) => {
    for (const song of songs) await enqueue(scope, kind, { song })
  })
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)
const left = async () =>
  Number(
    (
      await database.db
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll().as('count'))
        .where('state', '!=', 'done')
        .executeTakeFirstOrThrow()
    ).count,
  )

test('two workers share two hundred jobs, each done once and by one of them', async () => {
  const [one, other, web] = [await machine(), await machine(), await machine()]
  const done: string[] = []
  for (const [name, its] of [
    ['one', one],
    ['other', other],
  ] as const)
    work(its, async (song) => void done.push(`${name} ${song}`))
  await queue(web, upTo(200))
  await expect.poll(left, { timeout: 60_000 }).toBe(0)
  expect(done.map((one) => Number(one.split(' ')[1])).toSorted((a, b) => a - b)).toEqual(upTo(200))
  expect(new Set(done.map((one) => one.split(' ')[0]))).toEqual(new Set(['one', 'other']))
})

test('a job queued by another process begins at once, and not when a worker happens to look', async () => {
  const [worker, web] = [await machine(), await machine()]
  const begun: number[] = []
  work(worker, async () => void begun.push(performance.now()))
  await pause(300)
  const waits: number[] = []
  for (const song of upTo(5)) {
    const askedAt = performance.now()
    await queue(web, [song])
    await expect.poll(() => begun.length, { interval: 5 }).toBe(song + 1)
    waits.push((begun.at(-1) ?? 0) - askedAt)
  }
  // They poll every second: that the best of five waits is this short by chance has a probability of one in a hundred
  // thousand.
  expect(Math.min(...waits)).toBeLessThan(100)
})

test('a worker that stops answering has its job done by the other, and its late result does not count', async () => {
  const [sick, well] = [await machine(), await machine()]
  const results: string[] = []
  let wake: () => void = () => undefined
  const asleep = new Promise<void>((resolve) => (wake = resolve))
  const finish = async (name: string, { services, job }: JobRun) => {
    if (await finishJob(services.database.db, job, services.now())) results.push(name)
  }
  // Its renewals stop as well, as in a stalled process, so another worker takes the lease.
  const hanging = work(sick, async (_, its) => {
    await database.db
      .updateTable('jobs')
      .set({ lease_until: its.services.now() - 1 })
      .where('id', '=', its.job.id)
      .execute()
    await asleep
    await finish('sick', its)
  })
  await queue(well, [1])
  await expect
    .poll(async () => (await database.db.selectFrom('jobs').select('attempts').executeTakeFirstOrThrow()).attempts)
    .toBe(1)
  work(well, async (_, its) => finish('well', its))
  await expect.poll(left).toBe(0)
  wake()
  await hanging.stop()
  expect(results).toEqual(['well'])
})

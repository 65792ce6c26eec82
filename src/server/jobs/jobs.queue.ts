import { sql } from 'kysely'
import * as z from 'zod'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db, DatabaseEngine } from '../db/open-database.ts'
import { wakeLater } from '../events/events.queries.ts'
import type { VisitorScope } from '../scope.ts'

/** One kind of background work. Running it twice must do no harm: a lease can expire during the work. */
export interface JobKind<T> {
  readonly kind: string
  readonly payload: z.ZodType<T>
  readonly maxAttempts: number
  /** How long a lease lasts between renewals; after that another worker takes over a crashed worker's job. */
  readonly leaseMs: Milliseconds
  /** Low priority: runs only when no other kind is due. */
  readonly isPatient?: boolean
  /** Nobody waits for it: of low priority, and after all others of that. */
  readonly isUnasked?: boolean
}

export interface ClaimedJob {
  readonly id: string
  readonly kind: string
  readonly payload: unknown
  readonly attempts: number
  readonly maxAttempts: number
  readonly leaseId: string
  /** All attempts are used up without a recorded failure: the job can only be buried. */
  readonly exhausted: boolean
}

/** The default lease. It is renewed three times within it; after a crash a job waits at most this long. */
export const JOB_LEASE_MS: Milliseconds = 20_000

/**
 * The clocks of two machines may differ by this much. A time further ahead came from a wrong clock, and the job is due
 * now.
 */
const CLOCK_PLAY_MS: Milliseconds = 5 * 60_000
const LONGEST_WAIT_MS: Milliseconds = 10 * 60_000
const LONGEST_LEASE_MS: Milliseconds = 10 * 60_000

type Enqueuing = Pick<VisitorScope, 'db' | 'now' | 'newId' | 'afterCommit' | 'bus'>

/**
 * Queues a job in the change's own transaction. With a `key`, a job that is already queued is not queued again.
 * `attempts` carries over attempts made under another kind.
 */
export async function enqueue<T>(
  scope: Enqueuing,
  job: JobKind<T>,
  payload: T,
  options: { key?: string; projectId?: string; runAt?: Instant; attempts?: number } = {},
): Promise<void> {
  const now = scope.now()
  await scope.db
    .insertInto('jobs')
    .values({
      id: scope.newId(),
      kind: job.kind,
      payload: JSON.stringify(payload),
      unique_key: options.key ?? null,
      project_id: options.projectId ?? null,
      state: 'ready',
      attempts: options.attempts ?? 0,
      max_attempts: job.maxAttempts,
      run_at: options.runAt ?? now,
      lease_id: null,
      lease_until: null,
      last_error: null,
      created_at: now,
      finished_at: null,
    })
    .onConflict((c) => c.column('unique_key').doNothing())
    .execute()
  await wakeLater(scope, 'user:jobs')
}

/**
 * Somebody now waits for a queued job that nobody had asked for: it continues as the kind that is asked for, due from
 * now on. One to be tried again later keeps its time.
 */
export async function askForQueued(
  { db, now }: Pick<Enqueuing, 'db' | 'now'>,
  key: string,
  { from, to }: { readonly from: Pick<JobKind<never>, 'kind'>; readonly to: Pick<JobKind<never>, 'kind'> },
): Promise<void> {
  const at = now()
  await db
    .updateTable('jobs')
    .set((eb) => ({
      kind: to.kind,
      run_at: eb.case().when('run_at', '<', at).then(at).else(eb.ref('run_at')).end(),
    }))
    .where('unique_key', '=', key)
    .where('kind', '=', from.kind)
    .where('state', '=', 'ready')
    .execute()
}

/**
 * Takes the next job that is due or whose lease has expired. Counts the attempt before the work starts, so that a job
 * that kills its worker is not retried for ever; a job without attempts left is returned to be buried.
 */
export async function claimJob(
  db: Db,
  engine: DatabaseEngine,
  {
    kinds,
    patient = [],
    unasked = [],
    now,
    leaseId,
    leaseMs,
  }: {
    kinds: readonly string[]
    patient?: readonly string[]
    unasked?: readonly string[]
    now: Instant
    leaseId: string
    leaseMs: (kind: string) => Milliseconds
  },
): Promise<ClaimedJob | undefined> {
  return db.transaction().execute(async (tx) => {
    const due = tx
      .selectFrom('jobs')
      .selectAll()
      .where('kind', 'in', [...kinds])
      .where((eb) =>
        eb.or([
          eb.and([
            eb('state', '=', 'ready'),
            eb.or([
              eb('run_at', '<=', now),
              eb('created_at', '>', now + CLOCK_PLAY_MS),
              eb.and([eb('attempts', '>', 0), eb('run_at', '>', now + LONGEST_WAIT_MS + CLOCK_PLAY_MS)]),
            ]),
          ]),
          eb.and([
            eb('state', '=', 'active'),
            eb.or([eb('lease_until', '<', now), eb('lease_until', '>', now + LONGEST_LEASE_MS)]),
          ]),
        ]),
      )
      .$if(unasked.length > 0, (q) =>
        q.orderBy((eb) =>
          eb
            .case()
            .when('kind', 'in', [...unasked])
            .then(1)
            .else(0)
            .end(),
        ),
      )
      .$if(patient.length > 0, (q) =>
        q.orderBy((eb) =>
          eb
            .case()
            .when('kind', 'in', [...patient])
            .then(1)
            .else(0)
            .end(),
        ),
      )
      .orderBy('run_at')
      .orderBy('created_at')
      .limit(1)
    const row = await (engine === 'postgres' ? due.forUpdate().skipLocked() : due).executeTakeFirst()
    if (!row) return undefined
    const exhausted = row.attempts >= row.max_attempts
    const attempts = exhausted ? row.attempts : row.attempts + 1
    await tx
      .updateTable('jobs')
      .set({ state: 'active', attempts, lease_id: leaseId, lease_until: now + leaseMs(row.kind) })
      .where('id', '=', row.id)
      .execute()
    return {
      id: row.id,
      kind: row.kind,
      payload: JSON.parse(row.payload),
      attempts,
      maxAttempts: row.max_attempts,
      leaseId,
      exhausted,
    }
  })
}

/** Renews a lease. False means that another worker has the job: stop. */
export async function renewLease(db: Db, job: ClaimedJob, until: Instant): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ lease_until: until })
    .where('id', '=', job.id)
    .where('lease_id', '=', job.leaseId)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/** Call in the transaction of the job's own writes. False means that the lease was lost and nothing may be written. */
export async function finishJob(db: Db, job: ClaimedJob, now: Instant): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ state: 'done', unique_key: null, lease_id: null, lease_until: null, finished_at: now, last_error: null })
    .where('id', '=', job.id)
    .where('lease_id', '=', job.leaseId)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

/**
 * Schedules a retry with growing delay; after the last attempt the job is dead until somebody retries it. `lost` means
 * that another worker has it.
 */
export async function failJob(
  db: Db,
  job: ClaimedJob,
  error: string,
  now: Instant,
): Promise<'ready' | 'dead' | 'lost'> {
  const state = job.attempts >= job.maxAttempts ? 'dead' : 'ready'
  const result = await db
    .updateTable('jobs')
    .set({
      state,
      lease_id: null,
      lease_until: null,
      last_error: error.slice(0, 2000),
      run_at: now + backoffMs(job.attempts),
      ...(state === 'dead' && { unique_key: null, finished_at: now }),
    })
    .where('id', '=', job.id)
    .where('lease_id', '=', job.leaseId)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1 ? state : 'lost'
}

/** Hands a job back unchanged, as at a clean stop; the attempt does not count. */
export async function releaseJob(db: Db, job: ClaimedJob): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'ready', attempts: sql<number>`attempts - 1`, lease_id: null, lease_until: null })
    .where('id', '=', job.id)
    .where('lease_id', '=', job.leaseId)
    .execute()
}

/** Hands a job back for later because of an outside obstacle; the attempt does not count. */
export async function postponeJob(db: Db, job: ClaimedJob, until: Instant): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ state: 'ready', attempts: sql<number>`attempts - 1`, lease_id: null, lease_until: null, run_at: until })
    .where('id', '=', job.id)
    .where('lease_id', '=', job.leaseId)
    .execute()
}

/** For a server that runs alone, at its start: the holders of all leases are dead. The attempts count. */
export async function freeLeases(db: Db): Promise<void> {
  await db.updateTable('jobs').set({ lease_until: 0 }).where('state', '=', 'active').execute()
}

export async function retryJob(db: Db, id: string, now: Instant): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ state: 'ready', attempts: 0, run_at: now, finished_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

export function backoffMs(attempts: number): Milliseconds {
  return Math.min(LONGEST_WAIT_MS, 1000 * 4 ** (attempts - 1))
}

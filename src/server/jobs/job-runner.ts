import type { Milliseconds } from '#shared/units.ts'
import { crashPoint } from '../crash-points.ts'
import { noteAway, noteBack } from '../db/database-away.ts'
import { change, serverScope, type ServerScope } from '../scope.ts'
import type { Services } from '../services.ts'
import { StorageAway } from '../storage/storage.ts'
import { isFull } from '../storage/storage-full.ts'
import { abortWithGrace } from './abort-with-grace.ts'
import {
  claimJob,
  failJob,
  finishJob,
  postponeJob,
  releaseJob,
  renewLease,
  type ClaimedJob,
  type JobKind,
} from './jobs.queue.ts'

/** What a handler gets. `finish` must be called inside the transaction of the handler's writes, if it has any. */
export interface JobRun {
  readonly services: Services
  readonly scope: ServerScope
  readonly job: ClaimedJob
  /** Aborted when the server stops or the lease is lost. */
  readonly signal: AbortSignal
  readonly isLastAttempt: boolean
}

export interface JobHandler<T = unknown> extends JobKind<T> {
  run(payload: T, run: JobRun): Promise<void>
  /**
   * Called when the last attempt has failed, with the reason, in the same transaction that ends the job: a crash leaves
   * both or neither.
   */
  buried?(payload: T, reason: string, scope: ServerScope): Promise<void>
}

/** Checks a handler against its payload type and erases that type, for the table of all handlers. */
export function jobHandler<T>(handler: JobHandler<T>): JobHandler {
  return {
    ...handler,
    run: (payload, run) => handler.run(handler.payload.parse(payload), run),
    ...(handler.buried && {
      buried: (payload: unknown, reason: string, scope: ServerScope) =>
        handler.buried?.(handler.payload.parse(payload), reason, scope) ?? Promise.resolve(),
    }),
  }
}

const POLL_MS: Milliseconds = 1000
/** Retry delay while the disk is full or the store is unavailable, so that no file is marked as failed for that. */
const UNTIL_BETTER_MS: Milliseconds = 15_000
/**
 * Work that hangs, for example on a store, may ignore the stop signal. The job is handed back anyway after this time.
 */
const HEARING_MS: Milliseconds = 5000

/** Runs jobs on `workers` workers until stopped. */
export class JobRunner {
  readonly #services: Services
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #all: readonly string[]
  readonly #patient: readonly string[]
  readonly #unasked: readonly string[]
  readonly #urgent: readonly string[]
  readonly #stopping = new AbortController()
  readonly #loops: Promise<void>[] = []
  readonly #resting = new Set<() => void>()
  readonly #hearingMs: Milliseconds
  #unsubscribe: (() => void) | undefined

  constructor(
    services: Services,
    handlers: readonly JobHandler[],
    { hearingMs = HEARING_MS }: { readonly hearingMs?: Milliseconds } = {},
  ) {
    this.#services = services
    this.#hearingMs = hearingMs
    this.#handlers = new Map(handlers.map((handler) => [handler.kind, handler]))
    this.#all = [...this.#handlers.keys()]
    this.#patient = handlers.filter(({ isPatient, isUnasked }) => isPatient || isUnasked).map(({ kind }) => kind)
    this.#unasked = handlers.filter(({ isUnasked }) => isUnasked).map(({ kind }) => kind)
    this.#urgent = this.#all.filter((kind) => !this.#patient.includes(kind))
  }

  /** With several workers, one never takes low-priority jobs, so that urgent jobs never wait for those. */
  start(workers: number): void {
    this.#unsubscribe = this.#services.bus.onWake(
      (stream) => (stream === null || stream === 'user:jobs') && this.#wakeAll(),
    )
    for (let i = 0; i < workers; i++) this.#loops.push(this.#loop(i === 0 && workers > 1 ? this.#urgent : this.#all))
  }

  /** Waits a limited time for running jobs to stop, then hands them back to the queue. */
  async stop(): Promise<void> {
    this.#unsubscribe?.()
    this.#stopping.abort()
    this.#wakeAll()
    await Promise.all(this.#loops)
  }

  /** Runs jobs until none is due. For tests and one-shot commands. */
  async drain(): Promise<void> {
    while (await this.#step(this.#all)) if (this.#stopping.signal.aborted) return
  }

  async #loop(kinds: readonly string[]): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const worked = await this.#step(kinds).catch((error: unknown) => {
        // A full disk is logged once, by the disk watch.
        if (!isFull(error) && !noteAway(this.#services, error)) this.#services.log.error({ err: error }, 'job queue')
        return false
      })
      if (!worked && !this.#stopping.signal.aborted) await this.#rest()
    }
  }

  #rest(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        this.#resting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, POLL_MS)
      this.#resting.add(wake)
    })
  }

  #wakeAll(): void {
    for (const wake of this.#resting) wake()
  }

  async #step(kinds: readonly string[]): Promise<boolean> {
    const { database, now, newId } = this.#services
    const job = await claimJob(database.db, database.engine, {
      kinds,
      patient: this.#patient,
      unasked: this.#unasked,
      now: now(),
      leaseId: newId(),
      leaseMs: (kind) => this.#handlers.get(kind)?.leaseMs ?? 60_000,
    })
    noteBack(this.#services)
    if (!job) return false
    const handler = this.#handlers.get(job.kind)
    if (!handler) return false
    if (job.exhausted) await this.#fail(handler, job, new Error('The worker crashed on every attempt.'))
    else await this.#work(handler, job)
    return true
  }

  async #work(handler: JobHandler, job: ClaimedJob): Promise<void> {
    const { database, log, now } = this.#services
    const lost = new AbortController()
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal])
    const beat = setInterval(() => {
      renewLease(database.db, job, now() + handler.leaseMs).then(
        (kept) => kept || lost.abort(),
        (error: unknown) => log.warn({ err: error, job: job.id }, 'lease'),
      )
    }, handler.leaseMs / 3)
    const startedAt = performance.now()
    crashPoint('job.claimed')
    try {
      const run = {
        services: this.#services,
        scope: serverScope(this.#services),
        job,
        signal,
        isLastAttempt: job.attempts >= job.maxAttempts,
      }
      await abortWithGrace(handler.run(job.payload, run), this.#stopping.signal, this.#hearingMs)
      crashPoint('job.worked')
      await finishJob(database.db, job, now())
      log.info({ job: job.id, kind: job.kind, ms: Math.round(performance.now() - startedAt) }, 'job done')
    } catch (error) {
      if (this.#stopping.signal.aborted) return await releaseJob(database.db, job)
      if (isFull(error) || error instanceof StorageAway) return await this.#postpone(job, error)
      await this.#fail(handler, job, error)
    } finally {
      clearInterval(beat)
    }
  }

  async #postpone(job: ClaimedJob, error: unknown): Promise<void> {
    const { database, log, now } = this.#services
    await postponeJob(database.db, job, now() + UNTIL_BETTER_MS)
    log.warn({ job: job.id, kind: job.kind, err: error }, 'job waits for the store')
  }

  async #fail(handler: JobHandler, job: ClaimedJob, error: unknown): Promise<void> {
    const { log, now } = this.#services
    const reason = error instanceof Error ? error.message : String(error)
    const state = await change(serverScope(this.#services), async (tx) => {
      const state = await failJob(tx.db, job, reason, now())
      if (state === 'dead') await handler.buried?.(job.payload, reason, tx)
      return state
    })
    log.warn({ job: job.id, kind: job.kind, attempts: job.attempts, state, err: error }, 'job failed')
  }
}

import * as z from 'zod'
import { DAY_MS, HOUR_MS, type Milliseconds } from '#shared/units.ts'
import { sweepSignIn } from '../auth/sweep-sign-in.ts'
import { mailJob } from '../mail/mail.jobs.ts'
import { crashPoint } from '../crash-points.ts'
import { ANSWERS_KEPT_MS } from '../router/idempotency.ts'
import { change, serverScope, type ServerScope } from '../scope.ts'
import type { Services } from '../services.ts'
import { jobHandler, type JobHandler } from './job-runner.ts'
import { trashEmptied, trashKeptMs } from '../trash/trash-hooks.ts'
import { housekeepingDue } from './housekeeping-hooks.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from './jobs.queue.ts'

/**
 * As long as any secret link in a mail opens something. Until then it can be retried; after it, sending it would help
 * nobody.
 */
const DEAD_MAILS_KEPT_MS = DAY_MS
const DONE_JOBS_KEPT_MS: Milliseconds = 7 * DAY_MS

const housekeeping: JobKind<Record<string, never>> = {
  kind: 'server.housekeeping',
  payload: z.strictObject({}),
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}

export function housekeepingJobs(): readonly JobHandler[] {
  return [
    jobHandler({
      ...housekeeping,
      async run(_, { services, scope }) {
        const runAt = services.now() + HOUR_MS
        // Queued first: a round that fails must not be the last. One key an hour keeps it one chain.
        await change(scope, (tx) =>
          enqueue(tx, housekeeping, {}, { key: `${housekeeping.kind}:${Math.floor(runAt / HOUR_MS)}`, runAt }),
        )
        crashPoint('house.queued')
        await keepHouse(scope)
      },
    }),
  ]
}

export async function startHousekeeping(services: Services): Promise<void> {
  await change(serverScope(services), (scope) => enqueue(scope, housekeeping, {}, { key: housekeeping.kind }))
}

/**
 * Empties what has lain in the trash for its time (the sweep then removes its files) and forgets what nobody asks for
 * again.
 */
export async function keepHouse(scope: ServerScope): Promise<void> {
  const { db, now, config } = scope
  const at = now()
  await trashEmptied.ask(scope, at - trashKeptMs(config))
  await housekeepingDue.ask(scope)
  await db
    .deleteFrom('audit')
    .where('at', '<', at - config.AUDIT_DAYS * DAY_MS)
    .execute()
  await db
    .deleteFrom('answers')
    .where('created_at', '<', at - ANSWERS_KEPT_MS)
    .execute()
  await sweepSignIn(db, at, config.SESSION_MAX_DAYS)
  await db
    .deleteFrom('jobs')
    .where('state', '=', 'done')
    .where('finished_at', '<', at - DONE_JOBS_KEPT_MS)
    .execute()
  await db
    .deleteFrom('jobs')
    .where('kind', '=', mailJob.kind)
    .where('state', '=', 'dead')
    .where('finished_at', '<', at - DEAD_MAILS_KEPT_MS)
    .execute()
}

import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import { sweepSignIn } from '../auth/sweep-sign-in.ts'
import { mailJob } from '../mail/mail.jobs.ts'
import { crashPoint } from '../crash-points.ts'
import { ANSWERS_KEPT_MS } from '../router/idempotency.ts'
import type { ServerScope } from '../scope.ts'
import type { JobHandler } from './job-runner.ts'
import { trashEmptied, trashKeptMs } from '../trash/trash-hooks.ts'
import { housekeepingDue } from './housekeeping-hooks.ts'
import { hourlyJob } from './hourly-job.ts'

/** As long as any secret link in a mail is valid. Until then the mail can be retried; later it would be useless. */
const DEAD_MAILS_KEPT_MS = DAY_MS
const DONE_JOBS_KEPT_MS: Milliseconds = 7 * DAY_MS

const housekeeping = hourlyJob({
  kind: 'server.housekeeping',
  run(scope) {
    crashPoint('house.queued')
    return keepHouse(scope)
  },
})

export const housekeepingJobs: readonly JobHandler[] = [housekeeping.handler]
export const startHousekeeping = housekeeping.start

/**
 * Purges trash whose retention has passed (the sweep then deletes its files) and deletes rows that are no longer
 * needed.
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

import * as z from 'zod'
import { HOUR_MS } from '#shared/units.ts'
import { change, serverScope, type ServerScope } from '../scope.ts'
import type { Services } from '../services.ts'
import { jobHandler, type JobHandler } from './job-runner.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from './jobs.queue.ts'

interface HourlyWork extends Pick<JobKind<never>, 'kind' | 'isPatient'> {
  run(scope: ServerScope, signal: AbortSignal): Promise<unknown>
}

interface HourlyJob {
  readonly handler: JobHandler
  /** Call once at start: queues the first run, each of which queues the next. */
  readonly start: (services: Services) => Promise<void>
}

/** Work that the server does every hour, on whichever machine is free. */
export function hourlyJob({ run, ...rest }: HourlyWork): HourlyJob {
  const job: JobKind<Record<string, never>> = {
    ...rest,
    payload: z.strictObject({}),
    maxAttempts: 5,
    leaseMs: JOB_LEASE_MS,
  }
  return {
    handler: jobHandler({
      ...job,
      async run(_, { services, scope, signal }) {
        const runAt = services.now() + HOUR_MS
        // Queues the next run first, so that a failing run is not the last. One key per hour, so that two servers, or a
        // restart, do not make a second chain.
        await change(scope, (tx) => enqueue(tx, job, {}, { key: `${job.kind}:${Math.floor(runAt / HOUR_MS)}`, runAt }))
        await run(scope, signal)
      },
    }),
    start: (services) => change(serverScope(services), (scope) => enqueue(scope, job, {}, { key: job.kind })),
  }
}

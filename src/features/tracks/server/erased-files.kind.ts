import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'

/** Removes what nothing names any more below a folder of the store. */
export const eraseFiles: JobKind<{ prefix: string }> = {
  kind: 'files.erase',
  payload: z.strictObject({ prefix: z.string() }),
  maxAttempts: 8,
  leaseMs: JOB_LEASE_MS,
}

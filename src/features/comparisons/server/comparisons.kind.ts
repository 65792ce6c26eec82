import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'

/** Align two versions and find what changed from one to the other. */
export const compareTwo: JobKind<{ comparisonId: string }> = {
  kind: 'version.compare',
  payload: z.object({ comparisonId: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}

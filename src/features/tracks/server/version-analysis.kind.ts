import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'

/** Probe, measure and draw an uploaded file, and make its lossless rendition. */
export const analyseVersion: JobKind<{ versionId: string }> = {
  kind: 'version.analyse',
  payload: z.object({ versionId: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
}

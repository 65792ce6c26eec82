import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'

/** Probe, measure and draw an uploaded file, and make its lossless rendition. */
export const analyseVersion: JobKind<{ versionId: string }> = {
  kind: 'version.analyse',
  payload: z.object({ versionId: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
}

/** The same for a file that takes long, once nobody else waits; its attempts go on being counted. */
export const analyseLongVersion: typeof analyseVersion = {
  ...analyseVersion,
  kind: 'version.analyse-long',
  isPatient: true,
}

/** Under which a version's analysis is queued once, of whichever kind. */
export function analysisKey(versionId: string): string {
  return `version.analyse:${versionId}`
}

import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'

/** Analyses an uploaded file, draws its waveform, and makes its lossless rendition. */
export const analyseVersion: JobKind<{ versionId: string }> = {
  kind: 'version.analyse',
  payload: z.object({ versionId: z.string() }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
}

/** The same for a slow file, once nothing else waits; its attempts continue to count. */
export const analyseLongVersion: typeof analyseVersion = {
  ...analyseVersion,
  kind: 'version.analyse-long',
  isPatient: true,
}

/** Measures a version again that an older analysis read, while it is played as before. Nobody waits for it. */
export const remeasureVersion: typeof analyseVersion = {
  ...analyseVersion,
  kind: 'version.remeasure',
  isUnasked: true,
}

export function remeasureKey(versionId: string): string {
  return `version.remeasure:${versionId}`
}

/** The unique key of a version's analysis, for both kinds. */
export function analysisKey(versionId: string): string {
  return `version.analyse:${versionId}`
}

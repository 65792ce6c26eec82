import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'

const Payload = z.strictObject({ versionId: z.string() })

/** Reads what a version of a file says of itself. */
export const readFacts: JobKind<z.infer<typeof Payload>> = {
  kind: 'project-files.facts',
  payload: Payload,
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
}

/** One reading of a version at a time. */
export function factsKey(versionId: string): string {
  return `${readFacts.kind}:${versionId}`
}

import * as z from 'zod'
import type { JobKind } from '#server/jobs/jobs.queue.ts'

const Payload = z.object({
  projectId: z.string(),
  trackId: z.string(),
  userId: z.string(),
  versionIds: z.array(z.string()),
})

export const renderSample: JobKind<z.infer<typeof Payload>> = {
  kind: 'sample.render',
  payload: Payload,
  maxAttempts: 3,
  leaseMs: 60_000,
}

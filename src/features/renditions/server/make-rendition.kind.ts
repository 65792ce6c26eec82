import * as z from 'zod'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { RenditionWish } from '../renditions.contract.ts'

/** Make one rendition of a version. Versions that are being checked come first. */
export const makeRenditionKind: JobKind<{ versionId: string; wish: RenditionWish }> = {
  kind: 'rendition.make',
  payload: z.object({ versionId: z.string(), wish: RenditionWish }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}

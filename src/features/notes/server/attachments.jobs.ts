import * as z from 'zod'
import { sweepBlobs } from '#server/storage/sweep-blobs.ts'
import { DAY_MS, HOUR_MS, type Milliseconds } from '#shared/units.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'

/** Files of unsent drafts are kept for a week. */
const UNSENT_KEPT_MS: Milliseconds = 7 * DAY_MS

const sweep: JobKind<Record<string, never>> = {
  kind: 'attachments.sweep',
  payload: z.strictObject({}),
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}

export const attachmentJobs: readonly JobHandler[] = [
  jobHandler({
    ...sweep,
    async run(_, { services, scope, signal }) {
      const runAt = services.now() + HOUR_MS
      // Queues the next sweep first, so that a failing sweep is not the last. One key per hour prevents a second chain.
      await change(serverScope(services), (tx) =>
        enqueue(tx, sweep, {}, { key: `${sweep.kind}:${Math.floor(runAt / HOUR_MS)}`, runAt }),
      )
      await sweepAttachments(scope, signal)
    },
  }),
]

export async function startAttachmentSweep(services: Services): Promise<void> {
  await change(serverScope(services), (scope) => enqueue(scope, sweep, {}, { key: sweep.kind }))
}

/** Deletes files whose notes were never sent, then blobs without a row. Returns how many blobs. */
export async function sweepAttachments(scope: ServerScope, signal?: AbortSignal): Promise<number> {
  const { db, now } = scope
  await db
    .deleteFrom('note_attachments')
    .where('note_id', 'is', null)
    .where('created_at', '<', now() - UNSENT_KEPT_MS)
    .execute()
  return sweepBlobs(scope, { prefix: 'attachments/', orphansAmong: (keys) => orphansOf(scope, keys), signal })
}

async function orphansOf({ db }: ServerScope, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom('note_attachments').select('storage_key').where('storage_key', 'in', keys).execute()
  const named = new Set(rows.map((row) => row.storage_key))
  return keys.filter((key) => !named.has(key))
}

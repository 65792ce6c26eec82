import { sweepBlobs } from '#server/storage/sweep-blobs.ts'
import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import { hourlyJob } from '#server/jobs/hourly-job.ts'
import type { JobHandler } from '#server/jobs/job-runner.ts'
import type { ServerScope } from '#server/scope.ts'

/** Files of unsent drafts are kept for a week. */
const UNSENT_KEPT_MS: Milliseconds = 7 * DAY_MS

const sweep = hourlyJob({ kind: 'attachments.sweep', run: sweepAttachments })

export const attachmentJobs: readonly JobHandler[] = [sweep.handler]
export const startAttachmentSweep = sweep.start

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

import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { DAY_MS, type Instant } from '#shared/units.ts'
import { backupVolumeMissing, knowBackupVolume, markBackupVolume } from '#server/backup/backup-volume.ts'
import { BACKUP_JOB, noteBackup } from '#server/backup/last-backup.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { holdFile } from '#server/process/process-lock.ts'
import { change, serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { isFull } from '#server/storage/storage-full.ts'
import { StorageAway } from '#server/storage/storage.ts'
import { backUp } from './back-up.ts'
import { backupFolder } from './backup-folder.ts'
import { backupName, dropUnfinished, keptBackups, proveBackup, pruneBackups, withdrawProof } from './kept-backups.ts'

const backup: JobKind<Record<string, never>> = {
  kind: BACKUP_JOB,
  payload: z.strictObject({}),
  maxAttempts: 4,
  leaseMs: JOB_LEASE_MS,
}

/** In its own worker pool: copying everything may take hours, and no upload waits for it. */
export const backupJobs: readonly JobHandler[] = [
  jobHandler({
    ...backup,
    async run(_, { services, scope, signal }) {
      const { BACKUP_AT } = services.config
      const runAt = dueBefore(services.now(), BACKUP_AT) + DAY_MS
      // Queues the next backup first, so that a failing backup is not the last.
      await change(scope, (tx) => enqueue(tx, backup, {}, { key: keyOf(runAt), runAt }))
      await backUpHere(services, signal)
    },
  }),
]

/** Queues one job, however many processes start; it runs at once if a day was missed. */
export async function startScheduledBackup(services: Services): Promise<void> {
  const { BACKUP_DIR, BACKUP_AT } = services.config
  if (BACKUP_DIR === undefined) return forgetPlans(services)
  await sayIfMissing(services, BACKUP_DIR)
  const now = services.now()
  const due = dueBefore(now, BACKUP_AT)
  const newest = (await keptBackups(BACKUP_DIR)).find(({ at }) => at !== undefined)?.at
  await change(serverScope(services), async (scope) => {
    // Plans made with earlier settings.
    await scope.db.deleteFrom('jobs').where('kind', '=', BACKUP_JOB).where('state', '=', 'ready').execute()
    if (newest === undefined || newest < due) await enqueue(scope, backup, {}, { key: keyOf(due), runAt: now })
    // Always: a running backup has queued tomorrow's job, which was just deleted, and it may not run again.
    await enqueue(scope, backup, {}, { key: keyOf(due + DAY_MS), runAt: due + DAY_MS })
  })
}

/**
 * Removes plans when backups are switched off here. A single server removes all; beside others, which may have them on,
 * only those that no process took for a day.
 */
async function forgetPlans({ database: { db, engine }, now }: Services): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', BACKUP_JOB)
    .where('state', '=', 'ready')
    .$if(engine === 'postgres', (q) => q.where('run_at', '<', now() - DAY_MS))
    .execute()
}

/** Checked at start too, so that an unmounted volume is noticed before the night. */
async function sayIfMissing({ log, config: { DATA_DIR } }: Services, folder: string): Promise<void> {
  const missing = await backupVolumeMissing(folder, DATA_DIR)
  if (missing !== undefined) log.error(missing)
  else await knowBackupVolume(folder, DATA_DIR)
}

function keyOf(due: Instant): string {
  return `${BACKUP_JOB}:${due}`
}

/** The latest past occurrence of this time of day, `03:00` in UTC. */
function dueBefore(now: Instant, time: string): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const due = Math.floor(now / DAY_MS) * DAY_MS + (hours * 60 + minutes) * 60_000
  return due <= now ? due : due - DAY_MS
}

/** Makes today's folder, starting with links to the previous one; older ones are removed only after it was verified. */
async function backUpHere(services: Services, signal: AbortSignal): Promise<void> {
  const {
    config: { BACKUP_DIR, BACKUP_AT, BACKUP_KEEP, DATA_DIR },
    log,
    now,
  } = services
  if (BACKUP_DIR === undefined) return
  const missing = await backupVolumeMissing(BACKUP_DIR, DATA_DIR)
  if (missing !== undefined) throw new Error(missing)
  await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 })
  // A process that lost the lease may still be writing.
  const lock = holdFile(join(BACKUP_DIR, 'backing-up.lock'))
  if (!lock) throw new Error('Another process is backing up into this folder.')
  const path = join(BACKUP_DIR, backupName(dueBefore(now(), BACKUP_AT)))
  try {
    const before = (await keptBackups(BACKUP_DIR)).find((one) => one.at !== undefined && one.path !== path)
    // Without verification a retry would keep files that the previous try wrote incorrectly.
    const target = await backupFolder(path, before?.path, services.config, { isBelieved: await withdrawProof(path) })
    const { manifest, readKeys } = await backUp(services, target, { signal })
    await proveBackup(path, readKeys, signal)
    await markBackupVolume(BACKUP_DIR, DATA_DIR)
    await noteBackup(DATA_DIR, Date.parse(manifest.at))
    const pruned = await pruneBackups(BACKUP_DIR, BACKUP_KEEP)
    log.info({ files: manifest.files.count, read: readKeys.size, pruned }, 'backed up')
  } catch (error) {
    // A partial copy does not help a retry, and its space would block uploads until somebody intervenes.
    if (isFull(error)) await dropUnfinished(path)
    // Jobs for uploads wait for space; a disk filled by backups needs an admin.
    if (isFull(error))
      throw new Error(
        `The disk of ${BACKUP_DIR} has no room for a backup beside what is kept free. Older backups stay.`,
        { cause: error },
      )
    // Every try copies the whole database, so tries are limited.
    if (error instanceof StorageAway)
      throw new Error(`The files were not copied: ${error.message}. Older backups stay.`, { cause: error })
    throw error
  } finally {
    lock.release()
  }
}

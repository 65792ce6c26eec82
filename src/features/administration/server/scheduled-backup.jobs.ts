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

/** A worker of its own: copying everything may take hours, and nobody's upload waits for it. */
export const backupJobs: readonly JobHandler[] = [
  jobHandler({
    ...backup,
    async run(_, { services, scope, signal }) {
      const { BACKUP_AT } = services.config
      const runAt = dueBefore(services.now(), BACKUP_AT) + DAY_MS
      // Queued first: a backup that fails must not be the last.
      await change(scope, (tx) => enqueue(tx, backup, {}, { key: keyOf(runAt), runAt }))
      await backUpHere(services, signal)
    },
  }),
]

/** One job for however many processes start; at once where a day was missed. */
export async function startScheduledBackup(services: Services): Promise<void> {
  const { BACKUP_DIR, BACKUP_AT } = services.config
  if (BACKUP_DIR === undefined) return forgetPlans(services)
  await sayIfMissing(services, BACKUP_DIR)
  const now = services.now()
  const due = dueBefore(now, BACKUP_AT)
  const newest = (await keptBackups(BACKUP_DIR)).find(({ at }) => at !== undefined)?.at
  await change(serverScope(services), async (scope) => {
    // What was planned by other settings.
    await scope.db.deleteFrom('jobs').where('kind', '=', BACKUP_JOB).where('state', '=', 'ready').execute()
    if (newest === undefined || newest < due) await enqueue(scope, backup, {}, { key: keyOf(due), runAt: now })
    // Always: one that is under way has queued tomorrow's already, which was just removed, and it may not live to try
    // again.
    await enqueue(scope, backup, {}, { key: keyOf(due + DAY_MS), runAt: due + DAY_MS })
  })
}

/**
 * Of a server that is the only one none is left. Beside others one may have the setting: then only what none of them
 * took for a day goes.
 */
async function forgetPlans({ database: { db, engine }, now }: Services): Promise<void> {
  await db
    .deleteFrom('jobs')
    .where('kind', '=', BACKUP_JOB)
    .where('state', '=', 'ready')
    .$if(engine === 'postgres', (q) => q.where('run_at', '<', now() - DAY_MS))
    .execute()
}

/** At the start too: a volume that is not mounted is better heard of before the night. */
async function sayIfMissing({ log, config: { DATA_DIR } }: Services, folder: string): Promise<void> {
  const missing = await backupVolumeMissing(folder, DATA_DIR)
  if (missing !== undefined) log.error(missing)
  else await knowBackupVolume(folder, DATA_DIR)
}

function keyOf(due: Instant): string {
  return `${BACKUP_JOB}:${due}`
}

/** The last moment of a day at this time, `03:00` in UTC, that is not to come. */
function dueBefore(now: Instant, time: string): Instant {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const due = Math.floor(now / DAY_MS) * DAY_MS + (hours * 60 + minutes) * 60_000
  return due <= now ? due : due - DAY_MS
}

/** A folder for the day, begun by linking what the one before has; older ones go only once it is read back. */
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
  // Whoever lost the lease may still be writing.
  const held = holdFile(join(BACKUP_DIR, 'backing-up.lock'))
  if (!held) throw new Error('Another process is backing up into this folder.')
  const path = join(BACKUP_DIR, backupName(dueBefore(now(), BACKUP_AT)))
  try {
    const before = (await keptBackups(BACKUP_DIR)).find((one) => one.at !== undefined && one.path !== path)
    // Without its proof another try would keep what the last one was found to have written wrong.
    const target = await backupFolder(path, before?.path, services.config, { isBelieved: await withdrawProof(path) })
    const { manifest, readKeys } = await backUp(services, target, { signal })
    await proveBackup(path, readKeys, signal)
    await markBackupVolume(BACKUP_DIR, DATA_DIR)
    await noteBackup(DATA_DIR, Date.parse(manifest.at))
    const pruned = await pruneBackups(BACKUP_DIR, BACKUP_KEEP)
    log.info({ files: manifest.files.count, read: readKeys.size, pruned }, 'backed up')
  } catch (error) {
    // What was copied before helps no later try, and would keep what people bring from the disk until somebody comes.
    if (isFull(error)) await dropUnfinished(path)
    // Waiting for room is for what people bring: a full disk of backups needs somebody.
    if (isFull(error))
      throw new Error(
        `The disk of ${BACKUP_DIR} has no room for a backup beside what is kept free. Older backups stay.`,
        { cause: error },
      )
    // Every try copies the whole database: that is counted.
    if (error instanceof StorageAway)
      throw new Error(`The files were not copied: ${error.message}. Older backups stay.`, { cause: error })
    throw error
  } finally {
    held.release()
  }
}

import { orphansAmong } from '#features/tracks/server/trash/orphan-files.ts'
import { crashPoint } from '#server/crash-points.ts'
import { hourlyJob } from '#server/jobs/hourly-job.ts'
import type { JobHandler } from '#server/jobs/job-runner.ts'
import type { ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { versionIdOf } from '#server/storage/version-key.ts'
import { DAY_MS, type Milliseconds } from '#shared/units.ts'
import { activeUploadsOf } from './active-uploads.ts'
import { cancelUpload, partialOf, type Upload } from './uploads.queries.ts'

/** A blob without a row may be a write in progress, but not after this time. */
const GRACE_MS = DAY_MS
/** How long rows of ended uploads are kept for inquiries. */
const ROWS_KEPT_MS: Milliseconds = 30 * DAY_MS

const sweep = hourlyJob({
  kind: 'uploads.sweep',
  run(scope, signal) {
    crashPoint('sweep.queued')
    return sweepUploads(scope, signal)
  },
})

export const transferJobs: readonly JobHandler[] = [sweep.handler]

/**
 * Call once at start. SQLite has a single server, so existing
 * leases are left from a crash and are removed.
 */
export async function startTransferSweep(services: Services): Promise<void> {
  if (services.database.engine === 'sqlite')
    await services.database.db
      .updateTable('uploads')
      .set({ lease_id: null, lease_until: null })
      .where('lease_id', 'is not', null)
      .execute()
  await sweep.start(services)
}

/** Call before the server stops: ends running parts; their bytes are durable. */
export async function stopTransfers({ storage }: Pick<Services, 'storage'>): Promise<void> {
  await activeUploadsOf(storage).interruptAll()
}

export interface Swept {
  readonly expired: number
  readonly parts: number
  readonly blobs: number
}

/** Ends inactive uploads, then removes parts and blobs without a row. */
export async function sweepUploads(scope: ServerScope, signal?: AbortSignal): Promise<Swept> {
  const expired = await endExpired(scope)
  const before = scope.now() - GRACE_MS
  const open = await openOnes(scope)
  const parts = await scope.storage.sweepParts(
    before,
    ({ id, key }) => (id !== undefined && open.ids.has(id)) || (key !== undefined && open.keys.has(key)),
  )
  const blobs = await removeOrphans(scope, before, signal)
  await scope.db
    .deleteFrom('uploads')
    .where('state', 'in', ['finished', 'cancelled'])
    .where('created_at', '<', scope.now() - ROWS_KEPT_MS)
    .execute()
  if (expired + parts + blobs > 0) scope.log.info({ expired, parts, blobs }, 'swept uploads')
  return { expired, parts, blobs }
}

async function endExpired(scope: ServerScope): Promise<number> {
  const now = scope.now()
  const expired: Upload[] = await scope.db
    .selectFrom('uploads')
    .selectAll()
    .where('state', 'in', ['receiving', 'sealing'])
    .where('expires_at', '<', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<', now)]))
    .execute()
  for (const upload of expired) {
    if (!(await cancelUpload(scope, upload))) continue
    activeUploadsOf(scope.storage).hasher.forget(upload.id)
    await scope.storage.abortParts(partialOf(upload))
  }
  return expired.length
}

async function openOnes({ db }: ServerScope): Promise<{ ids: ReadonlySet<string>; keys: ReadonlySet<string> }> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'storage_key'])
    .where('state', 'in', ['receiving', 'sealing'])
    .execute()
  return {
    ids: new Set(rows.map(({ id }) => id)),
    keys: new Set(rows.flatMap(({ storage_key: key }) => (key === null ? [] : [key]))),
  }
}

const AT_ONCE = 200

async function removeOrphans(scope: ServerScope, before: number, signal: AbortSignal | undefined): Promise<number> {
  let removed = 0
  let old: string[] = []
  const removeThese = async () => {
    for (const key of await orphansAmong(scope, old)) {
      signal?.throwIfAborted()
      await scope.storage.remove(key)
      removed++
    }
    old = []
  }
  for await (const { key, modifiedAt } of scope.storage.list('projects/')) {
    signal?.throwIfAborted()
    if (modifiedAt >= before || versionIdOf(key) === undefined) continue
    old.push(key)
    if (old.length === AT_ONCE) await removeThese()
  }
  await removeThese()
  return removed
}

import * as z from 'zod'
import { orphansAmong } from '#features/tracks/server/trash/orphan-files.ts'
import { crashPoint } from '#server/crash-points.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { versionIdOf } from '#server/storage/version-key.ts'
import { DAY_MS, HOUR_MS, type Milliseconds } from '#shared/units.ts'
import { activeUploadsOf } from './active-uploads.ts'
import { cancelUpload, partialOf, type Upload } from './uploads.queries.ts'

/** What nobody names may belong to something that is just being written; after this time it does not. */
const GRACE_MS = DAY_MS
/** Rows of uploads that are over are kept this long for questions about them. */
const ROWS_KEPT_MS: Milliseconds = 30 * DAY_MS

const sweep: JobKind<Record<string, never>> = {
  kind: 'uploads.sweep',
  payload: z.strictObject({}),
  maxAttempts: 5,
  leaseMs: JOB_LEASE_MS,
}

export function transferJobs(): readonly JobHandler[] {
  return [
    jobHandler({
      ...sweep,
      async run(_, { services, scope, signal }) {
        // Queued first: a sweep that fails must not be the last.
        await sweepLater(services)
        crashPoint('sweep.queued')
        await sweepUploads(scope, signal)
      },
    }),
  ]
}

/**
 * Once at the start of a server: queues the first sweep, each of which queues the next. On SQLite there is one server,
 * so leases that are there were left behind by its death, and nobody needs to wait until they run out.
 */
export async function startTransferSweep(services: Services): Promise<void> {
  if (services.database.engine === 'sqlite')
    await services.database.db
      .updateTable('uploads')
      .set({ lease_id: null, lease_until: null })
      .where('lease_id', 'is not', null)
      .execute()
  await change(serverScope(services), (scope) => enqueue(scope, sweep, {}, { key: sweep.kind }))
}

/** Before a server stops: parts that are arriving are cut off, and what came of them is safe. */
export async function stopTransfers({ storage }: Pick<Services, 'storage'>): Promise<void> {
  await activeUploadsOf(storage).interruptAll()
}

/** One key an hour, so that two servers, or a restart, do not make two chains of sweeps. */
async function sweepLater(services: Services): Promise<void> {
  const runAt = services.now() + HOUR_MS
  await change(serverScope(services), (scope) =>
    enqueue(scope, sweep, {}, { key: `${sweep.kind}:${Math.floor(runAt / HOUR_MS)}`, runAt }),
  )
}

export interface Swept {
  readonly expired: number
  readonly parts: number
  readonly blobs: number
}

/** Ends uploads that nobody went on with, then removes parts and blobs that no row names. */
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

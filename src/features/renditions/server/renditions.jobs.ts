import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import type { Db } from '#server/db/open-database.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { finishJob } from '#server/jobs/jobs.queue.ts'
import { makeRendition } from '#server/media/make-rendition.ts'
import type { MadeRendition, MediaRenditionSpec } from '#server/media/rendition-spec.ts'
import { withFolder } from '#server/process/workshop.ts'
import { change } from '#server/scope.ts'
import { fileDigest } from '#server/storage/blob-digest.ts'
import { requireFreeSpace, whileSpace } from '#server/storage/free-space.ts'
import type { Milliseconds } from '#shared/units.ts'
import { renditionName } from '../rendition-name.ts'
import type { RenditionSpec } from '../renditions.contract.ts'
import { hasIndex, renditionKey } from './rendition-files.ts'
import { makeRenditionKind } from './renditions.queries.ts'

type Version = Selectable<VersionTable>

/** How often progress is written to the row; live listeners get it ten times as often. */
const TELL_EVERY_MS: Milliseconds = 1000

export const renditionJobs: readonly JobHandler[] = [
  jobHandler({
    ...makeRenditionKind,
    async run({ versionId, wish: spec }, run) {
      const { db } = run.services.database
      const version = await db.selectFrom('versions').selectAll().where('id', '=', versionId).executeTakeFirst()
      if (!version || !(await isWanted(db, versionId, spec))) return
      await settle(run, version, spec, await make(run, version, spec))
    },
    async buried({ versionId, wish: spec }, reason, scope) {
      await fail(scope.db, versionId, spec, reason)
    },
  }),
]

type Outcome =
  | { readonly ok: true; readonly made: MadeRendition; readonly sizeBytes: number; readonly sha256: string }
  | { readonly ok: false; readonly reason: string }

async function isWanted(db: Db, versionId: string, spec: RenditionSpec): Promise<boolean> {
  const row = await db
    .selectFrom('renditions')
    .select('state')
    .where('version_id', '=', versionId)
    .where('name', '=', renditionName(spec))
    .executeTakeFirst()
  return row?.state === 'making'
}

/** Encodes the original and stores the result. */
async function make(run: JobRun, version: Version, spec: RenditionSpec): Promise<Outcome> {
  const { storage, workshop } = run.services
  await requireFreeSpace(run.scope, version.size_bytes)
  return withFolder(workshop, 'rendition', async (folder) => {
    const body = join(folder, 'body')
    const frameIndex = join(folder, 'index')
    const outcome = await storage.withFile(
      version.storage_key,
      (path) =>
        whileSpace(run.services, run.signal, (signal) =>
          makeRendition({
            path,
            spec: mediaSpec(spec),
            outputs: { rendition: body, flac: body, frameIndex },
            signal,
            onProgress: progress(run, version, spec),
          }),
        ),
      run.signal,
    )
    if (!outcome.ok) return { ok: false, reason: `${outcome.verdict}: ${outcome.detail}` }
    const sha256 = await fileDigest(body, run.signal)
    if (hasIndex(spec)) await storage.putFile(renditionKey(version, spec, 'index'), frameIndex, run.signal)
    const sizeBytes = await storage.putFile(renditionKey(version, spec, 'body'), body, run.signal)
    return { ok: true, made: outcome.made, sizeBytes, sha256 }
  })
}

function mediaSpec(spec: RenditionSpec): MediaRenditionSpec {
  return spec.kind === 'waveform'
    ? { kind: 'waveform', samplesPerPixel: spec.samplesPerPixel, split: spec.channels === 'split' }
    : spec
}

function progress(
  { services: { bus, database, log } }: JobRun,
  version: Version,
  spec: RenditionSpec,
): (fraction: number) => void {
  let toldAt = performance.now()
  return (fraction) => {
    bus.tick({ stream: `project:${version.project_id}`, subject: `${version.id}/${renditionName(spec)}`, fraction })
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    const telling = database.db
      .updateTable('renditions')
      .set({ fraction })
      .where('version_id', '=', version.id)
      .where('name', '=', renditionName(spec))
      .where('state', '=', 'making')
      .execute()
    telling.catch((error: unknown) => log.warn({ err: error }, 'progress of a rendition'))
  }
}

/** Writes the result and the job's end in one transaction: after a crash the job runs again with the same result. */
async function settle(
  { scope, job, services: { bus } }: JobRun,
  version: Version,
  spec: RenditionSpec,
  outcome: Outcome,
): Promise<void> {
  const settled = await change(scope, async (tx) => {
    if (!(await finishJob(tx.db, job, tx.now()))) return false
    if (!outcome.ok) await fail(tx.db, version.id, spec, outcome.reason)
    if (!outcome.ok) return true
    const { made, sizeBytes, sha256 } = outcome
    await tx.db
      .updateTable('renditions')
      .set({
        state: 'ready',
        fraction: 1,
        size_bytes: sizeBytes,
        sha256,
        sample_rate: made.sampleRate,
        total_frames: made.totalFrames,
        clipped_samples: made.clippedSamples,
        error: null,
        made_at: tx.now(),
      })
      .where('version_id', '=', version.id)
      .where('name', '=', renditionName(spec))
      .execute()
    return true
  })
  if (settled)
    bus.tick({ stream: `project:${version.project_id}`, subject: `${version.id}/${renditionName(spec)}`, fraction: 1 })
}

async function fail(db: Db, versionId: string, spec: RenditionSpec, reason: string): Promise<void> {
  await db
    .updateTable('renditions')
    .set({ state: 'failed', error: reason.slice(0, 500) })
    .where('version_id', '=', versionId)
    .where('name', '=', renditionName(spec))
    .where('state', '=', 'making')
    .execute()
}

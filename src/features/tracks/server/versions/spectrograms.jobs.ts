import { join } from 'node:path'
import type { Selectable } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import { emit } from '#server/events/events.queries.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { finishJob } from '#server/jobs/jobs.queue.ts'
import { makeSpectrogram } from '#server/media/make-spectrogram.ts'
import { withFolder } from '#server/process/workshop.ts'
import { change, type ServerScope } from '#server/scope.ts'
import { requireFreeSpace, whileSpace } from '#server/storage/free-space.ts'
import type { SpectrogramChannels } from '../../tracks.contract.ts'
import { spectrogramKey } from './send-spectrogram.ts'
import { drawSpectrogram } from '../tracks.routes.ts'
import type { VersionTable } from '../tracks.tables.ts'

type Version = Selectable<VersionTable>

export const spectrogramJobs: readonly JobHandler[] = [
  jobHandler({
    ...drawSpectrogram,
    async run({ versionId, channels }, run) {
      const version = await findVersion(run.services.database.db, versionId)
      if (!version) return
      const state = (await draw(run, version, channels)) ? 'ready' : 'failed'
      await change(run.scope, async (tx) => {
        if (await finishJob(tx.db, run.job, tx.now())) await settle(tx, version, channels, state)
      })
    },
    async buried({ versionId, channels }, _, scope) {
      const version = await findVersion(scope.db, versionId)
      if (version) await settle(scope, version, channels, 'failed')
    },
  }),
]

/** False if the recording is at fault. */
async function draw(
  { services, scope, signal }: JobRun,
  version: Version,
  channels: SpectrogramChannels,
): Promise<boolean> {
  const { storage, workshop, bus } = services
  await requireFreeSpace(scope, version.size_bytes)
  return withFolder(workshop, 'spectrogram', async (folder) => {
    const made = join(folder, 'made')
    const onProgress = (fraction: number) =>
      bus.tick({ stream: `project:${version.project_id}`, subject: `spectrogram:${version.id}`, fraction })
    const outcome = await storage.withFile(
      version.storage_key,
      (path) =>
        whileSpace(services, signal, (whileIt) =>
          makeSpectrogram({ path, made, channels, signal: whileIt, onProgress }),
        ),
      signal,
    )
    if (outcome.ok) await storage.putFile(spectrogramKey(version, channels), made, signal)
    return outcome.ok
  })
}

async function settle(
  scope: ServerScope,
  version: Version,
  channels: SpectrogramChannels,
  state: 'ready' | 'failed',
): Promise<void> {
  await scope.db
    .updateTable('spectrograms')
    .set({ state })
    .where('version_id', '=', version.id)
    .where('channels', '=', channels)
    .execute()
  await emit(scope, `project:${version.project_id}`, `spectrogram.${state}`, {
    projectId: version.project_id,
    trackId: version.track_id,
    versionId: version.id,
    channels,
  })
}

async function findVersion(db: Db, id: string): Promise<Version | undefined> {
  return db.selectFrom('versions').selectAll().where('id', '=', id).executeTakeFirst()
}

import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { findProjectRights } from '#features/projects/server/projects.queries.ts'
import { addVersion } from '#features/tracks/server/versions/versions.queries.ts'
import { jobHandler, type JobHandler } from '#server/jobs/job-runner.ts'
import { withFolder } from '#server/process/workshop.ts'
import { change, projectScope, type ProjectScope, userScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { whileSpace } from '#server/storage/free-space.ts'
import { originalKey } from '#server/storage/version-key.ts'
import { renderSample } from './sample-project.queries.ts'
import { tellStory } from './sample-story.ts'
import { storeVoice } from './sample-voice.ts'
import { SAMPLE_VERSIONS, type SampleVersion } from './sample-song.ts'

export const sampleProjectJobs: readonly JobHandler[] = [
  jobHandler({
    ...renderSample,
    async run({ projectId, trackId, userId, versionIds }, { services, signal }) {
      for (const [i, sample] of SAMPLE_VERSIONS.entries()) {
        // Throw, so that the job is retried: returning would end it.
        signal.throwIfAborted()
        const versionId = versionIds[i]
        const scope = await scopeOf(services, userId, projectId)
        if (!versionId || !scope) return
        const before = await scope.db.selectFrom('versions').select('id').where('id', '=', versionId).executeTakeFirst()
        const isLast = i === SAMPLE_VERSIONS.length - 1
        if (before) continue
        const voice = isLast ? await storeVoice(scope) : undefined
        await addRendered(services, scope, {
          trackId,
          versionId,
          sample,
          signal,
          also: (tx) => (voice ? tellStory(tx, { trackId, versionIds, voice }) : Promise.resolve()),
        })
      }
    },
  }),
]

/** Acts for the user who requested the project; undefined if either is gone. */
async function scopeOf(services: Services, userId: string, projectId: string): Promise<ProjectScope | undefined> {
  const { db } = services.database
  const person = await db.selectFrom('user').select(['id', 'name', 'email']).where('id', '=', userId).executeTakeFirst()
  if (!person) return undefined
  const scope = userScope(
    { services, db, afterCommit: (effect) => effect() },
    { userId, name: person.name, email: person.email, emailVerified: false, isAdmin: false },
  )
  const rights = await findProjectRights(scope, projectId, { inTrash: false })
  return rights && projectScope(scope, projectId, 'track.edit', findProjectRights)
}

async function addRendered(
  services: Services,
  scope: ProjectScope,
  {
    trackId,
    versionId,
    sample,
    signal,
    also,
  }: {
    trackId: string
    versionId: string
    sample: SampleVersion
    signal: AbortSignal
    /** In the same transaction. */
    also: (tx: ProjectScope) => Promise<void>
  },
): Promise<void> {
  await withFolder(services.workshop, 'sample', async (folder) => {
    const path = join(folder, 'song.wav')
    const { sizeBytes, sha256 } = await whileSpace(services, signal, (whileIt) => render(path, sample, whileIt))
    const storageKey = originalKey({ projectId: scope.projectId, trackId, versionId, name: sample.fileName })
    await services.storage.putFile(storageKey, path, signal)
    await change(scope, async (tx) => {
      await addVersion(tx, {
        trackId,
        newTrackTitle: null,
        versionId,
        fileName: sample.fileName,
        sizeBytes,
        sha256,
        storageKey,
        changelog: sample.changelog,
      })
      await also(tx)
    })
  })
}

/** In a worker thread: a song takes a second or two of pure computation. */
async function render(
  path: string,
  { mix, sampleRate, encoding }: SampleVersion,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; sha256: string }> {
  const worker = new Worker(new URL('./render-song.worker.ts', import.meta.url), {
    workerData: { path, mix, sampleRate, encoding },
  })
  try {
    const [rendered]: { sizeBytes: number; sha256: string }[] = await once(worker, 'message', { signal })
    if (!rendered) throw new Error('the song was not rendered')
    return rendered
  } finally {
    // Nothing may write any more, because the folder is removed now.
    await worker.terminate()
  }
}

import * as z from 'zod'
import { createProject, findProjectRights } from '#features/projects/server/projects.queries.ts'
import { addTask } from '#features/tasks/server/tasks.queries.ts'
import { addTrack, editTrack } from '#features/tracks/server/tracks.queries.ts'
import { openTrack } from '#features/tracks/server/tracks.scope.ts'
import { enqueue, type JobKind } from '#server/jobs/jobs.queue.ts'
import { projectScope, type UserScope } from '#server/scope.ts'
import { SAMPLE_VERSIONS, type SampleTask } from './sample-song.ts'

const Payload = z.object({
  projectId: z.string(),
  trackId: z.string(),
  userId: z.string(),
  versionIds: z.array(z.string()),
})

export const renderSample: JobKind<z.infer<typeof Payload>> = {
  kind: 'sample.render',
  payload: Payload,
  maxAttempts: 3,
  leaseMs: 60_000,
}

const TASKS: readonly SampleTask[] = [
  {
    title: 'Master is too hot from the second chorus on',
    description: 'v2 goes over full scale. v3 should stay below −1 dBTP.',
    priority: 'urgent',
    state: 'verified',
    fromSeconds: 60,
    toSeconds: 75,
  },
  {
    title: 'Lead still a touch loud in the first verse',
    description: 'Half a decibel would do.',
    priority: 'high',
    state: 'todo',
    fromSeconds: 20,
    toSeconds: 30,
  },
  {
    title: 'Drums out of the bridge',
    description: 'They come back with the last chorus.',
    priority: 'normal',
    state: 'fixed',
    fromSeconds: 85,
    toSeconds: 95,
  },
  {
    title: 'Send stems to the mastering engineer',
    description: '',
    priority: 'normal',
    state: 'todo',
    fromSeconds: null,
    toSeconds: null,
  },
]

/** Everything but the sound is there at once; the three versions are rendered by a job. */
export async function createSampleProject(scope: UserScope): Promise<{ projectId: string }> {
  const project = await createProject(scope, {
    name: 'Night Drive (sample)',
    description: 'A song that Roughmix made for you to try things on. Delete it whenever you like.',
  })
  const inside = await projectScope(scope, project.id, 'project.edit', findProjectRights)
  const track = await addTrack(inside, { title: 'Night Drive' })
  await editTrack(await openTrack(inside, track.id), { status: 'in-review' })
  for (const task of TASKS) await addTask(inside, { ...task, trackId: task.fromSeconds === null ? null : track.id })
  const versionIds = SAMPLE_VERSIONS.map(() => scope.newId())
  await enqueue(
    scope,
    renderSample,
    { projectId: project.id, trackId: track.id, userId: scope.actor.userId, versionIds },
    { key: `sample.render:${project.id}`, projectId: project.id },
  )
  return { projectId: project.id }
}

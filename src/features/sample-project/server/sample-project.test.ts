import { afterAll, beforeAll, expect, test } from 'vitest'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { openWorld, type World } from '#testing/world.ts'
import { sampleProjectJobs } from './sample-project.jobs.ts'

let world: World
let projectId: string
beforeAll(async () => {
  world = await openWorld()
  projectId = (await world.as('stan', 'POST /api/sample-project')).body.projectId
})
afterAll(() => world.close())

test('a server that stops in the middle of the sample project leaves its work to be done', async () => {
  const runner = new JobRunner(world.services, sampleProjectJobs)
  runner.start(1)
  await runner.stop()
  expect(
    await world.services.database.db
      .selectFrom('jobs')
      .select(['state', 'attempts'])
      .where('kind', '=', 'sample.render')
      .execute(),
  ).toEqual([{ state: 'ready', attempts: 0 }])
})

test('later it has a song in three analysed versions with something to find, and tasks', async () => {
  await world.work()
  const project = (await world.as('stan', 'GET /api/projects/:projectId', { params: { projectId } })).body
  expect(
    project.trackVersions.map((version: { number: number; state: string }) => [version.number, version.state]),
  ).toEqual([
    [3, 'ready'],
    [2, 'ready'],
    [1, 'ready'],
  ])
  const kinds = project.trackVersions.map((version: { report: { findings: { kind: string }[] } }) =>
    version.report.findings.map((finding) => finding.kind),
  )
  expect(kinds[1]).toContain('true-peak-over')
  expect(kinds[1]).toContain('sample-rate-changed')
  expect(kinds[0]).not.toContain('true-peak-over')
  expect(project).toMatchObject({ taskCount: 4, openTaskCount: 2 })
})

test('two voices have written about it, and nobody gets mail for that', async () => {
  const { body: project } = await world.as('stan', 'GET /api/projects/:projectId', { params: { projectId } })
  const [{ id: trackId, currentVersionId: version }] = project.tracks
  const { body: notes } = await world.as('stan', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
    params: { projectId, trackId },
    query: { version },
  })
  const authors = new Set(notes.items.map(({ authorName }: { authorName: string }) => authorName))
  expect([...authors].some((name) => String(name).startsWith('Mara Lindqvist'))).toBe(true)
  expect(authors.size).toBe(2)
  const states = notes.items.map(({ state }: { state: string }) => state)
  expect(states.filter((state: string) => state === 'open').length).toBeGreaterThanOrEqual(3)
  expect(states).toContain('fixed')
  const { body: tasks } = await world.as('stan', 'GET /api/projects/:projectId/tasks', { params: { projectId } })
  expect(tasks.items.filter(({ noteId }: { noteId: string | null }) => noteId !== null)).toHaveLength(3)
  expect((await world.as('stan', 'GET /api/inbox/count')).body.unread).toBe(0)
})

test('the guest of the story hums a line and decides twice, which sets no status', async () => {
  const { body: project } = await world.as('stan', 'GET /api/projects/:projectId', { params: { projectId } })
  const [{ id: trackId, currentVersionId: version, status }] = project.tracks
  expect(status).toBe('in-review')
  const { body: notes } = await world.as('stan', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
    params: { projectId, trackId },
    query: { version },
  })
  const [voice, ...more] = notes.items.flatMap(({ attachments }: { attachments: readonly unknown[] }) => attachments)
  expect(more).toEqual([])
  expect(voice).toMatchObject({ kind: 'voice', mediaType: 'audio/wav', durationSeconds: 5.6 })
  expect(voice.levels).toHaveLength(48)
  expect(Math.max(...voice.levels)).toBeGreaterThan(70)
  const { storage_key: key } = await world.services.database.db
    .selectFrom('note_attachments')
    .select('storage_key')
    .where('id', '=', voice.id)
    .executeTakeFirstOrThrow()
  expect(await world.services.storage.find(key)).toMatchObject({ sizeBytes: voice.sizeBytes })
  const { body: record } = await world.as('stan', 'GET /api/projects/:projectId/tracks/:trackId/approvals', {
    params: { projectId, trackId },
  })
  const decided = record.decisions.map(
    ({ versionNumber, decision, authorName }: Record<string, unknown>) => `${authorName} ${versionNumber} ${decision}`,
  )
  expect(decided.toSorted()).toEqual(['Mara Lindqvist (guest) 2 changes', 'Mara Lindqvist (guest) 3 approved'])
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import { emit } from '#server/events/events.queries.ts'
import { change, serverScope } from '#server/scope.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Activity } from '../activity.contract.ts'
import { anAttachment, aVersion } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const history = async (
  query: Readonly<Record<string, string>> = {},
): Promise<{ items: Activity[]; nextCursor: string | null }> =>
  (await world.as('lin', 'GET /api/projects/:projectId/activity', { query })).body
const lines = async () =>
  (await history()).items.map(({ kind, actorName, subject, detail }) => [kind, actorName, subject, detail])
const addTrack = async (title: string): Promise<string> =>
  (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body.id

test('a project’s history says who did what to what, newest first', async () => {
  const trackId = await addTrack('Kiln')
  await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
    params: { trackId },
    body: { status: 'in-review' },
  })
  await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Kick 1 dB lower', trackId } })
  await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } })
  expect(await lines()).toEqual([
    ['member.removed', 'Olga', 'Cora', null],
    ['task.added', 'Cora', 'Kick 1 dB lower', null],
    ['track.status_set', 'Ed', 'Kiln', 'in-review'],
    ['track.added', 'Ed', 'Kiln', null],
    ['project.created', 'Olga', null, null],
  ])
})

test('things are called what they are called today', async () => {
  const trackId = await addTrack('Untitled 4')
  await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
    params: { trackId },
    body: { title: 'Kiln' },
  })
  expect((await lines()).map(([, , subject]) => subject)).toEqual(['Kiln', 'Kiln', null])
})

test('history comes in pages that neither repeat nor skip, whatever happens meanwhile', async () => {
  for (let i = 0; i < 5; i++) await addTrack(`Sketch ${i}`)
  const first = await history({ limit: '2' })
  await addTrack('In between')
  const rest = await history({ limit: '200', cursor: first.nextCursor ?? '' })
  expect([...first.items, ...rest.items].map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1])
  expect(rest.nextCursor).toBeNull()
})

test('no line tells an invitation’s secret', async () => {
  const { id } = (await world.as('olga', 'POST /api/projects/:projectId/invites', { body: {} })).body
  await world.as('stan', 'POST /api/invite/:inviteId/accept', { params: { inviteId: id } })
  await world.as('olga', 'DELETE /api/projects/:projectId/invites/:inviteId', { params: { inviteId: id } })
  const entries = await history()
  expect(entries.items.map(({ kind }) => kind)).toEqual([
    'invite.revoked',
    'member.joined',
    'invite.added',
    'project.created',
  ])
  expect(JSON.stringify(entries)).not.toContain(id)
})

test('what is made because somebody looked is no history', async () => {
  const { services, here } = world
  await change(serverScope(services), async (scope) => {
    await emit(scope, `project:${here['projectId']}`, 'comparison.ready', {})
    await emit(scope, `project:${here['projectId']}`, 'spectrogram.failed', {})
  })
  expect((await lines()).map(([kind]) => kind)).toEqual(['project.created'])
})

test('history is narrowed to a person and to a topic', async () => {
  const trackId = await addTrack('Kiln')
  await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Kick 1 dB lower', trackId } })
  const kinds = async (query: Readonly<Record<string, string>>) => (await history(query)).items.map(({ kind }) => kind)
  expect(await kinds({ person: 'cora' })).toEqual(['task.added'])
  expect(await kinds({ topic: 'tracks' })).toEqual(['track.added'])
  expect(await kinds({ topic: 'tracks', person: 'cora' })).toEqual([])
  expect((await world.as('lin', 'GET /api/projects/:projectId/activity', { query: { topic: 'gossip' } })).status).toBe(
    400,
  )
})

test('a line says whether there is still something to go to, and where on which version a note stands', async () => {
  const { here } = world
  const trackId = await addTrack('Kiln')
  const projectId = here['projectId'] ?? ''
  await aVersion(world, { id: 'kiln-v1', project_id: projectId, track_id: trackId, storage_key: 'kiln' })
  const { id: noteId } = (
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId },
      body: { versionId: 'kiln-v1', fromSeconds: 12.5, toSeconds: null, body: 'Louder' },
    })
  ).body
  expect((await history()).items[0]).toMatchObject({
    kind: 'note.added',
    subject: 'Kiln',
    detail: 'v1',
    place: { versionId: 'kiln-v1', fromSeconds: 12.5 },
    isThere: true,
  })
  await world.as('cora', 'DELETE /api/projects/:projectId/notes/:noteId', { params: { noteId } })
  expect((await history({ topic: 'notes' })).items.map(({ isThere }) => isThere)).toEqual([false, false])
})

test('files on notes are listed with their notes, until the note is deleted', async () => {
  const { here } = world
  const trackId = await addTrack('Kiln')
  const projectId = here['projectId'] ?? ''
  await aVersion(world, { id: 'kiln-v1', project_id: projectId, track_id: trackId, storage_key: 'kiln' })
  const { id: noteId } = (
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId },
      body: { versionId: 'kiln-v1', fromSeconds: 12.5, toSeconds: null, body: 'As here' },
    })
  ).body
  for (const [id, note] of [
    ['sent', noteId],
    ['unsent', null],
  ] as const)
    await anAttachment(world, {
      id,
      project_id: projectId,
      track_id: trackId,
      note_id: note,
      author_id: 'cora',
      file_name: 'reference.pdf',
    })
  const files = async (query: Readonly<Record<string, string>> = {}) =>
    (await world.as('lin', 'GET /api/projects/:projectId/attachments', { query })).body.items
  expect(await files()).toMatchObject([
    {
      id: 'sent',
      fileName: 'reference.pdf',
      authorName: 'Cora',
      track: { title: 'Kiln' },
      version: { number: 1 },
      noteId,
      fromSeconds: 12.5,
    },
  ])
  expect(await files({ person: 'ed' })).toEqual([])
  await world.as('cora', 'DELETE /api/projects/:projectId/notes/:noteId', { params: { noteId } })
  expect(await files()).toEqual([])
})

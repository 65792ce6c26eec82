import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

let world: World
let url = ''
beforeEach(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => world.close())

const here = () => world.here['projectId'] ?? ''
const send = (title: string, { trackId, bytes = title }: { trackId?: string; bytes?: string } = {}) =>
  sendFile(url, 'ed', {
    projectId: here(),
    ...(trackId && { trackId }),
    title,
    fileName: `${title}.wav`,
    bytes: new TextEncoder().encode(bytes),
  })
const change = (what: 'status' | 'delete' | 'restore' | 'move', body: unknown, as: PersonName = 'ed') =>
  world.as(as, `POST /api/projects/:projectId/tracks/${what}`, { body })
const details = async (projectId = here(), as: PersonName = 'olga') =>
  (await world.as(as, 'GET /api/projects/:projectId', { params: { projectId } })).body
const titles = async (projectId = here()) =>
  (await details(projectId)).tracks.map(({ title }: { title: string }) => title)
const idsOf = (files: readonly UploadedFile[]) => files.map(({ trackId }) => trackId)

describe('a selection of tracks', () => {
  test('gets a status, all or none', async () => {
    const files = [await send('Kiln'), await send('Salt')]
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Bare' } })
    const statuses = async () => (await details()).tracks.map(({ status }: { status: string }) => status)
    expect((await change('status', { trackIds: idsOf(files), status: 'in-review' })).status).toBe(200)
    expect(await statuses()).toEqual(['in-review', 'in-review', 'draft'])
    const all = (await details()).tracks.map(({ id }: { id: string }) => id)
    expect((await change('status', { trackIds: all, status: 'final' })).body.code).toBe('track.nothing_final')
    expect(await statuses()).toEqual(['in-review', 'in-review', 'draft'])
  })

  test('goes to the trash and comes back, all or none', async () => {
    const files = [await send('Kiln'), await send('Salt'), await send('Ash')]
    const two = idsOf(files.slice(0, 2))
    expect((await change('delete', { trackIds: two })).status).toBe(200)
    expect(await titles()).toEqual(['Ash'])
    expect((await change('delete', { trackIds: idsOf(files) })).status).toBe(404)
    expect(await titles()).toEqual(['Ash'])
    expect((await change('restore', { trackIds: two })).status).toBe(200)
    expect(await titles()).toEqual(['Kiln', 'Salt', 'Ash'])
    await change('status', { trackIds: two.slice(1), status: 'final' })
    expect((await change('delete', { trackIds: idsOf(files) })).body.code).toBe('track.final')
    expect(await titles()).toEqual(['Kiln', 'Salt', 'Ash'])
  })
})

describe('moving tracks to another project', () => {
  let there = ''
  beforeEach(async () => {
    const made = await world.as('olga', 'POST /api/projects', { body: { name: 'High Tide' } })
    there = made.body.id
    await join('ed', 'editor')
    await world.as('ed', 'POST /api/projects/:projectId/tasks', {
      params: { projectId: there },
      body: { title: 'Book the room' },
    })
    await world.as('ed', 'POST /api/projects/:projectId/tracks', {
      params: { projectId: there },
      body: { title: 'First' },
    })
  })
  const join = (userId: PersonName, role: 'editor' | 'commenter') =>
    world.services.database.db
      .insertInto('memberships')
      .values({
        project_id: there,
        user_id: userId,
        role,
        may_download: 1,
        join_order: 2,
        joined_at: 1,
        removed_at: null,
      })
      .execute()
  const move = (body: unknown, as: PersonName = 'olga') => change('move', body, as)
  const at = (file: UploadedFile, projectId = there) => ({ params: { projectId, trackId: file.trackId } })

  test('takes versions, notes, tasks and approvals along, and nothing of them stays', async () => {
    const kiln = await send('Kiln')
    await send('Salt')
    const second = await send('Kiln', { trackId: kiln.trackId, bytes: 'another' })
    const note = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      ...at(kiln, here()),
      body: { versionId: kiln.versionId, fromSeconds: 3, toSeconds: null, body: 'Snare' },
    })
    expect(note.status).toBe(200)
    await world.as('ed', 'POST /api/projects/:projectId/tasks', {
      body: { title: 'Snare', trackId: kiln.trackId, noteId: note.body.id },
    })
    world.pass(1000)
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/decisions', {
      ...at(kiln, here()),
      body: { versionId: second.versionId, decision: 'approved', body: 'Ship it' },
    })
    expect((await move({ trackIds: [kiln.trackId], toProjectId: there })).status).toBe(200)

    expect(await titles()).toEqual(['Salt'])
    const arrived = await details(there, 'ed')
    expect(arrived.tracks.map(({ title }: { title: string }) => title)).toEqual(['First', 'Kiln'])
    expect(
      arrived.trackVersions.map(({ number, trackId }: { number: number; trackId: string }) => [number, trackId]),
    ).toEqual([
      [2, kiln.trackId],
      [1, kiln.trackId],
    ])
    const notes = await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
      ...at(kiln),
      query: { version: second.versionId },
    })
    expect(notes.body.items.map(({ body }: { body: string }) => body)).toContain('Snare')
    const tasks = await world.as('ed', 'GET /api/projects/:projectId/tasks', { params: { projectId: there } })
    expect(
      tasks.body.items.map(({ number, title }: { number: number; title: string }) => `${number} ${title}`).toSorted(),
    ).toEqual(['1 Book the room', '2 Snare'])
    const approvals = await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/approvals', at(kiln))
    expect(approvals.body.decisions.map(({ body }: { body: string }) => body)).toEqual(['Ship it'])
    const heard = await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/download', at(kiln))
    expect(heard.raw.toString()).toBe('another')
    // The new project's next version and task have numbers of their own.
    const next = await world.as('ed', 'POST /api/projects/:projectId/tasks', {
      params: { projectId: there },
      body: { title: 'Next' },
    })
    expect(next.body.number).toBe(3)

    const left = async (table: 'notes' | 'tasks' | 'versions' | 'approval_decisions') =>
      (
        await world.services.database.db
          .selectFrom(table)
          .select('project_id')
          .where('track_id', '=', kiln.trackId)
          .execute()
      ).filter(({ project_id: id }) => id !== there)
    for (const table of ['notes', 'tasks', 'versions', 'approval_decisions'] as const)
      expect(await left(table)).toEqual([])
    const behind = { ...at(kiln, here()), query: { version: second.versionId } }
    expect((await world.as('olga', 'GET /api/projects/:projectId/tracks/:trackId/notes', behind)).status).toBe(404)
  })

  test('is undone by moving it back', async () => {
    const kiln = await send('Kiln')
    await move({ trackIds: [kiln.trackId], toProjectId: there })
    const back = await world.as('olga', 'POST /api/projects/:projectId/tracks/move', {
      params: { projectId: there },
      body: { trackIds: [kiln.trackId], toProjectId: here() },
    })
    expect(back.status).toBe(200)
    expect(await titles()).toEqual(['Kiln'])
  })

  test('is for an owner here who can edit there', async () => {
    const kiln = await send('Kiln')
    const elsewhere = await world.as('ed', 'POST /api/projects', { body: { name: 'His own' } })
    const body = { trackIds: [kiln.trackId], toProjectId: there }
    // Otherwise an editor could take the tracks into a project of his own, and delete them there.
    expect((await move({ ...body, toProjectId: elsewhere.body.id }, 'ed')).status).toBe(403)
    expect((await move(body, 'cora')).status).toBe(403)
    expect((await move(body, 'stan')).status).toBe(404)
    expect((await move({ ...body, toProjectId: elsewhere.body.id })).status).toBe(404)
    expect((await move({ ...body, toProjectId: here() })).body.code).toBe('track.same_project')
    expect((await move({ ...body, trackIds: ['elsewhere'] })).status).toBe(404)
    expect(await titles()).toEqual(['Kiln'])
  })

  test('a note and a task that part ways no longer know each other', async () => {
    const [kiln, salt] = [await send('Kiln'), await send('Salt')]
    const note = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      ...at(kiln, here()),
      body: { versionId: kiln.versionId, fromSeconds: 3, toSeconds: null, body: 'Snare' },
    })
    const task = await world.as('ed', 'POST /api/projects/:projectId/tasks', {
      body: { title: 'Snare', trackId: salt.trackId, noteId: note.body.id },
    })
    expect([note.status, task.status]).toEqual([200, 200])
    await move({ trackIds: [kiln.trackId], toProjectId: there })
    const left = await world.as('ed', 'GET /api/projects/:projectId/tasks', {})
    expect(left.body.items).toMatchObject([{ title: 'Snare', trackId: salt.trackId, noteId: null }])
  })

  test('waits for an upload that moves, and ends one that does not', async () => {
    const kiln = await send('Kiln')
    const body = { trackIds: [kiln.trackId], toProjectId: there }
    const upload = await world.as('ed', 'POST /api/projects/:projectId/uploads', {
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '600000',
        'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa(kiln.trackId)}`,
      },
    })
    expect(upload.status).toBe(201)
    expect((await move(body)).body.code).toBe('track.uploading')
    world.pass(16 * 60_000)
    expect((await move(body)).status).toBe(200)
  })

  test('what happened to it there is not told to those who stayed behind', async () => {
    const kiln = await send('Kiln')
    await move({ trackIds: [kiln.trackId], toProjectId: there })
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', { ...at(kiln), body: { title: 'Secret' } })
    const told = await world.as('olga', 'GET /api/projects/:projectId/activity', {})
    expect(told.body.items[0].kind).toBe('track.moved_out')
    expect(JSON.stringify(told.body)).not.toContain('Secret')
    const arrived = await world.as('ed', 'GET /api/projects/:projectId/activity', { params: { projectId: there } })
    expect(arrived.body.items.map(({ kind }: { kind: string }) => kind)).toContain('track.moved_in')
  })

  test('is refused beyond the quota of that project', async () => {
    const kiln = await send('Kiln', { bytes: 'x'.repeat(2000) })
    await world.services.database.db
      .updateTable('projects')
      .set({ quota_bytes: 1000 })
      .where('id', '=', there)
      .execute()
    expect((await move({ trackIds: [kiln.trackId], toProjectId: there })).body.code).toBe('quota.project')
  })

  test('its file goes when the project that it was moved to is deleted for good, and not before', async () => {
    const kiln = await send('Kiln')
    await move({ trackIds: [kiln.trackId], toProjectId: there })
    const blobs = async () => (await Array.fromAsync(world.services.storage.list('projects/'))).length
    const erase = async (as: PersonName, projectId: string) => {
      await world.as(as, 'DELETE /api/projects/:projectId', { params: { projectId } })
      expect((await world.as(as, 'POST /api/projects/:projectId/erase', { params: { projectId } })).status).toBe(200)
      await world.work()
    }
    await erase('olga', here())
    expect(await blobs()).toBeGreaterThan(0)
    await erase('olga', there)
    expect(await blobs()).toBe(0)
  })
})

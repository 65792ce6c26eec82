import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sendFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

/** Ed starts v2 of Kiln; Cora wrote the notes. */
let world: World
let url = ''
beforeEach(async () => {
  world = await openWorld()
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}`
  const { trackId, versionId } = await upload({})
  Object.assign(world.here, { trackId, versionId })
})
afterEach(() => world.close())

interface Sent {
  readonly more?: Readonly<Record<string, string>>
  readonly trackId?: string
}

/** A little later, so that a plan started before counts. */
function upload({ more = {}, trackId }: Sent) {
  world.pass(10)
  return sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    ...(trackId ? { trackId } : { title: 'Kiln' }),
    fileName: 'kiln.wav',
    bytes: new TextEncoder().encode(`RIFF ${Math.random()}`),
    more,
  })
}

const next = (more: Readonly<Record<string, string>> = {}) => upload({ trackId: world.here['trackId'] ?? '', more })
const addTask = async (title: string, more: object = {}) =>
  (
    await world.as('cora', 'POST /api/projects/:projectId/tasks', {
      body: { title, trackId: world.here['trackId'], ...more },
    })
  ).body
const start = (as: PersonName = 'ed', withProjectTasks = false) =>
  world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/starts', { body: { withProjectTasks } })
const starts = async () => (await world.as('lin', 'GET /api/projects/:projectId/starts')).body.items
const tick = (startId: string, position: number, ticked = true, as: PersonName = 'ed') =>
  world.as(as, 'PUT /api/projects/:projectId/starts/:startId/items/:position', {
    params: { startId, position: String(position) },
    body: { ticked },
  })
const write = async () =>
  (
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: world.here['versionId'], fromSeconds: 1, toSeconds: null, body: 'Vocal up' },
    })
  ).body.id
const task = async (id: string) =>
  (await world.as('lin', 'GET /api/projects/:projectId/tasks')).body.items.find((one: { id: string }) => one.id === id)
const versions = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body.trackVersions
const titles = (list: readonly { title: string }[]) => list.map(({ title }) => title)

describe('a start', () => {
  test('freezes the open tasks of the track, the pressing ones first, in today’s words', async () => {
    const [calm, pressing] = [await addTask('Fade'), await addTask('Click at 1:02', { priority: 'urgent' })]
    await addTask('Done already', { state: 'fixed' })
    await addTask('Artwork', { trackId: null })
    const { body } = await start()
    expect(body).toMatchObject({
      number: 2,
      startedBy: 'ed',
      items: [
        { position: 0, title: 'Click at 1:02', taskId: pressing.id, taskNumber: 2, ticked: false, state: 'todo' },
        { title: 'Fade' },
      ],
    })
    await addTask('Too late')
    await world.as('cora', 'PATCH /api/projects/:projectId/tasks/:taskId', {
      params: { taskId: calm.id },
      body: { title: 'Fade out over 8 bars' },
    })
    expect(titles((await starts())[0].items)).toEqual(['Click at 1:02', 'Fade'])
  })

  test('takes the project’s tasks along where that is asked for, after the track’s', async () => {
    await addTask('Artwork', { trackId: null, priority: 'urgent' })
    await addTask('Fade')
    expect(titles((await start('ed', true)).body.items)).toEqual(['Fade', 'Artwork'])
  })

  test('is one at a time, whoever asks first, and by editors', async () => {
    await addTask('Fade')
    expect((await start('cora')).status).toBe(403)
    const answers = await Promise.all([start(), start('olga'), start()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await starts()).toHaveLength(1)
  })

  test('needs something to do, and a track that is not final', async () => {
    expect((await start()).body.code).toBe('start.nothing')
    await addTask('Fade')
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', { body: { status: 'final' } })
    expect((await start()).body.code).toBe('track.final')
  })

  test('is cancelled and taken up again with its ticks, unless another took its place', async () => {
    await addTask('Fade')
    const { id } = (await start()).body
    await tick(id, 0)
    await world.as('ed', 'DELETE /api/projects/:projectId/starts/:startId', { params: { startId: id } })
    expect(await starts()).toEqual([])
    expect((await tick(id, 0)).status).toBe(404)
    expect(
      (await world.as('ed', 'POST /api/projects/:projectId/starts/:startId/restore', { params: { startId: id } })).body,
    ).toMatchObject({ id, items: [{ ticked: true }] })
    await world.as('ed', 'DELETE /api/projects/:projectId/starts/:startId', { params: { startId: id } })
    await start()
    expect(
      (await world.as('ed', 'POST /api/projects/:projectId/starts/:startId/restore', { params: { startId: id } })).body
        .code,
    ).toBe('start.taken')
  })

  test('is told to everybody as it comes, is ticked and goes', async () => {
    await addTask('Fade')
    const { id } = (await start()).body
    await tick(id, 0)
    await tick(id, 0)
    await world.as('ed', 'DELETE /api/projects/:projectId/starts/:startId', { params: { startId: id } })
    const events = await world.services.database.db
      .selectFrom('events')
      .select('kind')
      .where('stream_id', '=', `project:${world.here['projectId']}`)
      .orderBy('seq')
      .execute()
    expect(events.map(({ kind }) => kind).filter((kind) => /^(start|tick|task\.doing)/.test(kind))).toEqual([
      'start.added',
      'tick.set',
      'task.doing',
      'start.cancelled',
    ])
  })
})

describe('a tick', () => {
  test('says that somebody is on it, and is taken back', async () => {
    const { id: taskId } = await addTask('Fade')
    const { id } = (await start()).body
    await tick(id, 0)
    expect((await starts())[0].items[0]).toMatchObject({ ticked: true, tickedBy: 'ed', state: 'doing' })
    await tick(id, 0, false)
    expect((await starts())[0].items[0]).toMatchObject({ ticked: false, tickedBy: null })
    expect(await task(taskId)).toMatchObject({ state: 'doing' })
    expect((await tick(id, 7)).status).toBe(404)
  })

  test('on a task from a note is the editors’, as calling the note fixed is', async () => {
    await addTask('Vocal', { noteId: await write() })
    await addTask('Fade', { priority: 'low' })
    const { id } = (await start()).body
    expect((await tick(id, 0, true, 'cora')).body.code).toBe('task.follows_note')
    expect((await tick(id, 1, true, 'cora')).status).toBe(200)
  })
})

describe('the next version', () => {
  test('ends the start: what its uploader says is done is its changelog, and fixed in it', async () => {
    const noteId = await write()
    const vocal = await addTask('Vocal', { noteId, priority: 'high' })
    const fade = await addTask('Fade')
    const hiss = await addTask('Hiss', { priority: 'low' })
    const { id: startId } = (await start()).body
    await tick(startId, 2)
    const { versionId } = await next({ startId, startDone: '0,1' })
    expect(await starts()).toEqual([])
    const version = (await versions()).find(({ id }: { id: string }) => id === versionId)
    expect(version).toMatchObject({
      number: 2,
      changelog: 'Vocal\nFade',
      changes: [
        { text: 'Vocal', taskId: vocal.id, taskNumber: 1 },
        { text: 'Fade', taskId: fade.id, taskNumber: 2 },
      ],
    })
    expect(await task(vocal.id)).toMatchObject({
      state: 'fixed',
      note: { id: noteId, state: 'fixed', fixedInNumber: 2 },
    })
    expect(await task(fade.id)).toMatchObject({ state: 'fixed' })
    expect(await task(hiss.id)).toMatchObject({ state: 'doing' })
  })

  test('keeps the words its uploader wrote beside the changelog', async () => {
    await addTask('Fade')
    const { id: startId } = (await start()).body
    await next({ startId, startDone: '0', changelog: 'Louder, by request' })
    expect((await versions())[0]).toMatchObject({ changelog: 'Louder, by request', changes: [{ text: 'Fade' }] })
  })

  test('takes the ticks for the answer where nobody was asked', async () => {
    await addTask('Fade')
    await addTask('Hiss', { priority: 'low' })
    const { id } = (await start()).body
    await tick(id, 0)
    await next()
    expect((await versions())[0]).toMatchObject({ changelog: 'Fade', changes: [{ text: 'Fade' }] })
    expect(await starts()).toEqual([])
  })

  test('says what a task is called by then', async () => {
    const { id } = await addTask('Bass and kick fight')
    const { id: startId } = (await start()).body
    await tick(startId, 0)
    await world.as('ed', 'PATCH /api/projects/:projectId/tasks/:taskId', {
      params: { taskId: id },
      body: { title: 'Bass ducks under the kick' },
    })
    await next()
    expect((await versions())[0]).toMatchObject({ changes: [{ text: 'Bass ducks under the kick', taskNumber: 1 }] })
  })

  test('that was on its way before the start leaves it to the one after', async () => {
    await addTask('Fade')
    const { db } = world.services.database
    await start()
    await db.updateTable('version_starts').set({ started_at: Number.MAX_SAFE_INTEGER }).execute()
    await next()
    expect((await starts())[0]).toMatchObject({ number: 3 })
  })

  test('without a start is as it always was', async () => {
    const { id } = await addTask('Fade')
    await next({ changelog: 'New mix' })
    expect((await versions())[0]).toMatchObject({ number: 2, changelog: 'New mix', changes: [] })
    expect(await task(id)).toMatchObject({ state: 'todo' })
  })

  test('answers for a start that was cancelled in the meantime change nothing', async () => {
    const { id } = await addTask('Fade')
    const { id: startId } = (await start()).body
    await world.as('ed', 'DELETE /api/projects/:projectId/starts/:startId', { params: { startId } })
    await next({ startId, startDone: '0' })
    expect((await versions())[0]).toMatchObject({ changelog: '', changes: [] })
    expect(await task(id)).toMatchObject({ state: 'todo' })
  })

  test('says that a note called fixed in the one before is fixed in this one, and leaves a verified note', async () => {
    const [first, second] = [await write(), await write()]
    const calm = await addTask('Calm', { noteId: first })
    const settled = await addTask('Settled', { noteId: second })
    const { id: startId } = (await start()).body
    const move = (as: PersonName, taskId: string, state: string) =>
      world.as(as, 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId }, body: { state } })
    await move('ed', calm.id, 'fixed')
    await move('ed', settled.id, 'fixed')
    await move('cora', settled.id, 'verified')
    await next({ startId, startDone: '0,1' })
    expect(await task(calm.id)).toMatchObject({ state: 'fixed', note: { state: 'fixed', fixedInNumber: 2 } })
    expect(await task(settled.id)).toMatchObject({ state: 'verified', note: { state: 'verified', fixedInNumber: 1 } })
  })

  test('is taken though a note of the list may not move: that stays, with its task', async () => {
    const salt = await sendFile(url, 'ed', {
      projectId: world.here['projectId'] ?? '',
      title: 'Salt',
      fileName: 'salt.wav',
      bytes: new TextEncoder().encode('RIFF'),
    })
    const {
      body: { id: noteId },
    } = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: salt.trackId },
      body: { versionId: salt.versionId, fromSeconds: 0, toSeconds: null, body: 'Same vocal' },
    })
    const vocal = await addTask('Vocal', { noteId, priority: 'high' })
    const fade = await addTask('Fade')
    const { id: startId } = (await start()).body
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
      params: { trackId: salt.trackId },
      body: { status: 'final' },
    })
    await next({ startId, startDone: '0,1' })
    expect((await versions())[0]).toMatchObject({ number: 2, changes: [{ text: 'Vocal' }, { text: 'Fade' }] })
    expect(await starts()).toEqual([])
    expect([(await task(vocal.id)).state, (await task(fade.id)).state]).toEqual(['todo', 'fixed'])
  })

  test('settles what is left when tasks of the list are deleted', async () => {
    const gone = await addTask('Gone')
    await addTask('Fade')
    const { id: startId } = (await start()).body
    await world.as('cora', 'DELETE /api/projects/:projectId/tasks/:taskId', { params: { taskId: gone.id } })
    expect((await starts())[0].items).toMatchObject([
      { title: 'Gone', state: null },
      { title: 'Fade', state: 'todo' },
    ])
    await next({ startId, startDone: '0,1' })
    expect((await versions())[0].changes).toHaveLength(2)
  })
})

describe('a changelog', () => {
  const edit = (as: PersonName, versionId: string, body: object) =>
    world.as(as, 'PATCH /api/projects/:projectId/tracks/:trackId/versions/:versionId', { params: { versionId }, body })

  test('is edited by editors, line by line, and its text follows until somebody writes one', async () => {
    const { id: taskId } = await addTask('Fade')
    const { id: startId } = (await start()).body
    const { versionId } = await next({ startId, startDone: '0' })
    expect((await edit('cora', versionId, { changes: [] })).status).toBe(403)
    expect(
      (
        await edit('ed', versionId, {
          changes: [
            { text: 'Fade of 8 bars', taskId },
            { text: 'Less hiss', taskId: null },
            { text: 'Stranger', taskId: 'elsewhere' },
          ],
        })
      ).body,
    ).toMatchObject({
      changelog: 'Fade of 8 bars\nLess hiss\nStranger',
      changes: [{ taskId, taskNumber: 1 }, { taskId: null, taskNumber: null }, { taskId: null }],
    })
    await edit('ed', versionId, { changelog: 'Our own words' })
    expect((await edit('ed', versionId, { changes: [{ text: 'Fade', taskId }] })).body).toMatchObject({
      changelog: 'Our own words',
      changes: [{ text: 'Fade' }],
    })
  })
})

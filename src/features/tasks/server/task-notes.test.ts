import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NoteState } from '#features/notes/notes.contract.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { TaskState } from '../task-choices.ts'
import { aVersion } from '#testing/row-builders.ts'

/** Cora comments, Ed edits: her notes are his tasks. */
let world: World
beforeEach(async () => {
  world = await openWorld()
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  await bounce(1)
})
afterEach(() => world.close())

async function bounce(number: number): Promise<void> {
  world.here['versionId'] = `v${number}`
  await aVersion(world, { id: `v${number}`, number })
}

const write = async (as: PersonName = 'cora'): Promise<string> =>
  (
    await world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: world.here['versionId'], fromSeconds: 12.5, toSeconds: 14, body: 'Vocal under the guitars' },
    })
  ).body.id
const make = (noteId: string, more: object = {}, as: PersonName = 'cora') =>
  world.as(as, 'POST /api/projects/:projectId/tasks', { body: { title: 'Ride the vocal', noteId, ...more } })
const moveNote = (as: PersonName, noteId: string, state: NoteState) =>
  world.as(as, 'PUT /api/projects/:projectId/notes/:noteId/state', {
    params: { noteId },
    body: state === 'fixed' ? { state, versionId: world.here['versionId'] } : { state },
  })
const moveTask = (as: PersonName, taskId: string, body: object) =>
  world.as(as, 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId }, body })
const tasks = async () => (await world.as('lin', 'GET /api/projects/:projectId/tasks')).body.items
const notes = async () =>
  (
    await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
      query: { version: world.here['versionId'] ?? '' },
    })
  ).body.items
const states = async () => [(await notes())[0]?.state, (await tasks())[0]?.state]
const kinds = async () =>
  (
    await world.services.database.db
      .selectFrom('events')
      .select(['kind', 'seq'])
      .where('stream_id', '=', `project:${world.here['projectId']}`)
      .orderBy('seq')
      .execute()
  )
    .map(({ kind }) => kind)
    .filter((kind) => /^(note|task)\./.test(kind))

/** A note of Olga's, who may do everything to it, brought into a state with its task. */
async function both(note: NoteState, task: TaskState): Promise<{ noteId: string; taskId: string }> {
  const noteId = await write('olga')
  const { id: taskId } = (await make(noteId)).body
  if (task === 'doing') await moveTask('olga', taskId, { state: 'doing' })
  if (note !== 'open') await moveNote('olga', noteId, 'fixed')
  if (note === 'verified') await moveNote('olga', noteId, 'verified')
  expect(await states()).toEqual([note, task])
  return { noteId, taskId }
}

describe('a task from a note', () => {
  test('shows what the note says, where and by whom', async () => {
    await make(await write())
    expect((await tasks())[0]).toMatchObject({
      state: 'todo',
      note: {
        text: 'Vocal under the guitars',
        authorName: 'Cora',
        state: 'open',
        versionNumber: 1,
        fixedInNumber: null,
        fromSeconds: 12.5,
        toSeconds: 14,
      },
    })
  })

  test('begins where the note is', async () => {
    const noteId = await write('ed')
    await moveNote('ed', noteId, 'fixed')
    expect((await make(noteId)).body).toMatchObject({ state: 'fixed', note: { fixedInNumber: 1 } })
  })

  test('is the only one of that note, whoever presses T first', async () => {
    const noteId = await write()
    const answers = await Promise.all([make(noteId), make(noteId, {}, 'ed')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await tasks()).toHaveLength(1)
  })

  test('is made of a note, not of a reply, and not of another project’s', async () => {
    const { body: reply } = await world.as('ed', 'POST /api/projects/:projectId/notes/:noteId/replies', {
      params: { noteId: await write() },
      body: { body: 'On it' },
    })
    expect((await make(reply.id)).status).toBe(404)
    expect((await make('elsewhere')).status).toBe(404)
  })
})

describe('moving the note moves its task', () => {
  test.each([
    ['open', 'todo', 'fixed', 'fixed'],
    ['open', 'doing', 'fixed', 'fixed'],
    ['fixed', 'fixed', 'verified', 'verified'],
    ['fixed', 'fixed', 'open', 'todo'],
    ['verified', 'verified', 'open', 'todo'],
  ] as const)('%s and %s, the note to %s', async (note, task, next, expected) => {
    const { noteId } = await both(note, task)
    expect((await moveNote('olga', noteId, next)).status).toBe(200)
    expect(await states()).toEqual([next, expected])
  })
})

describe('moving the task moves its note', () => {
  test.each([
    ['open', 'todo', 'doing', 'open'],
    ['open', 'doing', 'todo', 'open'],
    ['open', 'todo', 'fixed', 'fixed'],
    ['open', 'doing', 'verified', 'verified'],
    ['fixed', 'fixed', 'todo', 'open'],
    ['fixed', 'fixed', 'doing', 'open'],
    ['fixed', 'fixed', 'verified', 'verified'],
    ['verified', 'verified', 'todo', 'open'],
    ['verified', 'verified', 'doing', 'open'],
    ['verified', 'verified', 'fixed', 'fixed'],
  ] as const)('%s and %s, the task to %s', async (note, task, next, expected) => {
    const { taskId } = await both(note, task)
    expect((await moveTask('olga', taskId, { state: next, beforeId: null })).body).toMatchObject({ state: next })
    expect(await states()).toEqual([expected, next])
  })

  test('calls it fixed in the newest version, and keeps the version when it is verified and taken back', async () => {
    const { taskId } = await both('open', 'todo')
    await bounce(2)
    await moveTask('olga', taskId, { state: 'fixed' })
    expect((await notes())[0]).toMatchObject({ fixedIn: { number: 2 }, fixedBy: 'olga' })
    await moveTask('olga', taskId, { state: 'verified' })
    await bounce(3)
    await moveTask('olga', taskId, { state: 'fixed' })
    expect((await tasks())[0].note).toMatchObject({ state: 'fixed', fixedInNumber: 2 })
  })
})

describe('what one may not do to the note one may not do through the task', () => {
  test('a commenter works on it and calls nothing fixed; an editor does not verify another’s note', async () => {
    const { id: taskId } = (await make(await write())).body
    expect((await moveTask('cora', taskId, { state: 'doing' })).status).toBe(200)
    expect((await moveTask('cora', taskId, { state: 'fixed' })).body).toMatchObject({
      status: 403,
      code: 'task.follows_note',
    })
    expect((await moveTask('ed', taskId, { state: 'verified' })).body.code).toBe('task.follows_note')
    expect(await states()).toEqual(['open', 'doing'])
    expect((await moveTask('ed', taskId, { state: 'fixed' })).status).toBe(200)
    expect((await moveTask('ed', taskId, { state: 'verified' })).body.code).toBe('task.follows_note')
    expect((await moveTask('cora', taskId, { state: 'verified' })).status).toBe(200)
    expect((await moveTask('ed', taskId, { state: 'todo' })).body.code).toBe('task.follows_note')
    expect(await states()).toEqual(['verified', 'verified'])
  })

  test('a refused move changes nothing else of the task either', async () => {
    const { id: taskId } = (await make(await write())).body
    await moveTask('cora', taskId, { state: 'fixed', title: 'Something else' })
    expect((await tasks())[0]).toMatchObject({ title: 'Ride the vocal', state: 'todo' })
    const before = await kinds()
    await moveTask('cora', taskId, { state: 'verified' })
    expect(await kinds()).toEqual(before)
  })

  test('a task begun as fixed needs the same right', async () => {
    expect((await make(await write(), { state: 'fixed' })).body.code).toBe('task.follows_note')
    expect(await tasks()).toEqual([])
    expect((await make(await write(), { state: 'fixed' }, 'ed')).body).toMatchObject({
      state: 'fixed',
      note: { state: 'fixed' },
    })
  })
})

describe('what is deleted', () => {
  test('a note leaves its task behind, free to move, and takes it back when it is restored', async () => {
    const { noteId, taskId } = await both('open', 'todo')
    await world.as('olga', 'DELETE /api/projects/:projectId/notes/:noteId', { params: { noteId } })
    expect((await tasks())[0]).toMatchObject({ noteId, note: null })
    expect((await moveTask('cora', taskId, { state: 'fixed' })).status).toBe(200)
    await world.as('olga', 'POST /api/projects/:projectId/notes/:noteId/restore', { params: { noteId } })
    expect(await states()).toEqual(['open', 'todo'])
  })

  test('a task leaves its note as it is, and comes back to where the note is by then', async () => {
    const { noteId, taskId } = await both('open', 'todo')
    const params = { taskId }
    await world.as('cora', 'DELETE /api/projects/:projectId/tasks/:taskId', { params })
    await moveNote('olga', noteId, 'fixed')
    await world.as('cora', 'POST /api/projects/:projectId/tasks/:taskId/restore', { params })
    expect(await states()).toEqual(['fixed', 'fixed'])
  })

  test('a task whose note is another task by now comes back without it', async () => {
    const { noteId, taskId } = await both('open', 'todo')
    await world.as('cora', 'DELETE /api/projects/:projectId/tasks/:taskId', { params: { taskId } })
    expect((await make(noteId)).status).toBe(200)
    expect(
      (await world.as('cora', 'POST /api/projects/:projectId/tasks/:taskId/restore', { params: { taskId } })).body,
    ).toMatchObject({ noteId: null, note: null })
  })
})

test('each change is told once for the note and once for the task', async () => {
  const { id: taskId } = (await make(await write(), { assigneeId: 'ed' })).body
  await moveTask('ed', taskId, { state: 'fixed', beforeId: null })
  await moveTask('cora', taskId, { title: 'Ride it higher', state: 'verified' })
  expect(await kinds()).toEqual([
    'note.added',
    'task.added',
    'note.fixed',
    'task.fixed',
    'note.verified',
    'task.verified',
    'task.edited',
  ])
})

test('changed from both sides at once, note and task still agree', async () => {
  const noteId = await write('olga')
  const { id: taskId } = (await make(noteId)).body
  for (let round = 0; round < 4; round++) {
    await Promise.all([
      moveNote('olga', noteId, 'fixed'),
      moveTask('ed', taskId, { state: 'fixed' }),
      moveTask('olga', taskId, { state: 'verified' }),
      moveNote('olga', noteId, 'open'),
      moveTask('cora', taskId, { state: 'doing' }),
      moveNote('olga', noteId, 'verified'),
    ])
    const [note, task] = await states()
    expect(note === 'open' ? ['todo', 'doing'] : [note]).toContain(task)
  }
})

test('a task linked later goes to where the note is, and unlinked it goes its own way', async () => {
  const noteId = await write()
  await moveNote('ed', noteId, 'fixed')
  const { id: taskId } = (
    await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Ride the vocal' } })
  ).body
  expect((await moveTask('cora', taskId, { noteId })).body).toMatchObject({ state: 'fixed', note: { id: noteId } })
  expect((await moveTask('cora', taskId, { noteId: null, state: 'todo' })).body).toMatchObject({
    state: 'todo',
    note: null,
  })
  expect(await states()).toEqual(['fixed', 'todo'])
})

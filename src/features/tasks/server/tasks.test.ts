import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const add = (title: string, more: object = {}) =>
  world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title, ...more } })
const titles = async (state?: string) =>
  (await world.as('lin', 'GET /api/projects/:projectId/tasks', { query: state ? { state } : {} })).body.items.map(
    (task: { title: string }) => task.title,
  )

test('tasks are numbered in their project and listed in board order', async () => {
  expect((await add('Kick 1 dB lower')).body).toMatchObject({ number: 1, state: 'todo', priority: 'normal' })
  expect((await add('Snare ring')).body).toMatchObject({ number: 2 })
  expect(await titles()).toEqual(['Kick 1 dB lower', 'Snare ring'])
})

test('a task moves before another, and into another column', async () => {
  const [a, b, c] = [(await add('a')).body, (await add('b')).body, (await add('c')).body]
  const move = (taskId: string, body: object) =>
    world.as('ed', 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId }, body })
  await move(c.id, { beforeId: b.id })
  expect(await titles()).toEqual(['a', 'c', 'b'])
  await move(a.id, { state: 'doing', beforeId: null })
  expect(await titles('doing')).toEqual(['a'])
})

test('a task finds its place however often others were put right there before', async () => {
  const ids = [(await add('a')).body.id, (await add('b')).body.id, (await add('c')).body.id]
  const listed = async (): Promise<string[]> =>
    (await world.as('lin', 'GET /api/projects/:projectId/tasks')).body.items.map(({ id }: { id: string }) => id)
  for (let i = 0; i < 60; i++) {
    const [first, second, third] = ids
    await world.as('ed', 'PATCH /api/projects/:projectId/tasks/:taskId', {
      params: { taskId: third ?? '' },
      body: { beforeId: second },
    })
    ids.splice(0, 3, first, third, second)
    expect(await listed()).toEqual(ids)
  }
})

test('tasks moved to one place at the same moment have places of their own', async () => {
  const moved = await Promise.all(['Kick', 'Snare', 'Hat', 'Bass'].map(async (title) => (await add(title)).body.id))
  const answers = await Promise.all(
    moved.map((taskId) =>
      world.as('ed', 'PATCH /api/projects/:projectId/tasks/:taskId', {
        params: { taskId },
        body: { state: 'doing', beforeId: null },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.position)).size).toBe(4)
})

test('whoever left the project hears no more of the tasks they were given', async () => {
  const task = (await add('Comp the vocal', { assigneeId: 'ed' })).body
  const heardByEd = async () =>
    (
      await world.services.database.db
        .selectFrom('events')
        .select('kind')
        .where('stream_id', '=', 'user:ed')
        .where('kind', 'like', 'task.%')
        .execute()
    ).length
  expect(await heardByEd()).toBe(1)
  await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'ed' } })
  await world.as('cora', 'PATCH /api/projects/:projectId/tasks/:taskId', {
    params: { taskId: task.id },
    body: { title: 'Comp it again' },
  })
  expect(await heardByEd()).toBe(1)
})

test('listeners read tasks and do not change them', async () => {
  const task = (await add('Vocal up')).body
  expect(
    (
      await world.as('lin', 'PATCH /api/projects/:projectId/tasks/:taskId', {
        params: { taskId: task.id },
        body: { state: 'fixed' },
      })
    ).status,
  ).toBe(403)
})

test('a task is only given to a member, about a track of the project, over a range that runs forwards', async () => {
  expect((await add('x', { assigneeId: 'stan' })).body.code).toBe('task.not_a_member')
  expect((await add('x', { trackId: 'elsewhere' })).status).toBe(404)
  expect((await add('x', { fromSeconds: 9, toSeconds: 3 })).body.code).toBe('task.range')
  const ranged = (await add('x', { fromSeconds: 3, toSeconds: 9 })).body
  const change = (body: object) =>
    world.as('cora', 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId: ranged.id }, body })
  expect((await change({ fromSeconds: null })).body.code).toBe('task.range')
  expect((await change({ fromSeconds: null, toSeconds: null })).body).toMatchObject({
    fromSeconds: null,
    toSeconds: null,
  })
  expect((await add('x', { assigneeId: 'ed', dueOn: '2026-12-01', fromSeconds: 3, toSeconds: 9 })).body).toMatchObject({
    assigneeId: 'ed',
    dueOn: '2026-12-01',
    fromSeconds: 3,
  })
})

test('my tasks are those given to me and open, the ones due first, over all projects', async () => {
  await add('some day', { assigneeId: 'ed' })
  await add('next week', { assigneeId: 'ed', dueOn: '2026-11-27' })
  await add('today', { assigneeId: 'ed', dueOn: '2026-11-20' })
  await add('done', { assigneeId: 'ed', state: 'verified' })
  await add('not mine', { assigneeId: 'olga' })
  const mine = await world.as('ed', 'GET /api/tasks/mine', { query: { limit: '2' } })
  expect(mine.body.items).toMatchObject([
    { title: 'today', projectName: 'Low Tide', taskPrefix: 'LT' },
    { title: 'next week' },
  ])
  const rest = await world.as('ed', 'GET /api/tasks/mine', { query: { limit: '2', cursor: mine.body.nextCursor } })
  expect(rest.body).toMatchObject({ items: [{ title: 'some day' }], nextCursor: null })
})

test('a deleted task comes back when that is undone', async () => {
  const task = (await add('Oops')).body
  const params = { taskId: task.id }
  await world.as('cora', 'DELETE /api/projects/:projectId/tasks/:taskId', { params })
  expect(await titles()).toEqual([])
  expect((await world.as('cora', 'DELETE /api/projects/:projectId/tasks/:taskId', { params })).status).toBe(404)
  await world.as('cora', 'POST /api/projects/:projectId/tasks/:taskId/restore', { params })
  expect(await titles()).toEqual(['Oops'])
})

test('words of a task that somebody else has changed meanwhile are not overwritten', async () => {
  const { body: task } = await world.as('ed', 'POST /api/projects/:projectId/tasks', {
    body: { title: 'Tune the snare', description: 'By ear' },
  })
  const save = (body: object) =>
    world.as('ed', 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId: task.id }, body })
  expect((await save({ title: 'Tune the tom', basedOn: { title: 'Tune the snare' } })).status).toBe(200)
  const late = await save({ title: 'Tune the kick', priority: 'high', basedOn: { title: 'Tune the snare' } })
  expect(late.status).toBe(409)
  expect(late.body).toMatchObject({ code: 'changed', current: { title: 'Tune the tom', description: 'By ear' } })
  const now = await world.as('lin', 'GET /api/projects/:projectId/tasks')
  expect(now.body.items.find((one: { readonly id: string }) => one.id === task.id)).toMatchObject({
    title: 'Tune the tom',
    priority: task.priority,
  })
  expect((await save({ description: 'With a tuner', basedOn: { description: 'By ear' } })).status).toBe(200)
  expect((await save({ part: 'Drums', basedOn: { part: null } })).status).toBe(200)
  expect((await save({ part: 'Bass', basedOn: { part: null } })).body).toMatchObject({ current: { part: 'Drums' } })
  expect((await save({ part: null, basedOn: { part: 'Drums' } })).body.part).toBeNull()
})

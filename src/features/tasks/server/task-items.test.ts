import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  world.here['taskId'] = (
    await world.as('cora', 'POST /api/projects/:projectId/tasks', {
      body: { title: 'Comp the vocal', assigneeId: 'ed' },
    })
  ).body.id
})
afterEach(() => world.close())

const add = async (text: string, as: PersonName = 'cora') =>
  (await world.as(as, 'POST /api/projects/:projectId/tasks/:taskId/items', { body: { text } })).body.id
const edit = (itemId: string, body: object, as: PersonName = 'cora') =>
  world.as(as, 'PATCH /api/projects/:projectId/tasks/:taskId/items/:itemId', { params: { itemId }, body })
const list = async () => (await world.as('lin', 'GET /api/projects/:projectId/tasks/:taskId/items')).body.items
const texts = async () => (await list()).map(({ text }: { text: string }) => text)
const counted = async () => (await world.as('lin', 'GET /api/projects/:projectId/tasks')).body.items[0].checklist

test('steps are added last, ticked, and counted on the task', async () => {
  const ids = [await add('Choose takes'), await add('Fade the breaths'), await add('Tune the bridge')]
  await edit(ids[1], { done: true })
  expect(await list()).toEqual([
    { id: ids[0], text: 'Choose takes', done: false },
    { id: ids[1], text: 'Fade the breaths', done: true },
    { id: ids[2], text: 'Tune the bridge', done: false },
  ])
  expect(await counted()).toEqual({ done: 1, count: 3 })
  await edit(ids[1], { done: false })
  expect(await counted()).toEqual({ done: 0, count: 3 })
})

test('a step is put before another, or last', async () => {
  const [a, b, c] = [await add('a'), await add('b'), await add('c')]
  await edit(c, { beforeId: a })
  expect(await texts()).toEqual(['c', 'a', 'b'])
  await edit(c, { beforeId: null })
  expect(await texts()).toEqual(['a', 'b', 'c'])
  expect((await edit(b, { beforeId: 'gone' })).status).toBe(409)
})

test('a step that was taken away comes back to its place', async () => {
  const [, b] = [await add('a'), await add('b'), await add('c')]
  await world.as('ed', 'DELETE /api/projects/:projectId/tasks/:taskId/items/:itemId', { params: { itemId: b } })
  expect(await texts()).toEqual(['a', 'c'])
  expect(await counted()).toEqual({ done: 0, count: 2 })
  await world.as('ed', 'POST /api/projects/:projectId/tasks/:taskId/items/:itemId/restore', { params: { itemId: b } })
  expect(await texts()).toEqual(['a', 'b', 'c'])
})

test('steps put to one place at the same moment are all there, once each', async () => {
  const ids = [await add('a'), await add('b'), await add('c'), await add('d')]
  await Promise.all([
    edit(ids[3] ?? '', { beforeId: ids[0] }),
    edit(ids[2] ?? '', { beforeId: ids[0] }),
    edit(ids[1] ?? '', { done: true }),
    add('e'),
  ])
  expect((await texts()).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('listeners read them and change none; a step belongs to its own task', async () => {
  const id = await add('a')
  expect((await edit(id, { done: true }, 'lin')).status).toBe(403)
  const other = (await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Other' } })).body.id
  expect(
    (
      await world.as('cora', 'PATCH /api/projects/:projectId/tasks/:taskId/items/:itemId', {
        params: { taskId: other, itemId: id },
        body: { done: true },
      })
    ).status,
  ).toBe(404)
})

test('whoever the task is given to hears of its steps', async () => {
  await edit(await add('a'), { done: true })
  const heard = await world.services.database.db
    .selectFrom('events')
    .select('kind')
    .where('stream_id', '=', 'user:ed')
    .where('kind', 'like', 'task.%')
    .orderBy('seq')
    .execute()
  expect(heard.map(({ kind }) => kind)).toEqual(['task.added', 'task.item_added', 'task.item_done'])
})

test('a task has at most a hundred steps', async () => {
  const { db } = world.services.database
  await db
    .insertInto('task_items')
    .values(
      Array.from({ length: 100 }, (_, index) => ({
        id: `step-${index}`,
        task_id: world.here['taskId'] ?? '',
        text: 'x',
        position: index,
        done_at: null,
        created_at: 1,
        deleted_at: null,
      })),
    )
    .execute()
  expect(
    (await world.as('cora', 'POST /api/projects/:projectId/tasks/:taskId/items', { body: { text: 'one more' } })).body
      .code,
  ).toBe('task.items_full')
})

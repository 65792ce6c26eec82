import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const historyOf = (taskId: string, as: Parameters<World['as']>[0] = 'lin') =>
  world.as(as, 'GET /api/projects/:projectId/tasks/:taskId/history', { params: { taskId } })
const change = (taskId: string, body: object) =>
  world.as('ed', 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId }, body })

test('a task’s history says who did what to it, and leaves out other tasks', async () => {
  const { body: task } = await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Bass' } })
  await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Kick' } })
  await change(task.id, { dueOn: '2026-12-04', part: 'Bass' })
  await change(task.id, { part: 'Bass', state: 'doing' })
  const { status, body } = await historyOf(task.id)
  expect(status).toBe(200)
  expect(body.items).toMatchObject([
    { kind: 'task.added', changed: [], isFromNote: false },
    { kind: 'task.edited', changed: ['dueOn', 'part'] },
    { kind: 'task.doing', changed: [] },
  ])
  expect(body.items[0].actorId).not.toBe(body.items[1].actorId)
})

test('the history of a deleted task is gone with it, and that of another project’s is nobody’s here', async () => {
  const { body: task } = await world.as('cora', 'POST /api/projects/:projectId/tasks', { body: { title: 'Bass' } })
  expect((await historyOf('nothing')).status).toBe(404)
  await world.as('ed', 'DELETE /api/projects/:projectId/tasks/:taskId', { params: { taskId: task.id } })
  expect((await historyOf(task.id)).status).toBe(404)
})

import { expect, test } from 'vitest'
import type { Unread } from '#web/outbox/use-outgoing.ts'
import type { MyTask, Task } from '../../tasks.contract.ts'
import { myTasksAfter, type MyList } from './my-pending-tasks.ts'

const task = (id: string, more: Partial<MyTask> = {}): MyTask => ({
  id,
  projectId: 'tide',
  number: 1,
  title: id,
  description: '',
  state: 'todo',
  priority: 'normal',
  assigneeId: 'ed',
  dueOn: null,
  trackId: null,
  fromSeconds: null,
  toSeconds: null,
  noteId: null,
  part: null,
  note: null,
  checklist: { done: 0, count: 0 },
  position: 1,
  createdBy: null,
  createdAt: 1,
  updatedAt: 1,
  projectName: 'Low Tide',
  taskPrefix: 'LT',
  trackTitle: null,
  ...more,
})
const change = (
  route: string,
  params: Readonly<Record<string, string>>,
  body: object = {},
  makes?: string,
): Unread => ({
  outgoing: {
    key: 'k',
    projectId: 'tide',
    route,
    params: { projectId: 'tide', ...params },
    words: '',
    at: 5,
    body: { ...body },
    ...(makes !== undefined && { makes }),
  },
  madeId: undefined,
  isSent: false,
})
const patch = (taskId: string, body: object) => change('PATCH /api/projects/:projectId/tasks/:taskId', { taskId }, body)
const named = (one: Task): MyTask => ({ ...one, projectName: 'Low Tide', taskPrefix: 'LT', trackTitle: null })
const list = (more: Partial<MyList> = {}): MyList => ({ myId: 'ed', done: false, othersOf: () => [], named, ...more })
const titles = (tasks: readonly MyTask[]) => tasks.map(({ title }) => title)

test('what is done or given away without a line leaves the list at once', () => {
  const read = [task('kick'), task('snare'), task('hats')]
  expect(
    titles(myTasksAfter(read, [patch('kick', { state: 'fixed' }), patch('snare', { assigneeId: 'jo' })], list())),
  ).toEqual(['hats'])
})

test('and is among what is done at once', () => {
  expect(
    titles(myTasksAfter([], [patch('kick', { state: 'fixed' })], list({ done: true, othersOf: () => [task('kick')] }))),
  ).toEqual(['kick'])
})

test('what is given to oneself comes, by its day, and so does what is made for oneself', () => {
  const changes = [
    patch('bass', { assigneeId: 'ed' }),
    change(
      'POST /api/projects/:projectId/tasks',
      {},
      { title: 'toms', assigneeId: 'ed', dueOn: '2026-01-02' },
      'new-1',
    ),
    change('POST /api/projects/:projectId/tasks', {}, { title: 'nobody’s' }, 'new-2'),
  ]
  expect(
    titles(
      myTasksAfter(
        [task('kick')],
        changes,
        list({ othersOf: () => [task('bass', { assigneeId: null }), task('not touched', { assigneeId: 'ed' })] }),
      ),
    ),
  ).toEqual(['toms', 'bass', 'kick'])
})

test('without anything on its way it is the list that was read', () => {
  const read = [task('kick')]
  expect(myTasksAfter(read, [], list())).toBe(read)
})

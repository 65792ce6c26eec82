import { describe, expect, test } from 'vitest'
import { everyTask, filterTasks, groupTasks, placeTask, taskColumns } from './task-order.ts'
import type { Task } from './tasks.contract.ts'

let made = 0
function task(change: Partial<Task>): Task {
  made += 1
  const { number = made } = change
  return {
    id: `t${number}`,
    projectId: 'p',
    number,
    title: `Task ${number}`,
    description: '',
    state: 'todo',
    priority: 'normal',
    assigneeId: null,
    dueOn: null,
    trackId: null,
    fromSeconds: null,
    toSeconds: null,
    noteId: null,
    part: null,
    note: null,
    checklist: { done: 0, count: 0 },
    position: number,
    createdBy: null,
    createdAt: 0,
    updatedAt: 0,
    ...change,
  }
}
const numbers = (tasks: readonly Task[]) => tasks.map(({ number }) => number)

describe('the list of tasks', () => {
  test('follows the album, and keeps what belongs to no track or to a deleted one for last', () => {
    const tasks = [
      task({ number: 1 }),
      task({ number: 2, trackId: 'kite' }),
      task({ number: 3, trackId: 'salt' }),
      task({ number: 4, trackId: 'gone' }),
    ]
    expect(groupTasks(tasks, ['salt', 'kite']).map(({ trackId, tasks: own }) => [trackId, numbers(own)])).toEqual([
      ['salt', [3]],
      ['kite', [2]],
      [null, [1, 4]],
    ])
  })

  test('puts the urgent before the normal, then what is due first, and done work last', () => {
    const tasks = [
      task({ number: 1, state: 'verified', priority: 'urgent' }),
      task({ number: 2 }),
      task({ number: 3, dueOn: '2026-12-01' }),
      task({ number: 4, dueOn: '2026-11-21' }),
      task({ number: 5, priority: 'urgent' }),
      task({ number: 6, priority: 'low' }),
    ]
    expect(numbers(groupTasks(tasks, [])[0]?.tasks ?? [])).toEqual([5, 4, 3, 2, 6, 1])
  })

  test('can be narrowed to nobody’s, to one track and to words of title, text or number', () => {
    const tasks = [
      task({ number: 41, title: 'Vocal under the guitars', assigneeId: 'ed' }),
      task({ number: 42, trackId: 'salt', description: 'guitars too' }),
      task({ number: 43 }),
    ]
    expect(numbers(filterTasks(tasks, { ...everyTask, find: ' GUITARS ' }))).toEqual([41, 42])
    expect(numbers(filterTasks(tasks, { ...everyTask, assignee: 'nobody' }))).toEqual([42, 43])
    expect(numbers(filterTasks(tasks, { ...everyTask, track: 'none', find: '43' }))).toEqual([43])
  })
})

describe('a card put down on the board', () => {
  const board = [
    task({ number: 1 }),
    task({ number: 2 }),
    task({ number: 3, state: 'doing' }),
    task({ number: 4, state: 'doing' }),
  ]
  const column = (tasks: readonly Task[], state: Task['state']) => numbers(taskColumns(tasks)[state])

  test('stands before the one it was dropped on', () => {
    const after = placeTask(board, 't1', 'doing', 't4')
    expect(column(after, 'doing')).toEqual([3, 1, 4])
    expect(column(after, 'todo')).toEqual([2])
  })

  test('goes first when dropped on the first, and last where there is nothing below', () => {
    expect(column(placeTask(board, 't2', 'doing', 't3'), 'doing')).toEqual([2, 3, 4])
    expect(column(placeTask(board, 't2', 'doing', null), 'doing')).toEqual([3, 4, 2])
  })

  test('can be moved within its own column', () => {
    expect(column(placeTask(board, 't4', 'doing', 't3'), 'doing')).toEqual([4, 3])
  })

  test('is the first of an empty column', () => {
    expect(column(placeTask(board, 't1', 'verified', null), 'verified')).toEqual([1])
  })
})

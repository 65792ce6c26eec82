import { describe, expect, test } from 'vitest'
import type { Task } from '../../tasks.contract.ts'
import { boardStep } from '../board/board-step.ts'
import { taskKeyAction } from './task-keys.ts'

const none = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
const open = { state: 'doing' as const, fromSeconds: 31.2 }
const press = (
  key: string,
  more: Partial<typeof none> = {},
  view: 'board' | 'list' = 'list',
  task: Pick<Task, 'state' | 'fromSeconds'> = open,
) => taskKeyAction({ key, ...none, ...more }, task, view)

describe('keys on a focused task', () => {
  test('J and K walk the list, as the arrows do', () => {
    expect(press('j')).toEqual({ to: 'down', carry: false })
    expect(press('k')).toEqual({ to: 'up', carry: false })
    expect(press('ArrowDown')).toEqual({ to: 'down', carry: false })
  })

  test('X selects, E edits, A assigns', () => {
    expect([press('x'), press('e'), press('a')]).toEqual([{ select: true }, { edit: true }, { assign: true }])
  })

  test('F says it is fixed and takes it back; V verifies it', () => {
    expect(press('f')).toEqual({ state: 'fixed' })
    expect(press('f', {}, 'list', { ...open, state: 'fixed' })).toEqual({ state: 'doing' })
    expect(press('v')).toEqual({ state: 'verified' })
    expect(press('v', {}, 'list', { ...open, state: 'verified' })).toEqual({ state: 'fixed' })
  })

  test('1 to 4 set the priority from low to urgent', () => {
    expect(press('1')).toEqual({ priority: 'low' })
    expect(press('4')).toEqual({ priority: 'urgent' })
    expect(press('5')).toBeUndefined()
  })

  test('Space plays its range, and is left to the player where there is none', () => {
    expect(press(' ')).toEqual({ play: true })
    expect(press(' ', {}, 'list', { ...open, fromSeconds: null })).toBeUndefined()
  })

  test('left and right seek from a list and move on a board; Alt carries the card along', () => {
    expect(press('ArrowLeft')).toBeUndefined()
    expect(press('ArrowLeft', {}, 'board')).toEqual({ to: 'left', carry: false })
    expect(press('ArrowLeft', { altKey: true }, 'board')).toEqual({ to: 'left', carry: true })
  })

  test('with Ctrl or Command they are the browser’s', () => {
    expect(press('x', { ctrlKey: true })).toBeUndefined()
    expect(press('1', { metaKey: true })).toBeUndefined()
  })
})

describe('arrow keys on the board', () => {
  const card = (id: string, state: Task['state']) => ({ id, state }) as Task
  const [a, b, c, d] = [card('a', 'todo'), card('b', 'todo'), card('c', 'todo'), card('d', 'fixed')]
  const columns = { todo: [a, b, c], doing: [], fixed: [d], verified: [] }

  test('lead over an empty column to the nearest card', () => {
    expect(boardStep(columns, c, 'right', false)).toEqual({ focus: 'd' })
    expect(boardStep(columns, d, 'right', false)).toBeUndefined()
  })

  test('carry a card into the next column, at the same height or last', () => {
    expect(boardStep(columns, a, 'right', true)).toEqual({ state: 'doing', beforeId: null })
    expect(boardStep(columns, d, 'left', true)).toEqual({ state: 'doing', beforeId: null })
    expect(boardStep(columns, a, 'left', true)).toBeUndefined()
  })

  test('carry a card up and down its column', () => {
    expect(boardStep(columns, b, 'up', true)).toEqual({ state: 'todo', beforeId: 'a' })
    expect(boardStep(columns, a, 'down', true)).toEqual({ state: 'todo', beforeId: 'c' })
    expect(boardStep(columns, b, 'down', true)).toEqual({ state: 'todo', beforeId: null })
    expect(boardStep(columns, a, 'up', true)).toBeUndefined()
  })
})

test('a task’s keys are one’s own, apart from the player’s; the arrows stay', () => {
  const map = { single: true, bindings: { 'tasks F': ['G'], J: ['Q'] } }
  const own = (key: string, more: Partial<typeof none> = {}) =>
    taskKeyAction({ key, ...none, ...more }, open, 'list', map)
  expect([own('g'), own('f'), own('v'), own('j')]).toEqual([
    { state: 'fixed' },
    undefined,
    { state: 'verified' },
    { to: 'down', carry: false },
  ])
  expect(taskKeyAction({ key: 'x', ...none }, open, 'list', { single: false, bindings: {} })).toBeUndefined()
  expect(own('ArrowUp')).toEqual({ to: 'up', carry: false })
})

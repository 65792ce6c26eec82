import { describe, expect, test } from 'vitest'
import { taskStates } from './task-choices.ts'
import { noteStepsTo, taskStateWith } from './task-note.ts'

describe('a note that moves takes its task along', () => {
  test.each([
    ['open', 'todo', 'todo'],
    ['open', 'doing', 'doing'],
    ['open', 'fixed', 'todo'],
    ['open', 'verified', 'todo'],
    ['fixed', 'todo', 'fixed'],
    ['fixed', 'doing', 'fixed'],
    ['fixed', 'fixed', 'fixed'],
    ['fixed', 'verified', 'fixed'],
    ['verified', 'todo', 'verified'],
    ['verified', 'doing', 'verified'],
    ['verified', 'fixed', 'verified'],
    ['verified', 'verified', 'verified'],
  ] as const)('a note that is %s makes a task that is %s %s', (note, task, next) => {
    expect(taskStateWith(note, task)).toBe(next)
  })
})

describe('a task that is moved takes its note along', () => {
  test.each([
    ['open', 'todo', []],
    ['open', 'doing', []],
    ['open', 'fixed', ['fixed']],
    ['open', 'verified', ['fixed', 'verified']],
    ['fixed', 'todo', ['open']],
    ['fixed', 'doing', ['open']],
    ['fixed', 'fixed', []],
    ['fixed', 'verified', ['verified']],
    ['verified', 'todo', ['open']],
    ['verified', 'doing', ['open']],
    ['verified', 'fixed', ['open', 'fixed']],
    ['verified', 'verified', []],
  ] as const)('from a note that is %s to a task that is %s', (note, task, steps) => {
    expect(noteStepsTo(note, task)).toEqual(steps)
  })

  test('and then they agree', () => {
    for (const note of ['open', 'fixed', 'verified'] as const) {
      for (const task of taskStates) expect(taskStateWith(noteStepsTo(note, task).at(-1) ?? note, task)).toBe(task)
    }
  })
})

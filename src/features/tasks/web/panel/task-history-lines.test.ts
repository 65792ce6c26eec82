import { expect, test } from 'vitest'
import type { TaskEvent } from '../../tasks.contract.ts'
import { historyLines } from './task-history-lines.ts'

const event: TaskEvent = {
  seq: 1,
  kind: 'task.edited',
  at: 0,
  actorId: 'mara',
  actorName: 'Mara',
  changed: [],
  assigneeId: null,
  assigneeName: null,
  isFromNote: false,
  versionNumber: null,
}
const said = (...changes: readonly Partial<TaskEvent>[]) =>
  historyLines(changes.map((change, seq) => ({ ...event, seq, ...change }))).map(({ words }) => words)

test('a task’s life is told in words', () => {
  expect(
    said(
      { kind: 'task.added', isFromNote: true },
      { changed: ['assigneeId'], assigneeId: 'ines', assigneeName: 'Ines' },
      { changed: ['dueOn', 'part'] },
      { kind: 'task.fixed', actorId: 'ines', actorName: 'Ines', versionNumber: 4 },
      { kind: 'task.verified' },
    ),
  ).toEqual([
    'Mara made this task from a note',
    'Mara gave this to Ines',
    'Mara changed the due date and the part',
    'Ines fixed this in v4',
    'Mara verified this',
  ])
})

test('who takes a task, gives it to no one or has left is said so', () => {
  expect(
    said(
      { changed: ['assigneeId'], assigneeId: 'mara', assigneeName: 'Mara' },
      { changed: ['assigneeId'] },
      { kind: 'task.doing', actorName: null },
    ),
  ).toEqual(['Mara took this', 'Mara gave this to no one', 'Former member moved this to Doing'])
})

test('a date typed digit by digit is one line, and a card that was put elsewhere is none', () => {
  expect(said({ changed: ['dueOn'] }, { changed: ['dueOn'], at: 2000 }, {})).toEqual(['Mara changed the due date'])
  expect(said({ changed: ['dueOn'] }, { changed: ['dueOn'], at: 3_600_000 })).toHaveLength(2)
})

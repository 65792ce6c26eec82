import { expect, test } from 'vitest'
import type { InboxItem } from '../inbox.contract.ts'
import { inboxKeyAction } from './inbox-keys.ts'
import { inboxDays } from './inbox-groups.ts'

const item = (id: string, at: Date, project: string): InboxItem => ({
  id,
  kind: 'note',
  at: at.getTime(),
  readAt: null,
  actor: null,
  project: { id: project, name: project },
  track: null,
  version: null,
  tracks: 1,
  note: null,
  task: null,
  webhook: null,
  excerpt: null,
})
const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...more,
})

test('lines are grouped by the reader’s day and then by project, the newest first', () => {
  const days = inboxDays([
    item('d', new Date(2026, 10, 20, 9), 'tide'),
    item('c', new Date(2026, 10, 20, 8), 'kiln'),
    item('b', new Date(2026, 10, 20, 0), 'tide'),
    item('a', new Date(2026, 10, 19, 23), 'tide'),
  ])
  expect(
    days.map(({ day, projects }) => [
      new Date(day).getDate(),
      projects.map(({ project, items }) => [project.id, items.map(({ id }) => id)]),
    ]),
  ).toEqual([
    [
      20,
      [
        ['tide', ['d', 'b']],
        ['kiln', ['c']],
      ],
    ],
    [19, [['tide', ['a']]]],
  ])
})

test('a focused line owns its keys, and leaves the others alone', () => {
  expect(['j', 'K', 'Enter', 'e', 'ArrowDown'].map((key) => inboxKeyAction(press(key)))).toEqual(
    ['next', undefined, 'open', 'toggle', 'next'].map((action, index) => (index === 1 ? 'previous' : action)),
  )
  expect([inboxKeyAction(press('m')), inboxKeyAction(press('e', { ctrlKey: true }))]).toEqual([undefined, undefined])
  expect(inboxKeyAction(press('e'), { single: false, bindings: {} })).toBeUndefined()
})

import { expect, test } from 'vitest'
import { activityDays, activityLine } from './activity-lines.ts'

const words = (item: Parameters<typeof activityLine>[0]) => activityLine(item).map(({ text, name }) => (name ? `[${text}]` : text)).join('')

test('an upload names the version and the track', () => {
  expect(words({ kind: 'version.added', subject: 'Glasshouse', detail: 'v6' })).toBe('uploaded [v6] of [Glasshouse]')
})

test('a status is told in the words of the screens', () => {
  expect(words({ kind: 'track.status_set', subject: 'Salt', detail: 'changes-requested' })).toBe('set [Salt] to [Changes asked]')
})

test('what is gone and what is unknown are told plainly', () => {
  expect(words({ kind: 'track.deleted', subject: null, detail: null })).toBe('deleted the track [something deleted]')
  expect(words({ kind: 'hologram.projected', subject: 'Salt', detail: null })).toBe('changed the project')
})

test('a name with braces is shown as it is', () => {
  expect(words({ kind: 'task.added', subject: 'Ride {detail} up', detail: null })).toBe('added the task [Ride {detail} up]')
})

test('lines are grouped by the reader’s day, newest first', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
  const line = (seq: number, when: number) => ({ seq, kind: 'track.added', at: when, actorId: 'ed', actorName: 'Ed', refs: {}, subject: 'Kite', detail: null })
  const days = activityDays([line(3, at(20, 9)), line(2, at(20, 0)), line(1, at(19, 23))])
  expect(days.map(({ day, items }) => [new Date(day).getDate(), items.map(({ seq }) => seq)])).toEqual([[20, [3, 2]], [19, [1]]])
})

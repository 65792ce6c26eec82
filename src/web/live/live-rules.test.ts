import { expect, test } from 'vitest'
import type { StreamEvent } from '#shared/events.ts'
import { joinRules, projectOf, type LiveRules } from './live-rules.ts'
import { reconnectDelay } from './reconnect-delay.ts'

const event = (kind: string): StreamEvent => ({
  stream: 'project:low-tide',
  seq: 1,
  kind,
  actorId: 'ed',
  at: 0,
  refs: {},
})
const tracks: LiveRules = { nouns: { track: () => [['details']] }, all: () => [['details']] }
const tasks: LiveRules = {
  nouns: { task: () => [['tasks']], track: () => [['tasks', 'titles']] },
  all: () => [['tasks']],
}
const history: LiveRules = { nouns: {}, every: () => [['history']], all: () => [['history']] }
const rules = joinRules([tracks, tasks, history])

test('an added track makes stale what shows tracks, and the history', () => {
  expect(rules.staleBy(event('track.added'))).toEqual([['details'], ['tasks', 'titles'], ['history']])
})

test('an event that no feature knows makes all of its stream stale', () => {
  expect(rules.staleBy(event('hologram.added'))).toEqual([['details'], ['tasks'], ['history']])
})

test('only a project’s stream names a project', () => {
  expect([projectOf('project:low-tide'), projectOf('user:olga')]).toEqual(['low-tide', undefined])
})

test('reconnecting waits longer each time, never more than half a minute, and never at the same moment for all', () => {
  expect([1, 2, 3, 4].map((failures) => reconnectDelay(failures, 1))).toEqual([500, 1000, 2000, 4000])
  expect(reconnectDelay(40, 1)).toBe(30_000)
  expect(reconnectDelay(3, 0)).toBe(1000)
})

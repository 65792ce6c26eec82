import { expect, test } from 'vitest'
import { projectEventKinds } from '#shared/event-kinds.ts'
import { untoldKinds } from '../activity-topics.ts'
import { activityDays, activityGroupLine, activityLine, activityPath } from './activity-lines.ts'

const words = (item: Parameters<typeof activityLine>[0]) =>
  activityLine(item)
    .map(({ text, name }) => (name ? `[${text}]` : text))
    .join('')

test('an upload names the version and the track', () => {
  expect(words({ kind: 'version.added', subject: 'Glasshouse', detail: 'v6' })).toBe('uploaded [v6] of [Glasshouse]')
})

test('a status is told in the words of the screens', () => {
  expect(words({ kind: 'track.status_set', subject: 'Salt', detail: 'changes-requested' })).toBe(
    'set [Salt] to [Changes requested]',
  )
})

test('what is gone and what is unknown are told plainly', () => {
  expect(words({ kind: 'track.deleted', subject: null, detail: null })).toBe('deleted the track [something deleted]')
  expect(words({ kind: 'hologram.projected', subject: 'Salt', detail: null })).toBe('changed the project')
})

test.each(projectEventKinds.filter((kind) => !untoldKinds.includes(kind)))('%s has words of its own', (kind) => {
  expect(words({ kind, subject: 'Salt', detail: 'v2' })).not.toBe('changed the project')
})

test('a name with braces is shown as it is', () => {
  expect(words({ kind: 'task.added', subject: 'Ride {detail} up', detail: null })).toBe(
    'added the task [Ride {detail} up]',
  )
})

test('lines are grouped by the reader’s day, newest first', () => {
  const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()
  const line = (seq: number, when: number) => ({
    seq,
    kind: 'track.added',
    at: when,
    actorId: 'ed',
    actorName: 'Ed',
    refs: {},
    subject: 'Kite',
    detail: null,
    place: null,
    isThere: true,
  })
  const days = activityDays([line(3, at(20, 9)), line(2, at(20, 0)), line(1, at(19, 23))])
  expect(
    days.map(({ day, groups }) => [new Date(day).getDate(), groups.map(({ items }) => items.map(({ seq }) => seq))]),
  ).toEqual([
    [20, [[3], [2]]],
    [19, [[1]]],
  ])
})

test('what one person did several times in a row on one version is one line', () => {
  const at = (minute: number) => new Date(2026, 10, 20, 9, minute).getTime()
  const note = (seq: number, change: object = {}) => ({
    seq,
    kind: 'note.added',
    at: at(seq),
    actorId: 'ann',
    actorName: 'Ann',
    refs: { trackId: 'tide' },
    subject: 'Low Tide',
    detail: 'v3',
    place: null,
    isThere: true,
    ...change,
  })
  const groups =
    activityDays([
      note(9, { actorId: 'ed' }),
      note(8),
      note(7),
      note(6),
      note(5, { detail: 'v2' }),
      note(4, { kind: 'note.imported' }),
      note(3, { kind: 'note.imported' }),
    ])[0]?.groups ?? []
  expect(groups.map(({ items }) => items.map(({ seq }) => seq))).toEqual([[9], [8, 7, 6], [5], [4], [3]])
  expect(
    groups.map(({ items }) =>
      activityGroupLine(items)
        .map(({ text }) => text)
        .join(''),
    )[1],
  ).toBe('left 3 notes on Low Tide v3')
})

test('a line leads to what it speaks of, as long as that is there', () => {
  const path = (kind: string, refs: Readonly<Record<string, string>>, change: object = {}) =>
    activityPath('p', { kind, refs, place: null, isThere: true, ...change })
  expect(path('note.added', { trackId: 't', noteId: 'n' }, { place: { versionId: 'v', fromSeconds: 12.3456 } })).toBe(
    '/?projectId=p&trackId=t&versionId=v&t=12.346&note=n',
  )
  expect(path('version.ready', { trackId: 't', versionId: 'v' })).toBe('/?projectId=p&trackId=t&versionId=v')
  expect([path('task.added', { taskId: 'x' }), path('member.joined', { userId: 'u' })]).toEqual([
    '/?projectId=p&tab=tasks&task=x',
    '/?projectId=p&tab=members',
  ])
  expect([path('project.edited', {}), path('track.added', { trackId: 't' }, { isThere: false })]).toEqual([
    undefined,
    undefined,
  ])
})

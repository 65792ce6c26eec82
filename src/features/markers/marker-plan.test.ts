import { describe, expect, test } from 'vitest'
import type { FrameRate } from '#audio/markers/timecode.ts'
import { readMarkers } from '#audio/markers/read-markers.ts'
import { markerText, planMarkers } from './marker-plan.ts'

const marker = (at: number, text = 'Kick', end: number | null = null) => ({ at, end, text })
const note = (at: number, body: string) => ({ body, place: { fromSeconds: at, toSeconds: null, by: 'own' as const } })
const standings = (...asked: Parameters<typeof planMarkers>) =>
  planMarkers(...asked).markers.map(({ standing }) => standing)

test('what stands there already is known by its place and its words', () => {
  const file = { frameRate: null, markers: [marker(1), marker(1.002), marker(1, 'Snare'), marker(1, 'Snare')] }
  expect(standings(file, [note(1.001, 'Kick')], 60)).toEqual(['known', 'known', 'new', 'known'])
  expect(standings({ frameRate: null, markers: [marker(1)] }, [note(1.0011, 'Kick')], 60)).toEqual(['new'])
})

test('a note is known by an export of another version, where its place was cut', () => {
  const file = { frameRate: null, markers: [marker(1, 'Kick [Its place was cut in v5]')] }
  expect(standings(file, [note(1, 'Kick')], 60)).toEqual(['known'])
  // On another track it is a new note, in its writer's words.
  expect(planMarkers(file, [], 60).markers).toEqual([{ marker: marker(1, 'Kick'), standing: 'new' }])
})

test('places counted in frames are the same within one', () => {
  expect(standings({ frameRate: '25', markers: [marker(1.04)] }, [note(1.01, 'Kick')], 60)).toEqual(['known'])
})

test('what lies after the end is none, a range ends there at the latest, and the end itself may be rounded', () => {
  const { markers } = planMarkers(
    { frameRate: null, markers: [marker(50, 'a', 70), marker(60.02, 'b'), marker(61, 'c')] },
    [],
    60,
  )
  expect(markers).toEqual([
    { marker: marker(50, 'a', 60), standing: 'new' },
    { marker: marker(60, 'b'), standing: 'new' },
    { marker: marker(61, 'c'), standing: 'beyond' },
  ])
  expect(standings({ frameRate: null, markers: [marker(61)] }, [], null)).toEqual(['new'])
})

test('a timeline that begins at one hour is counted from there', () => {
  const plan = planMarkers({ frameRate: '25', markers: [marker(3601), marker(3610, 'a', 3612)] }, [], 60)
  expect(plan).toEqual({
    hours: 1,
    markers: [
      { marker: marker(1), standing: 'new' },
      { marker: marker(10, 'a', 12), standing: 'new' },
    ],
  })
  expect(planMarkers({ frameRate: '25', markers: [marker(3601)] }, [], 4000).hours).toBe(0)
})

const bytes = (list: string) => new TextEncoder().encode(list)
const read = async (list: string, frameRate?: FrameRate) => {
  const file = await readMarkers(async (at, length) => bytes(list).slice(at, at + length), bytes(list).length, {
    sampleRate: 48_000,
    frameRate,
  })
  if (typeof file === 'string') throw new Error(file)
  return file
}

const edl = (head: string, first: string, later: string) =>
  [
    'TITLE: Reel',
    head,
    ...[first, later].flatMap((time, i) => [
      `00${i + 1}  AX  V  C  ${time} ${time} ${time} ${time}`,
      `* LOC: ${time} RED Mark`,
    ]),
  ].join('\n')
const drop = 'FCM: DROP FRAME'
const plain = 'FCM: NON-DROP FRAME'

describe('the first frame of a timeline that begins at one hour is the beginning of the sound', () => {
  test.each([
    ['23.976', plain, ':', (10 * 24 * 1001) / 24_000],
    ['24', plain, ':', 10],
    ['25', plain, ':', 10],
    ['29.97', plain, ':', 10.01],
    ['29.97', drop, ';', 10.01],
    ['29.97', drop, ':', 10.01],
    ['30', plain, ':', 10],
    ['50', plain, ':', 10],
    ['60', plain, ':', 10],
  ] as const)('in an edit list at %s frames a second, %s, parted by %s', async (rate, head, mark, at) => {
    const plan = planMarkers(await read(edl(head, `01:00:00${mark}00`, `01:00:10${mark}00`), rate), [], 60)
    expect(plan).toEqual({
      hours: 1,
      markers: [
        { marker: marker(0, 'Mark'), standing: 'new' },
        { marker: marker(at, 'Mark'), standing: 'new' },
      ],
    })
  })

  test.each([
    ['23.976', ':'],
    ['29.97', ':'],
    ['29.97', ';'],
    ['25', ':'],
  ] as const)('in a list of REAPER at %s frames a second, parted by %s', async (rate, mark) => {
    const plan = planMarkers(await read(`#,Name,Start,End,Length\nM1,Mark,02:00:00${mark}00,,\n`, rate), [], 60)
    expect(plan).toEqual({ hours: 2, markers: [{ marker: marker(0, 'Mark'), standing: 'new' }] })
  })

  test('and what stands in the second before belongs to the hour before', async () => {
    expect(planMarkers(await read(edl(drop, '00:59:59;29', '01:00:10;00')), [], 60).hours).toBe(0)
  })
})

test('a note whose place was cut out says so in the file, and is known when the file comes back', () => {
  const cut = { body: 'Too long', place: { fromSeconds: 24, toSeconds: null, by: 'cut' as const, cutIn: 5 } }
  const text = markerText(cut)
  expect(text).toBe('Too long [Its place was cut in v5]')
  const plan = planMarkers({ markers: [{ at: 24, end: null, text }], frameRate: null }, [cut], 52)
  expect(plan.markers[0]?.standing).toBe('known')
})

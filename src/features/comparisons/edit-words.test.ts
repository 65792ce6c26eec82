import { expect, test } from 'vitest'
import type { Beat, Edit } from '#audio/comparison-result.ts'
import { editLines, type KnownMusic } from './edit-words.ts'

const lengths = { a: 60, b: 57 }
const edit = (kind: Edit['kind'], a: readonly [number, number], b: readonly [number, number]): Edit => ({
  kind,
  a: { from: a[0], to: a[1] },
  b: { from: b[0], to: b[1] },
  isAudible: true,
  slack: 0,
  confidence: 1,
})
const text = (one: Edit, clock: 'a' | 'b', more: { readonly beat?: Beat; readonly known?: KnownMusic } = {}) =>
  editLines([one], { lengths, clock, beat: null, ...more })[0]

test('what was replaced is told on the timeline that is asked for, as its link is', () => {
  const replaced = edit('replaced', [20, 30], [17, 22])
  expect(text(replaced, 'a')).toMatchObject({
    text: 'Different sound in place of 0:20–0:30, 5.00 s long',
    from: 20,
    to: 30,
  })
  expect(text(replaced, 'b')).toMatchObject({
    text: 'Different sound at 0:17–0:22, in place of 10.0 s',
    from: 17,
    to: 22,
  })
})

test('what was moved is told by where it was and where it is', () => {
  const moved = edit('moved', [10, 20], [40, 50])
  expect([text(moved, 'a')?.text, text(moved, 'b')?.text]).toEqual([
    '0:10–0:20 moved to 0:40',
    '0:10–0:20 moved to 0:40',
  ])
})

const beat: Beat = { beatsPerMinute: 120, isCertain: true, beatsPerBar: 4 }
const added = edit('added', [20, 20], [20, 36])

test('whole bars are counted where the tempo is certain, on either timeline', () => {
  expect([text(added, 'a', { beat })?.text, text(added, 'b', { beat })?.text]).toEqual([
    '8 bars added at 0:20 (16.0 s)',
    '0:20–0:36 was added (8 bars, 16.0 s)',
  ])
  const cut = edit('cut', [20, 22], [20, 20])
  expect([text(cut, 'a', { beat })?.text, text(cut, 'b', { beat })?.text]).toEqual([
    '0:20–0:22 was cut out (1 bar, 2.00 s)',
    '1 bar cut out at 0:20 (2.00 s)',
  ])
})

test.each<[string, { readonly beat?: Beat; readonly known?: KnownMusic }]>([
  ['no tempo is known', {}],
  ['it may be half or twice that', { beat: { ...beat, isCertain: false } }],
  ['bars may have three beats', { beat: { ...beat, beatsPerBar: null } }],
  ['it is no whole number of them', { beat: { ...beat, beatsPerMinute: 121 } }],
  ['a person set another tempo', { beat, known: { beatsPerMinute: 100 } }],
])('bars are not counted where %s', (_, more) => expect(text(added, 'a', more)?.text).toBe('16.0 s added at 0:20'))

test('bars are those of the tempo that a person set, and of three beats if they are', () => {
  const either = { ...beat, isCertain: false }
  expect(text(added, 'a', { beat: either, known: { beatsPerMinute: 60 } })?.text).toBe('4 bars added at 0:20 (16.0 s)')
  expect(text(edit('added', [20, 20], [20, 32]), 'a', { beat: { ...beat, beatsPerBar: 3 } })?.text).toBe(
    '8 bars added at 0:20 (12.0 s)',
  )
})

test('a part that moved has its name, if it is that part and no more', () => {
  const moved = edit('moved', [10, 20], [40, 50])
  const named = (from: number, to: number) =>
    text(moved, 'a', { known: { parts: [{ name: 'Chorus', from, to }] } })?.text
  expect([named(10.5, 20), named(0, 20)]).toEqual(['Chorus moved from 0:10 to 0:40', '0:10–0:20 moved to 0:40'])
})

test('an edit between parts that are only roughly alike is probable', () => {
  expect(text({ ...added, confidence: 0.6 }, 'a')).toMatchObject({
    text: 'Probably: 16.0 s added at 0:20',
    isSure: false,
  })
})

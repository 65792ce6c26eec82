import { expect, test } from 'vitest'
import { COMPARISON_VERSION } from '#audio/comparison-result.ts'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { carriedBy, placeNote } from './note-places.ts'
import type { Carried } from './note-places.ts'

const note = {
  fromSeconds: 10,
  toSeconds: 14,
  state: 'open',
  versionNumber: 5,
  fixedInNumber: null,
  isOrphan: false,
} as const
const v6 = { number: 6, durationSeconds: 60 }

/** From a version of one minute, of which all but the last twenty seconds are aligned. */
const by = (shift: number, spans: Carried['spans'] = [{ from: 0, to: 40 }]): Carried => ({
  shift,
  spans,
  durationSeconds: 60,
})

test('a note stands on its own version as it was written', () => {
  expect(placeNote(note, { ...v6, number: 5 }, undefined)).toEqual({ fromSeconds: 10, toSeconds: 14, by: 'own' })
})

test('an open note is carried to a later version, moved as the two lie', () => {
  expect(placeNote(note, v6, by(1.5))).toEqual({ fromSeconds: 11.5, toSeconds: 15.5, by: 'aligned' })
  expect(placeNote(note, v6, undefined)).toEqual({ fromSeconds: 10, toSeconds: 14, by: 'same-time' })
})

test('an earlier version does not have it', () => {
  expect(placeNote(note, { ...v6, number: 4 }, by(0))).toBeNull()
})

test('no note goes into the trash with its version', () => {
  expect(placeNote({ ...note, isOrphan: true }, { ...v6, number: 4 }, undefined)).toMatchObject({
    fromSeconds: 10,
    by: 'same-time',
  })
})

test('what was verified stays where it was fixed and goes no further', () => {
  const verified = { ...note, state: 'verified', fixedInNumber: 6 } as const
  expect(placeNote(verified, v6, by(0))).not.toBeNull()
  expect(placeNote(verified, { ...v6, number: 7 }, by(0))).toBeNull()
  expect(placeNote({ ...verified, state: 'fixed' }, { ...v6, number: 7 }, by(0))).not.toBeNull()
})

test('what a shorter version does not have stands at its edge, a range as a moment', () => {
  expect(placeNote(note, { ...v6, durationSeconds: 8 }, undefined)).toEqual({
    fromSeconds: 8,
    toSeconds: null,
    by: 'same-time',
  })
  expect(placeNote(note, { ...v6, durationSeconds: 8 }, by(0, []))).toEqual({
    fromSeconds: 8,
    toSeconds: null,
    by: 'unsure',
  })
})

test.each([
  ['before an edit', 30, null, 'aligned'],
  ['beside one', 39.5, null, 'unsure'],
  ['behind one', 45, null, 'unsure'],
  ['whose end lies behind one', 30, 50, 'unsure'],
  ['whose beginning lies before one', 41, 44, 'unsure'],
  ['at the very start, before which nothing sounds', 0, null, 'aligned'],
] as const)(
  'a place %s is carried only where the sound on both sides of it agrees, and otherwise keeps its time',
  (_, fromSeconds, toSeconds, how) => {
    const shift = how === 'aligned' ? 2 : 0
    expect(placeNote({ ...note, fromSeconds, toSeconds }, v6, by(2))).toEqual({
      fromSeconds: fromSeconds + shift,
      toSeconds: toSeconds === null ? null : toSeconds + shift,
      by: how,
    })
  },
)

test('a comparison carries there and back; one of an older release carries nothing', () => {
  const said = {
    version: COMPARISON_VERSION,
    sampleRate: 48_000,
    frames: { a: 480_000, b: 504_000 },
    alignment: { offsetFrames: 24_000, confidence: 1, inverted: false, timing: 'steady' },
    agreement: { isWhole: true, seconds: 10, spans: [{ from: 1, to: 9 }] },
  } as unknown as ComparisonResult
  expect(carriedBy(said, 'there')).toEqual({ shift: 0.5, spans: [{ from: 1, to: 9 }], durationSeconds: 10 })
  expect(carriedBy(said, 'back')).toEqual({ shift: -0.5, spans: [{ from: 1.5, to: 9.5 }], durationSeconds: 10.5 })
  expect(carriedBy({ ...said, alignment: null, agreement: null }, 'there')).toMatchObject({ shift: 0, spans: [] })
  expect(carriedBy({ ...said, version: 1 }, 'there')).toBeUndefined()
})

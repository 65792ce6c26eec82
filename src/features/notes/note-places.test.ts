import { expect, test } from 'vitest'
import { placeNote, shiftOf } from './note-places.ts'

const note = { fromSeconds: 10, toSeconds: 14, state: 'open', versionNumber: 5, fixedInNumber: null, isOrphan: false } as const
const v6 = { number: 6, durationSeconds: 60 }

test('a note stands on its own version as it was written', () => {
  expect(placeNote(note, { ...v6, number: 5 }, undefined)).toEqual({ fromSeconds: 10, toSeconds: 14, by: 'own' })
})

test('an open note is carried to a later version, moved as the two lie', () => {
  expect(placeNote(note, v6, 1.5)).toEqual({ fromSeconds: 11.5, toSeconds: 15.5, by: 'aligned' })
  expect(placeNote(note, v6, undefined)).toEqual({ fromSeconds: 10, toSeconds: 14, by: 'same-time' })
})

test('an earlier version does not have it', () => {
  expect(placeNote(note, { ...v6, number: 4 }, 0)).toBeNull()
})

test('no note goes into the trash with its version', () => {
  expect(placeNote({ ...note, isOrphan: true }, { ...v6, number: 4 }, undefined)).toMatchObject({ fromSeconds: 10, by: 'same-time' })
})

test('what was verified stays where it was fixed and goes no further', () => {
  const verified = { ...note, state: 'verified', fixedInNumber: 6 } as const
  expect(placeNote(verified, v6, 0)).not.toBeNull()
  expect(placeNote(verified, { ...v6, number: 7 }, 0)).toBeNull()
  expect(placeNote({ ...verified, state: 'fixed' }, { ...v6, number: 7 }, 0)).not.toBeNull()
})

test('what a shorter version has cut away stands at its edge, a range as a moment', () => {
  expect(placeNote(note, { ...v6, durationSeconds: 8 }, 0)).toEqual({ fromSeconds: 8, toSeconds: null, by: 'aligned' })
  expect(placeNote(note, v6, -12)).toEqual({ fromSeconds: 0, toSeconds: 2, by: 'aligned' })
})

test('an offset of frames is a shift in seconds', () => {
  expect(shiftOf({ alignment: { offsetFrames: 24_000, confidence: 1, inverted: false }, sampleRate: 48_000 })).toBe(0.5)
  expect(shiftOf({ alignment: null, sampleRate: 48_000 })).toBeUndefined()
})

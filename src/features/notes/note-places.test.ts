import { describe, expect, test } from 'vitest'
import { COMPARISON_VERSION } from '#audio/comparison-result.ts'
import type { AlignedSegment, ComparisonResult } from '#audio/comparison-result.ts'
import { carriedAcross, carriedBy, placeNote } from './note-places.ts'
import type { CarriedSteps } from './note-places.ts'

const note = {
  fromSeconds: 10,
  toSeconds: 14,
  state: 'open',
  versionNumber: 5,
  fixedInNumber: null,
  isOrphan: false,
} as const
const v6 = { number: 6, durationSeconds: 60 }

function part(from: number, to: number, at: number): AlignedSegment {
  return { from, to, at, rate: 1, isExact: true, isSure: true }
}

/** From a version of one minute to v6. */
function by(segments: readonly AlignedSegment[], toLength = 60): CarriedSteps[] {
  return [[{ carried: carriedAcross(segments, 60, toLength), number: 6 }]]
}

/** The sound of all but the last twenty seconds, `shift` later. */
const shifted = (shift: number) => by([part(0, 40, shift)])

/** 24–32 s were cut out. */
const cut = by([part(0, 24, 0), part(32, 60, 24)], 52)

test('a note stands on its own version as it was written', () => {
  expect(placeNote(note, { ...v6, number: 5 }, [])).toEqual({ fromSeconds: 10, toSeconds: 14, by: 'own' })
})

test('an open note is carried to a later version, moved as the two lie', () => {
  expect(placeNote(note, v6, shifted(1.5))).toEqual({ fromSeconds: 11.5, toSeconds: 15.5, by: 'aligned' })
  expect(placeNote(note, v6, [])).toEqual({ fromSeconds: 10, toSeconds: 14, by: 'same-time' })
})

test('an earlier version does not have it', () => {
  expect(placeNote(note, { ...v6, number: 4 }, shifted(0))).toBeNull()
})

test('no note goes into the trash with its version', () => {
  expect(placeNote({ ...note, isOrphan: true }, { ...v6, number: 4 }, [])).toMatchObject({
    fromSeconds: 10,
    by: 'same-time',
  })
})

test('what was verified stays where it was fixed and goes no further', () => {
  const verified = { ...note, state: 'verified', fixedInNumber: 6 } as const
  expect(placeNote(verified, v6, shifted(0))).not.toBeNull()
  expect(placeNote(verified, { ...v6, number: 7 }, shifted(0))).toBeNull()
  expect(placeNote({ ...verified, state: 'fixed' }, { ...v6, number: 7 }, shifted(0))).not.toBeNull()
})

test('what a shorter version does not have stands at its edge, a range as a moment', () => {
  expect(placeNote(note, { ...v6, durationSeconds: 8 }, [])).toEqual({
    fromSeconds: 8,
    toSeconds: null,
    by: 'same-time',
  })
  expect(placeNote(note, { ...v6, durationSeconds: 8 }, by([]))).toEqual({
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
    expect(placeNote({ ...note, fromSeconds, toSeconds }, v6, shifted(2))).toEqual({
      fromSeconds: fromSeconds + shift,
      toSeconds: toSeconds === null ? null : toSeconds + shift,
      by: how,
    })
  },
)

test.each([
  ['before the cut', 10, 10],
  ['right before it', 23.8, 23.8],
  ['right behind it', 32.1, 24.1],
  ['far behind it', 50, 42],
])('a place %s keeps its music', (_, fromSeconds, at) => {
  expect(placeNote({ ...note, fromSeconds, toSeconds: null }, v6, cut)).toEqual({
    fromSeconds: at,
    toSeconds: null,
    by: 'aligned',
  })
})

test('a place that was cut out stands where the music goes on without it', () => {
  const there = { fromSeconds: 24, toSeconds: null, by: 'cut', cutIn: 6 }
  expect(placeNote({ ...note, fromSeconds: 28, toSeconds: null }, v6, cut)).toEqual(there)
  expect(placeNote({ ...note, fromSeconds: 25, toSeconds: 31 }, v6, cut)).toEqual(there)
  // From the start.
  expect(placeNote({ ...note, fromSeconds: 3, toSeconds: 5 }, v6, by([part(8, 60, 0)], 52))).toEqual({
    ...there,
    fromSeconds: 0,
  })
})

test('a range of which a part was cut out keeps the rest; one around the cut becomes shorter', () => {
  expect(placeNote({ ...note, fromSeconds: 20, toSeconds: 28 }, v6, cut)).toEqual({
    fromSeconds: 20,
    toSeconds: 24,
    by: 'cut',
    cutIn: 6,
  })
  expect(placeNote({ ...note, fromSeconds: 20, toSeconds: 40 }, v6, cut)).toEqual({
    fromSeconds: 20,
    toSeconds: 32,
    by: 'aligned',
  })
})

test('what was inserted moves only what follows it', () => {
  const inserted = by([part(0, 24, 0), part(24, 60, 32)], 68)
  const at = (fromSeconds: number) =>
    placeNote({ ...note, fromSeconds, toSeconds: null }, { ...v6, durationSeconds: 68 }, inserted)
  expect([10, 23.9, 24, 50].map((moment) => at(moment)?.fromSeconds)).toEqual([10, 23.9, 32, 58])
})

test('a part that was replaced is unsure, not cut', () => {
  const replaced = by([part(0, 24, 0), part(32, 60, 32)])
  expect(placeNote({ ...note, fromSeconds: 28, toSeconds: null }, v6, replaced)).toMatchObject({
    fromSeconds: 28,
    by: 'unsure',
  })
})

test('a range over parts that changed places is unsure', () => {
  const moved = by([part(0, 20, 0), part(20, 30, 30), part(30, 40, 20), part(40, 60, 40)])
  expect(placeNote({ ...note, fromSeconds: 15, toSeconds: 25 }, v6, moved)).toMatchObject({
    fromSeconds: 15,
    by: 'unsure',
  })
  expect(placeNote({ ...note, fromSeconds: 22, toSeconds: 26 }, v6, moved)).toEqual({
    fromSeconds: 32,
    toSeconds: 36,
    by: 'aligned',
  })
})

test('in music that repeats, a note at a seam that may lie elsewhere is unsure; what is cut in any case is not', () => {
  const unsure = (from: number, to: number, at: number) => ({ ...part(from, to, at), isSure: false })
  // The same half second before and behind the cut.
  const segments = [part(0, 19.5, 0), unsure(19.5, 20, 19.5), unsure(28, 28.5, 20), part(28.5, 60, 20.5)]
  const at = (fromSeconds: number) => placeNote({ ...note, fromSeconds, toSeconds: null }, v6, by(segments, 52))
  expect([19.4, 19.8, 20.2, 24, 27.8, 28.2, 28.6].map((moment) => [at(moment)?.fromSeconds, at(moment)?.by])).toEqual([
    [19.4, 'aligned'],
    [19.8, 'unsure'],
    [20.2, 'unsure'],
    [20, 'cut'],
    [27.8, 'unsure'],
    [28.2, 'unsure'],
    [expect.closeTo(20.6), 'aligned'],
  ])
})

describe('over several versions', () => {
  const later = carriedAcross([part(0, 52, 2)], 52, 54)
  const [[first] = []] = cut
  if (!first) throw new Error('there is one step')
  const v7 = { number: 7, durationSeconds: 54 }
  const chain = [[first, { carried: later, number: 7 }]]

  test('a note moves by every step', () => {
    expect(placeNote({ ...note, fromSeconds: 40, toSeconds: null }, v7, chain)).toMatchObject({
      fromSeconds: 34,
      by: 'aligned',
    })
  })

  test('it is said in which one its place was cut', () => {
    expect(placeNote({ ...note, fromSeconds: 28, toSeconds: null }, v7, chain)).toEqual({
      fromSeconds: 26,
      toSeconds: null,
      by: 'cut',
      cutIn: 6,
    })
  })

  test('one unsure step makes it unsure, and a second way may know better', () => {
    const broken = [[first, { carried: { ...later, segments: [] }, number: 7 }]]
    expect(placeNote({ ...note, fromSeconds: 40, toSeconds: null }, v7, broken)).toMatchObject({
      fromSeconds: 40,
      by: 'unsure',
    })
    expect(placeNote({ ...note, fromSeconds: 40, toSeconds: null }, v7, [...broken, ...chain])).toMatchObject({
      fromSeconds: 34,
      by: 'aligned',
    })
  })
})

test('a comparison carries there and back; one of an older release carries nothing', () => {
  const said = {
    version: COMPARISON_VERSION,
    sampleRate: 48_000,
    frames: { a: 480_000, b: 504_000 },
    segments: [part(1, 5, 1.5)],
  } as unknown as ComparisonResult
  expect(carriedBy(said, 'there')).toEqual(carriedAcross([part(1, 5, 1.5)], 10, 10.5))
  expect(carriedBy(said, 'back')).toEqual(carriedAcross([part(1.5, 5.5, 1)], 10.5, 10))
  expect(carriedBy({ ...said, version: 1 }, 'there')).toBeUndefined()
})

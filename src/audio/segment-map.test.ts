import { expect, test } from 'vitest'
import type { AlignedSegment } from './comparison-result.ts'
import {
  composedSegments,
  gapAt,
  gapsOf,
  isNextInBoth,
  mappedMoment,
  segmentAt,
  turnedSegments,
} from './segment-map.ts'

function segment(from: number, to: number, at: number, rate = 1): AlignedSegment {
  return { from, to, at, rate, isExact: true, isSure: true }
}

/** Of one minute, 24–32 s were cut out. */
const cut = [segment(0, 24, 0), segment(32, 60, 24)]
const lengths = { from: 60, to: 52 }

test('a moment is mapped there and back by its own part', () => {
  for (const moment of [0, 12, 23.9, 32, 45, 60]) {
    const there = mappedMoment(cut, moment) ?? Number.NaN
    expect(there).toBeCloseTo(moment < 30 ? moment : moment - 8)
    expect(mappedMoment(turnedSegments(cut), there)).toBeCloseTo(moment)
  }
  expect(mappedMoment(cut, 28)).toBeUndefined()
})

test('a seam belongs to what follows it', () => {
  const inserted = [segment(0, 24, 0), segment(24, 60, 32)]
  expect(segmentAt(inserted, 24)?.at).toBe(32)
  expect(mappedMoment(inserted, 24)).toBe(32)
})

test('at another speed, the distance from the seam is scaled, and back', () => {
  const faster = [segment(10, 50, 5, 0.5)]
  expect(mappedMoment(faster, 30)).toBe(15)
  expect(mappedMoment(turnedSegments(faster), 15)).toBe(30)
})

test('what was cut out has its place at the seam', () => {
  const gaps = gapsOf(cut, lengths)
  expect(gaps).toEqual([{ from: 24, to: 32, seam: 24, instead: 0, kind: 'cut' }])
  expect(gapAt(gaps, 28)).toBe(gaps[0])
  expect(gapAt(gaps, 32)).toBeUndefined()
  expect(gapsOf(turnedSegments(cut), { from: 52, to: 60 })).toEqual([])
})

test('what was cut from the start or the end stands at the edge', () => {
  expect(gapsOf([segment(8, 50, 0)], { from: 60, to: 42 })).toEqual([
    { from: 0, to: 8, seam: 0, instead: 0, kind: 'cut' },
    { from: 50, to: 60, seam: 42, instead: 0, kind: 'cut' },
  ])
})

test('another sound in its place is no cut', () => {
  expect(gapsOf([segment(0, 24, 0), segment(32, 60, 32)], { from: 60, to: 60 })).toEqual([
    { from: 24, to: 32, seam: 24, instead: 8, kind: 'replaced' },
  ])
  // A shorter bridge.
  expect(gapsOf([segment(0, 24, 0), segment(32, 60, 28)], { from: 60, to: 56 })).toMatchObject([{ kind: 'replaced' }])
})

test('parts that changed places are not next to each other', () => {
  const [one, two, three] = [segment(0, 20, 0), segment(20, 30, 30), segment(30, 40, 20)]
  expect(isNextInBoth([one, two, three], one, two)).toBe(false)
  expect(isNextInBoth([one, two, three], two, three)).toBe(false)
  expect(isNextInBoth(cut, cut[0] ?? one, cut[1] ?? two)).toBe(true)
  expect(gapsOf([one, two, three], { from: 40, to: 40 })).toEqual([])
})

test('two maps after each other are one, with the seams of both', () => {
  const unsure = { ...segment(0, 52, 2), isSure: false }
  expect(composedSegments(cut, [segment(0, 40, 0), { ...unsure, from: 40, to: 52, at: 45 }])).toEqual([
    segment(0, 24, 0),
    segment(32, 48, 24),
    { ...segment(48, 60, 45), isSure: false },
  ])
})

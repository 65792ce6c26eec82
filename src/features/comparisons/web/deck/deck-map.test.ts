import { expect, test } from 'vitest'
import {
  foundMap,
  gapsIn,
  mapBetween,
  mappedSeconds,
  nearestSeconds,
  placementBy,
  sharedPieces,
  shiftedMap,
} from './deck-map.ts'

const RATE = 100
const part = (from: number, to: number, at: number, rate = 1) => ({ from, to, at, rate, isExact: true, isSure: true })
const cut = foundMap([part(0, 24, 0), part(32, 60, 24)], RATE)

test('one part is one offset everywhere', () => {
  expect(placementBy(foundMap([part(1, 59, 3)], RATE))).toEqual({ offset: 200 })
  expect(placementBy(shiftedMap(-7))).toEqual({ offset: -7 })
})

test('what was cut out is the only gap: beginnings and ends are heard beside each other', () => {
  expect(placementBy(cut).pieces).toEqual([
    { from: -Infinity, to: 2400, offset: 0 },
    { from: 3200, to: Infinity, offset: -800 },
  ])
  expect([24, 28, 31.99].map((at) => mappedSeconds(cut, at, RATE))).toEqual([undefined, undefined, undefined])
  expect(mappedSeconds(cut, 32, RATE)).toBe(24)
  expect(nearestSeconds(cut, 28, RATE)).toBe(24)
  expect(gapsIn(cut, { from: 6000, to: 5200 }, RATE)).toMatchObject([{ from: 24, to: 32, seam: 24, kind: 'cut' }])
})

test('a bar that was played anew is heard beside the old one', () => {
  expect(placementBy(foundMap([part(0, 24, 0), part(32, 60, 32)], RATE))).toEqual({ offset: 0 })
  // A shorter one: what is left over is in the first alone.
  const shorter = foundMap([part(0, 24, 0), part(32, 60, 30)], RATE)
  expect(mappedSeconds(shorter, 29, RATE)).toBe(29)
  expect(mappedSeconds(shorter, 31, RATE)).toBeUndefined()
})

test('two versions are mapped through the first', () => {
  const maps = [shiftedMap(0), cut, shiftedMap(200)]
  expect(mappedSeconds(mapBetween(maps, 1, 2), 30, RATE)).toBe(40)
  expect(mappedSeconds(mapBetween(maps, 2, 1), 40, RATE)).toBe(30)
  expect(mappedSeconds(mapBetween(maps, 2, 1), 30, RATE)).toBeUndefined()
  expect(sharedPieces(maps).map(({ from, to }) => [from, to])).toEqual([
    [-Infinity, 2400],
    [3200, Infinity],
  ])
})

test('samples at another speed are not placed', () => {
  expect(placementBy(foundMap([part(0, 60, 0, 0.96)], RATE))).toEqual({ offset: 0, pieces: [] })
})

import { describe, expect, test } from 'vitest'
import { foldsNow, ListenMatrix, sideWeights } from './listen-matrix.ts'
import type { ListenMode } from './monitoring.ts'

const LEFT = 0.5
const RIGHT = 0.2

function heardAs(mode: ListenMode): readonly number[] {
  const matrix = new ListenMatrix(2, 4)
  matrix.set({ mode, isDimmed: false, foldsDown: false, solo: null }, true)
  const planes = [new Float32Array(10).fill(LEFT), new Float32Array(10).fill(RIGHT)]
  matrix.apply(planes, 0, 10)
  return planes.map((plane) => plane[9] ?? 0)
}

describe('of a left and a right side', () => {
  test.each<[ListenMode, number, number]>([
    ['stereo', LEFT, RIGHT],
    ['swapped', RIGHT, LEFT],
    ['left', LEFT, LEFT],
    ['right', RIGHT, RIGHT],
    ['mono', 0.35, 0.35],
    ['side', 0.15, 0.15],
  ])('%s gives', (mode, left, right) => {
    const [heardLeft = 0, heardRight = 0] = heardAs(mode)
    expect(heardLeft).toBeCloseTo(left, 6)
    expect(heardRight).toBeCloseTo(right, 6)
  })
})

test('a change moves in a straight line instead of a step, and back in stereo samples pass untouched', () => {
  const matrix = new ListenMatrix(2, 10)
  matrix.set({ mode: 'swapped', isDimmed: false, foldsDown: false, solo: null }, true)
  const planes = [new Float32Array(20).fill(1), new Float32Array(20)]
  matrix.apply(planes, 0, 20)
  const [left = new Float32Array()] = planes
  expect(Math.max(...left.slice(1).map((sample, i) => Math.abs(sample - (left[i] ?? 0))))).toBeLessThan(0.11)
  expect(matrix.isPlain).toBe(false)
  matrix.set({ mode: 'stereo', isDimmed: false, foldsDown: false, solo: null }, true)
  matrix.apply(planes, 0, 20)
  expect(matrix.isPlain).toBe(true)
})

test('without loudspeakers for them, the channels past the front pair are silent, and the front pair is whole', () => {
  const matrix = new ListenMatrix(6, 1)
  matrix.set({ mode: 'stereo', isDimmed: false, foldsDown: false, solo: null }, false)
  const planes = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((value) => new Float32Array(4).fill(value))
  matrix.apply(planes, 0, 4)
  expect(planes.map((plane) => plane[3])).toEqual([0.1, 0.2, 0, 0, 0, 0].map(Math.fround))
})

test('a fold-down brings centre and surrounds in 3 dB lower and leaves the low-frequency channel out', () => {
  const [left, right] = sideWeights({ channels: 6 }, { mode: 'stereo', foldsDown: true, solo: null })
  expect(left.map((weight) => Math.round(20 * Math.log10(weight) * 10) / 10)).toEqual([
    0,
    -Infinity,
    -3,
    -Infinity,
    -3,
    -Infinity,
  ])
  expect(right.map((weight) => Math.round(20 * Math.log10(weight) * 10) / 10)).toEqual([
    -Infinity,
    0,
    -3,
    -Infinity,
    -Infinity,
    -3,
  ])
})

test('mono of a fold-down has a voice in the centre once', () => {
  const [left] = sideWeights({ channels: 3 }, { mode: 'mono', foldsDown: true, solo: null })
  expect(left[2]).toBeCloseTo(Math.SQRT1_2)
})

test.each([
  ['six on a stereo device', 6, false, null, true],
  ['six with a loudspeaker each', 6, true, null, false],
  ['six, if somebody does not want it', 6, false, false, false],
  ['six with a loudspeaker each, if somebody wants it', 6, true, true, true],
  ['twelve on a stereo device', 12, false, null, true],
  ['sixteen, of which nobody knows where they belong', 16, false, null, false],
  ['two', 2, true, true, false],
])('folded down: %s', (_, channels, hasRest, foldsDown, folds) => {
  expect(foldsNow({ foldsDown }, { channels }, hasRest)).toBe(folds)
})

test('of 7.1.4 every channel but the low-frequency one reaches one side or both, none louder than it is', () => {
  const [left, right] = sideWeights({ channels: 12 }, { mode: 'stereo', foldsDown: true, solo: null })
  expect([left.length, right.length]).toEqual([12, 12])
  const sums = left.map((weight, i) => weight ** 2 + (right[i] ?? 0) ** 2)
  const surrounds = [0.5, 0.5, 0.5, 0.5]
  expect(sums.map((sum) => Math.round(sum * 100) / 100)).toEqual([1, 1, 1, 0, ...surrounds, 0.5, 0.5, 0.25, 0.25])
})

test.each([
  ['a cross, with one behind', ['L', 'R', 'C', 'Cs'], [1, 0, 0.71, 0.5], [0, 1, 0.71, 0.5]],
  ['quadrophony', ['L', 'R', 'Ls', 'Rs'], [1, 0, 0.71, 0], [0, 1, 0, 0.71]],
  [
    '7.1 of films, with two more in front',
    'L R C LFE Ls Rs Lc Rc'.split(' '),
    [1, 0, 0.71, 0, 0.71, 0, 0.85, 0.35],
    [0, 1, 0.71, 0, 0, 0.71, 0.35, 0.85],
  ],
  ['surrounds first', ['Ls', 'Rs', 'L', 'R'], [0.71, 0, 1, 0], [0, 0.71, 0, 1]],
])('the names in the file decide the fold-down: %s', (_, speakers, left, right) => {
  const sides = sideWeights({ channels: speakers.length, speakers }, { mode: 'stereo', foldsDown: true, solo: null })
  expect(sides.map((side) => side.map((weight) => Math.round(weight * 100) / 100))).toEqual([left, right])
})

test('the fold-down that plays follows the names in the file', () => {
  const matrix = new ListenMatrix(4, 1)
  matrix.set({ mode: 'stereo', isDimmed: false, foldsDown: true, solo: null }, false, ['L', 'R', 'C', 'Cs'])
  const planes = [0, 0, 0, 0.5].map((value) => new Float32Array(4).fill(value))
  matrix.apply(planes, 0, 4)
  expect(planes.map((plane) => plane[3])).toEqual([0.25, 0.25, 0, 0])
})

test('a channel alone plays on both sides, and the rest is silent', () => {
  const matrix = new ListenMatrix(6, 1)
  matrix.set({ mode: 'stereo', isDimmed: false, foldsDown: null, solo: 2 }, true)
  const planes = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map((value) => new Float32Array(4).fill(value))
  matrix.apply(planes, 0, 4)
  expect(planes.map((plane) => plane[3])).toEqual([0.3, 0.3, 0, 0, 0, 0].map(Math.fround))
})

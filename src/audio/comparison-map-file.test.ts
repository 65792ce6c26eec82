import { describe, expect, test } from 'vitest'
import { encodeComparisonMap, parseComparisonMap } from '#audio/comparison-map-file.ts'
import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'

const map = {
  seconds: 3,
  level: (second: number, band: number) => (band === 0 ? Number.NaN : band === 1 ? 99 : second - band / 4),
  residual: (second: number) => [-30.5, Number.NaN, -999][second] ?? 0,
}

describe('the map of a comparison', () => {
  test('is read as it was written, to a quarter of a decibel', () => {
    const read = parseComparisonMap(encodeComparisonMap(map).buffer)
    expect(read.seconds).toBe(3)
    expect([read.level(2, 0), read.level(2, 1), read.level(2, 10), read.level(0, 23)]).toEqual([
      Number.NaN,
      31.75,
      -0.5,
      -5.75,
    ])
    expect([0, 1, 2].map(read.residual)).toEqual([-30.5, Number.NaN, -127])
  })

  test('is refused when it is cut short, of another kind or of a later version', () => {
    const file = encodeComparisonMap(map)
    expect(() => parseComparisonMap(file.slice(0, -1).buffer)).toThrow(RangeError)
    expect(() => parseComparisonMap(new ArrayBuffer(64))).toThrow(RangeError)
    file[4] = 2
    expect(() => parseComparisonMap(file.buffer)).toThrow('unknown version')
  })

  test('has its bands from 25 Hz to 16 kHz, evenly', () => {
    expect([comparisonEdges.length, comparisonEdges[0], comparisonEdges.at(-1)]).toEqual([
      COMPARISON_BANDS + 1,
      25,
      16_000,
    ])
    expect((comparisonEdges[13] ?? 0) / (comparisonEdges[12] ?? 1)).toBeCloseTo((comparisonEdges[1] ?? 0) / 25, 9)
  })
})

import { describe, expect, test } from 'vitest'
import { isSilent, roughOffsets } from '#audio/envelope-alignment.ts'
import { LagFinder } from '#audio/sample-alignment.ts'
import { seededRandom } from '#audio/song-instruments.ts'

const random = seededRandom(11)
/** A minute of varying loudness. */
const cells = Float32Array.from({ length: 6000 }, () => random() ** 6)

describe('two loudness curves', () => {
  test.each([0, 7, -250, 1500, -3000])('%i cells apart are found so', (apart) => {
    const other = apart >= 0 ? Float32Array.from([...new Float32Array(apart), ...cells]) : cells.slice(-apart)
    const [best] = roughOffsets(
      cells,
      other.map((cell) => cell * 0.3),
    )
    expect(best?.seconds).toBeCloseTo(apart / 100, 9)
  })

  test('that repeat themselves give every place where they fit, the fullest first', () => {
    const twice = Float32Array.from([...cells, ...cells])
    const [best, next] = roughOffsets(twice, twice)
    expect(best).toMatchObject({ seconds: 0 })
    expect(best?.likeness).toBeCloseTo(1, 6)
    expect(Math.abs(next?.seconds ?? 0)).toBeCloseTo(60, 9)
  })

  test('of silence give nothing', () => {
    expect(roughOffsets(cells, new Float32Array(6000))).toEqual([])
    expect([isSilent(new Float32Array(9)), isSilent(cells), isSilent(new Float32Array(0))]).toEqual([true, false, true])
  })
})

const FRAMES = 4000
const REACH = 500
const noise = Float64Array.from({ length: FRAMES + 4 * REACH }, () => random() - 0.5)
const piece = (from: number, length: number, gain = 1) => {
  const samples = noise.slice(from, from + length).map((sample) => sample * gain)
  return { left: samples, right: samples.map((sample) => sample / 2) }
}
/** A and B at a place, with B later by this many frames. */
const pair = (later: number, gain = 1) => ({
  a: piece(2 * REACH, FRAMES),
  b: piece(REACH - later, FRAMES + 2 * REACH, gain),
})
const finder = new LagFinder(FRAMES, REACH)

describe('two pieces of one sound', () => {
  test.each([0, 1, -1, 333, -500, 500])('%i frames apart are found to the frame', (later) => {
    const found = finder.find([pair(later, 0.2)])
    expect(found?.lag).toBe(later)
    expect(found?.correlation).toBeCloseTo(1, 9)
  })

  test('upside down are found with a negative correlation', () =>
    expect(finder.find([pair(40, -3)])).toMatchObject({ lag: 40, correlation: expect.closeTo(-1, 9) }))

  test('are found although half of the places have another sound', () => {
    const other = { a: piece(2 * REACH, FRAMES), b: piece(0, FRAMES + 2 * REACH).left.map(() => random() - 0.5) }
    const found = finder.find([pair(9), { a: other.a, b: { left: other.b, right: other.b } }])
    expect(found?.lag).toBe(9)
    expect(found?.correlation).toBeCloseTo(1, 6)
  })

  test('are found one by one as by a finder that saw no others', () => {
    const { a } = pair(0)
    const places = [pair(12), { a, b: pair(-7, 0.5).b }, { a, b: pair(30).b }, pair(12, -1)]
    const lag = finder.find(places)
    const fresh = (place: (typeof places)[number]) => lag && new LagFinder(FRAMES, REACH).findOne(place, lag, lag.lag)
    const another = { a: piece(2 * REACH - 100, FRAMES), b: piece(REACH - 97, FRAMES + 2 * REACH) }
    for (const place of [...places, another]) expect(lag && finder.findOne(place, lag, lag.lag)).toEqual(fresh(place))
    expect(lag && finder.findOne(another, lag, 0)?.lag).toBeCloseTo(-3, 1)
  })

  test('that are silent tell nothing', () =>
    expect(finder.find([{ a: piece(0, FRAMES, 0), b: piece(0, FRAMES + 2 * REACH) }])).toBeUndefined())
})

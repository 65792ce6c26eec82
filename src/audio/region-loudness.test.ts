import { describe, expect, test } from 'vitest'
import * as fc from 'fast-check'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { regionLoudness } from '#audio/region-loudness.ts'

/** The mean square of this loudness in LUFS. */
const energy = (lufs: number) => 10 ** ((lufs + 0.691) / 10)
const stretch = (seconds: number, lufs: number) =>
  Array.from({ length: seconds * 100 }, () => (lufs === -Infinity ? 0 : energy(lufs)))
/** Verse, loud chorus, silence. */
const song = { cells: Float32Array.from([...stretch(10, -23), ...stretch(10, -13), ...stretch(10, -Infinity)]) }

describe('a selected stretch', () => {
  test('has its own loudness and not its neighbour’s', () => {
    expect(regionLoudness(song, 0, 10).integrated).toBeCloseTo(-23, 4)
    expect(regionLoudness(song, 10, 20).integrated).toBeCloseTo(-13, 4)
    expect(regionLoudness(song, 10, 20).momentaryMax).toBeCloseTo(-13, 4)
    expect(regionLoudness(song, 0, 20).range).toBeCloseTo(10, 1)
  })

  test('that is silent, empty, turned around or outside has none', () => {
    const nothing = { integrated: null, range: null, momentaryMax: null, shortTermMax: null }
    for (const [from, to] of [
      [21, 29],
      [5, 5],
      [9, 3],
      [40, 50],
    ] as const)
      expect(regionLoudness(song, from, to)).toEqual(nothing)
  })

  test('of less than 3 s has no short-term loudness, of less than 0.4 s none at all', () => {
    expect(regionLoudness(song, 1, 3.99)).toMatchObject({
      shortTermMax: null,
      range: null,
      integrated: expect.closeTo(-23, 4),
    })
    expect(regionLoudness(song, 1, 1.39)).toMatchObject({ integrated: null, momentaryMax: null })
  })

  test('takes the cells that lie wholly within it', () => {
    expect(regionLoudness(song, 9.995, 20)).toEqual(regionLoudness(song, 10, 20))
    expect(regionLoudness(song, 10, 20.009)).toEqual(regionLoudness(song, 10, 20))
    expect(regionLoudness(song, 0.07 * 3, 0.61)).toEqual(regionLoudness(song, 0.21, 0.61))
  })

  test('from start to end is the report’s', () => {
    expect(regionLoudness(song, 0, 30)).toEqual(gatedLoudness(song.cells))
    expect(regionLoudness(song, -5, 1000)).toEqual(gatedLoudness(song.cells))
  })
})

test('the range lies between the tenth and the ninety-fifth percentile of what is loud enough', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -60, max: -3 }), { minLength: 4, maxLength: 40 }), (levels) => {
      const cells = Float32Array.from(levels.flatMap((lufs) => stretch(1, lufs)))
      const windows = Array.from(
        { length: (cells.length - 300) / 10 + 1 },
        (_, i) => cells.subarray(i * 10, i * 10 + 300).reduce((sum, cell) => sum + cell, 0) / 300,
      )
      const gate = windows.reduce((sum, window) => sum + window, 0) / windows.length / 100
      const sorted = windows
        .filter((window) => window > gate)
        .map((window) => 10 * Math.log10(window))
        .sort((a, b) => a - b)
      const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0
      expect(gatedLoudness(cells).range).toBeCloseTo(at(0.95) - at(0.1), 6)
    }),
  )
})

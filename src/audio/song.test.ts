import { describe, expect, test } from 'vitest'
import { renderSong, SONG_MIXES, SONG_SECONDS } from '#audio/song.ts'
import type { SongSettings } from '#audio/song.ts'
import { wavSamples } from '#audio/wav-file.ts'

function left(settings: SongSettings): Float32Array {
  const samples = new Float32Array(Math.round((settings.seconds ?? SONG_SECONDS) * settings.sampleRate))
  let at = 0
  for (const [block] of renderSong(settings)) {
    samples.set(block, at)
    at += block.length
  }
  return samples
}

const loudest = (samples: Float32Array) => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0)

describe('the made song', () => {
  const rate = 8000

  test('is the same each time, and another with another seed', () => {
    const settings = { mix: SONG_MIXES.rough, sampleRate: rate, seconds: 12 }
    expect(left(settings)).toEqual(left(settings))
    expect(left({ ...settings, seed: 2 })).not.toEqual(left(settings))
  })

  test('is cut off loud in the version that went too far, and nowhere else', () => {
    const clipped = (mix: SongSettings['mix']) => loudest(left({ mix, sampleRate: rate, seconds: 60 }))
    expect(clipped(SONG_MIXES.loud)).toBeCloseTo(SONG_MIXES.loud.clipAt, 5)
    expect(clipped(SONG_MIXES.rough)).toBeLessThan(0.9)
    expect(clipped(SONG_MIXES.fixed)).toBeLessThan(0.9)
  })

  test('goes on when more than two minutes are asked for', () => {
    const long = left({ mix: SONG_MIXES.fixed, sampleRate: rate, seconds: SONG_SECONDS + 20 })
    expect(loudest(long.subarray(SONG_SECONDS * rate + rate))).toBeGreaterThan(0.1)
  })
})

test('samples are written as whole numbers, never beyond full scale', () => {
  expect([...wavSamples([Float32Array.of(0, 1, -1, 0.5)], 's16')]).toEqual([0, 0, 0xff, 0x7f, 0, 0x80, 0, 0x40])
  expect([...wavSamples([Float32Array.of(1.5), Float32Array.of(-0.5)], 's24')]).toEqual([0xff, 0xff, 0x7f, 0, 0, 0xc0])
})

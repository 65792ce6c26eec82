import { describe, expect, test } from 'vitest'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { bass, hat, kick, pad, seededRandom, snare } from '#audio/song-instruments.ts'
import type { Sound } from '#audio/song-instruments.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { TRUSTED_TEMPO, tempoOf } from '#audio/tempo.ts'

const RATE = 22_050

/** Mean squares of 10 ms, without frequency weighting. */
function cellsOf(samples: Float32Array, sampleRate = RATE): Float32Array {
  const width = sampleRate / CELLS_PER_SECOND
  return Float32Array.from({ length: Math.floor(samples.length / width) }, (_, i) => {
    const piece = samples.subarray(Math.round(i * width), Math.round((i + 1) * width))
    return piece.reduce((sum, sample) => sum + sample * sample, 0) / piece.length
  })
}

/** Sounds at times in seconds. */
function played(seconds: number, hits: readonly (readonly [Sound, number, number])[]): Float32Array {
  const samples = new Float32Array(seconds * RATE)
  for (const [{ left }, at, gain] of hits) {
    const start = Math.round(at * RATE)
    for (let i = 0; i < left.length && start + i < samples.length; i++)
      samples[start + i] = (samples[start + i] ?? 0) + (left[i] ?? 0) * gain
  }
  return samples
}

const random = seededRandom(5)
const [drum, crack, tick] = [kick(RATE), snare(RATE, random), hat(RATE, random, 70, 0)]

/** Kick and snare alternating, eighths on the hat, a bass note on each beat. */
function band(beatsPerMinute: number, seconds: number): Float32Array {
  const beat = 60 / beatsPerMinute
  const low = bass(RATE, 33, beat * 0.9)
  const hits = Array.from({ length: Math.floor(seconds / beat) }, (_, i) => i).flatMap((i) => [
    [i % 2 === 0 ? drum : crack, i * beat, 0.9] as const,
    [low, i * beat, 0.6] as const,
    [tick, i * beat, 0.5] as const,
    [tick, (i + 0.5) * beat, 0.4] as const,
  ])
  return played(seconds, hits)
}

describe('the tempo', () => {
  test.each([120, 131.96, 90, 127.14, 75, 100.5, 160])(
    'of a band that plays %d beats a minute is found to a few hundredths',
    (pace) => {
      const tempo = tempoOf(cellsOf(band(pace, 90)))
      expect(Math.abs((tempo?.beatsPerMinute ?? 0) - pace)).toBeLessThan(0.05)
      expect(tempo?.confidence).toBeGreaterThan(TRUSTED_TEMPO)
    },
  )

  test.each([62, 75, 87, 95, 124, 150, 174, 190])('of a band at %d is named, or is the other reading', (pace) => {
    const tempo = tempoOf(cellsOf(band(pace, 60)))
    const readings = [tempo?.beatsPerMinute ?? 0, tempo?.other ?? 0]
    expect(Math.min(...readings.map((reading) => Math.abs(reading - pace)))).toBeLessThan(0.2)
  })

  test('of four equal beats with nothing between them has one reading', () => {
    const hits = Array.from({ length: 180 }, (_, i) => [drum, i / 2, 0.9] as const)
    expect(tempoOf(cellsOf(played(90, hits)))).toMatchObject({ beatsPerMinute: expect.closeTo(120, 0), other: null })
  })

  test('of the song is its own', () => {
    const samples = new Float32Array(120 * RATE)
    let at = 0
    for (const [left] of renderSong({ mix: SONG_MIXES.rough, sampleRate: RATE })) {
      samples.set(left, at)
      at += left.length
    }
    const tempo = tempoOf(cellsOf(samples))
    expect(tempo?.beatsPerMinute).toBeCloseTo(96, 1)
    expect(tempo?.confidence).toBeGreaterThan(TRUSTED_TEMPO)
  })

  test('is not claimed of sounds that come at random', () => {
    const hits = Array.from(
      { length: 200 },
      () => [random() < 0.5 ? drum : crack, random() * 89, 0.5 + random() / 2] as const,
    )
    expect(tempoOf(cellsOf(played(90, hits)))?.confidence).toBeLessThan(TRUSTED_TEMPO / 2)
  })

  test('is not claimed of noise', () => {
    expect(
      tempoOf(cellsOf(Float32Array.from({ length: 60 * RATE }, () => random() - 0.5)))?.confidence ?? 0,
    ).toBeLessThan(TRUSTED_TEMPO / 2)
  })

  test('is not claimed of chords that only drift', () => {
    const hits = Array.from({ length: 12 }, (_, i) => [pad(RATE, [57, 60, 64], 9), i * 7 + random() * 3, 0.5] as const)
    expect(tempoOf(cellsOf(played(90, hits)))?.confidence ?? 0).toBeLessThan(TRUSTED_TEMPO)
  })

  test('is nothing for silence, and for what is too short to tell', () => {
    expect(tempoOf(new Float32Array(3000))).toBeNull()
    expect(tempoOf(cellsOf(band(120, 6)))).toBeNull()
  })
})

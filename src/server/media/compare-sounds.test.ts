import { describe, expect, test } from 'vitest'
import type { Change, ComparisonResult } from '#audio/comparison-result.ts'
import { Resampler } from '#audio/resampler.ts'
import { seededRandom } from '#audio/song-instruments.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import type { SongMix } from '#audio/song.ts'
import { compareSounds } from '#server/media/compare-sounds.ts'
import { comparedSounds, soundGrid, soundSource } from '#testing/compared-sounds.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'

const RATE = 24_000
const SECONDS = 60
/** The chorus, in which the lead sings and decays for a moment. */
const CHORUS = { from: 30, to: 50 }

function song(mix: SongMix = SONG_MIXES.rough, sampleRate = RATE, seconds = SECONDS): SampleChannels {
  const sides = [new Float64Array(seconds * sampleRate), new Float64Array(seconds * sampleRate)]
  let at = 0
  for (const block of renderSong({ mix, sampleRate, seconds })) {
    block.forEach((side, channel) => sides[channel]?.set(side, at))
    at += block[0].length
  }
  return sides
}

const rough = song()

/** Maps each sample. */
const each = (sound: SampleChannels, change: (sample: number, frame: number) => number): SampleChannels =>
  sound.map((side) => side.map(change))
const louder = (sound: SampleChannels, decibels: number) => each(sound, (sample) => sample * 10 ** (decibels / 20))
const between = (frame: number, from: number, to: number) => frame >= from * RATE && frame < to * RATE

/** With this many frames of silence before it, or cut off. */
function moved(sound: SampleChannels, frames: number): SampleChannels {
  return sound.map((side) => {
    if (frames < 0) return side.slice(-frames)
    const later = new Float64Array(side.length + frames)
    later.set(side, frames)
    return later
  })
}

const compared = (a: SampleChannels, b: SampleChannels, rates = { a: RATE, b: RATE }): Promise<ComparisonResult> =>
  comparedSounds(a, b, rates)

/** Within a second of where the change was made. */
function expectAt(change: Change | undefined, from: number, to: number): void {
  expect(Math.abs((change?.from ?? 0) - from)).toBeLessThanOrEqual(1)
  expect(Math.abs((change?.to ?? 0) - to)).toBeLessThanOrEqual(1)
}

describe('two bounces of one mix', () => {
  test.each([
    [333, -1.2],
    [-1000, 3],
    [0, -12],
    [12_345, 0.05],
    [-240_000, -1.2],
    [480_001, 6],
  ])('%i frames apart and %d dB are found so, and nothing else', async (frames, decibels) => {
    const { alignment, gain, changes, identicalAudio } = await compared(rough, moved(louder(rough, decibels), frames))
    expect(alignment).toMatchObject({ offsetFrames: frames, inverted: false })
    expect(alignment?.confidence).toBeGreaterThan(0.99)
    expect(Math.abs((gain ?? 0) - decibels)).toBeLessThan(0.01)
    expect(changes).toEqual([])
    expect(identicalAudio).toBe(false)
  })

  test('are aligned upside down too, and said to be', async () => {
    const { alignment, residual, changes } = await compared(
      rough,
      moved(
        each(rough, (sample) => -sample),
        77,
      ),
    )
    expect(alignment).toMatchObject({ offsetFrames: 77, inverted: true })
    expect(residual).toBeLessThan(-100)
    expect(changes).toEqual([])
  })

  test('at two sample rates are compared at the lower one', async () => {
    const fine = song(SONG_MIXES.rough, 2 * RATE, 20)
    const coarse = fine.map((side) => new Resampler(2 * RATE, RATE).push(side, true))
    const result = await compared(coarse, moved(fine, 2 * 50), { a: RATE, b: 2 * RATE })
    expect(result).toMatchObject({
      sampleRate: RATE,
      sampleRates: { a: RATE, b: 2 * RATE },
      alignment: { offsetFrames: 50 },
      changes: [],
      identicalAudio: false,
    })
    expect(result.residual).toBeLessThan(-60)
  })

  test('of other lengths say what only one of them has', async () => {
    const shorter = rough.map((side) => side.slice(0, 50 * RATE))
    const { only, overlap, changes } = await compared(rough, shorter)
    expect(only.a.tail).toEqual({ seconds: 10, audible: true })
    expect(only.b.tail).toEqual({ seconds: 0, audible: false })
    expect([overlap, changes]).toEqual([{ from: 0, to: 50 }, []])
  })

  test('one of them mono are compared all the same', async () => {
    const [left = new Float64Array(0), right = left] = rough
    const mono = left.map((sample, i) => (sample + (right[i] ?? 0)) / 2)
    expect(await compared([mono, mono], [mono])).toMatchObject({
      channels: { a: 2, b: 1 },
      alignment: { offsetFrames: 0 },
      changes: [],
      gain: 0,
      identicalAudio: false,
    })
  })
})

describe('a change of the mix', () => {
  test('to the lead is found in its seconds, its bands and at its level', async () => {
    const { changes, gain } = await compared(
      rough,
      song({ ...SONG_MIXES.rough, lead: SONG_MIXES.rough.lead * 10 ** (1.5 / 20) }),
    )
    expect(changes.length).toBe(1)
    expect(changes[0]?.kind).toBe('level')
    expectAt(changes[0], CHORUS.from, CHORUS.to)
    expect([changes[0]?.low, changes[0]?.high].map((edge) => Math.round(edge ?? 0))).toEqual([369, expect.any(Number)])
    expect(changes[0]?.high).toBeLessThan(8000)
    expect(changes[0]?.decibels).toBeCloseTo(1.4, 0)
    expect(Math.abs(gain ?? 1)).toBeLessThan(0.05)
  })

  test('to the low end from one second to another is found there', async () => {
    const lows = rough.map((side) => {
      let low = 0
      return side.map((sample) => (low += (sample - low) * 0.03))
    })
    const cut = rough.map((side, channel) =>
      side.map((sample, frame) => (between(frame, 20, 40) ? sample - 0.3 * (lows[channel]?.[frame] ?? 0) : sample)),
    )
    const { changes } = await compared(rough, cut)
    expect(changes.length).toBe(1)
    expectAt(changes[0], 20, 40)
    expect(changes[0]?.low).toBe(25)
    expect(changes[0]?.high).toBeLessThan(400)
    expect(changes[0]?.decibels).toBeLessThan(-1.5)
  })

  test('that mutes it for a while is told as that, to the second', async () => {
    const { changes } = await compared(
      rough,
      each(louder(rough, -2), (sample, frame) => (between(frame, 20, 24) ? 0 : sample)),
    )
    expect(changes).toEqual([{ kind: 'muted', from: 20, to: 24, low: null, high: null, decibels: null }])
  })

  test('that fills silence is told as that', async () => {
    const { changes } = await compared(
      each(rough, (sample, frame) => (between(frame, 20, 24) ? 0 : sample)),
      rough,
    )
    expect(changes).toEqual([{ kind: 'added', from: 20, to: 24, low: null, high: null, decibels: null }])
  })

  test('that puts another take in its place is told as another sound', async () => {
    const taken = rough.map((side) =>
      side.map((sample, frame) => (between(frame, 15, 18) ? (side[frame + Math.round(3.7 * RATE)] ?? 0) : sample)),
    )
    const { changes } = await compared(rough, taken)
    expect(changes.map(({ kind }) => kind)).toEqual(['different'])
    expectAt(changes[0], 15, 18)
  })

  test('takes the drums out of the bridge, and nothing else anywhere', async () => {
    const [a, b] = [true, false].map((bridgeDrums) =>
      song({ ...SONG_MIXES.rough, bridgeDrums }, RATE, 100).map((side) => side.slice(40 * RATE)),
    )
    const { changes } = await compared(a ?? [], b ?? [])
    expect(changes.length).toBeGreaterThan(0)
    for (const { kind, from, to, decibels } of changes) {
      expect(kind).toBe('level')
      expect(decibels).toBeLessThan(-1)
      expect(from).toBeGreaterThanOrEqual(49)
      expect(to).toBeLessThanOrEqual(60)
    }
  })
})

describe('identical audio', () => {
  test('is said of the same samples, however much digital silence is around them', async () => {
    expect((await compared(rough, rough)).identicalAudio).toBe(true)
    expect(await compared(rough, moved(rough, 333))).toMatchObject({
      identicalAudio: true,
      alignment: { offsetFrames: 333 },
    })
  })

  test('is not said where one sample of a minute is one step of 24 bits off', async () => {
    const off = rough.map((side) => side.slice())
    const side = off[1]
    if (side) side[700_000] = (side[700_000] ?? 0) + 2 ** -23
    const { identicalAudio, alignment, changes } = await compared(rough, off)
    expect([identicalAudio, alignment?.offsetFrames, changes]).toEqual([false, 0, []])
    expect(alignment?.confidence).toBeGreaterThan(0.999999)
  })

  test('is not said if one lacks a sample that is not silent, or if there was trouble in decoding', async () => {
    expect(
      (
        await compared(
          rough,
          rough.map((side) => side.slice(0, -1)),
        )
      ).identicalAudio,
    ).toBe(false)
    const troubled = await compareSounds(
      { a: soundSource(rough, RATE), b: soundSource(rough, RATE, false) },
      { a: soundGrid(rough, RATE), b: soundGrid(rough, RATE) },
    )
    expect(troubled.result.identicalAudio).toBe(false)
  })

  test('is said of two silences, which nothing could line up', async () => {
    const silence = [new Float64Array(5 * RATE)]
    expect(await compared(silence, silence)).toMatchObject({
      alignment: null,
      unaligned: 'silence',
      identicalAudio: true,
      gain: null,
      residual: null,
      changes: [],
    })
  })
})

describe('what is no version of it', () => {
  test('is not lined up, and of its places nothing is said', async () => {
    const random = seededRandom(3)
    // The song at one and a half times its speed, and noise.
    const faster = rough.map((side) =>
      Float64Array.from({ length: 40 * RATE }, (_, i) => side[Math.round(i * 1.5)] ?? 0),
    )
    const noise = [Float64Array.from({ length: 20 * RATE }, () => random() - 0.5)]
    for (const other of [faster, noise]) {
      expect(await compared(rough, other)).toMatchObject({
        alignment: null,
        unaligned: 'unrelated',
        agreement: null,
        gain: null,
        changes: [],
      })
    }
  })

  test('a silent file is not lined up with a song', async () =>
    expect(await compared(rough, [new Float64Array(RATE)])).toMatchObject({
      alignment: null,
      unaligned: 'silence',
      identicalAudio: false,
    }))

  test('a single sample is compared without harm', async () =>
    expect(await compared(rough, [new Float64Array([0.5])])).toMatchObject({
      alignment: null,
      frames: { b: 1 },
      identicalAudio: false,
    }))
})

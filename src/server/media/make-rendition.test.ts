import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { parseFrameIndex } from '#audio/frame-index.ts'
import { wavHeader, wavSamples, type WavEncoding } from '#audio/wav-file.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { makeRendition, type RenditionOutcome } from '#server/media/make-rendition.ts'
import type { MediaRenditionSpec } from '#server/media/rendition-spec.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-renditions-'))
const decoder = fileURLToPath(new URL('../../../fixtures/audio/decode-samples.ts', import.meta.url))
const SECONDS: Seconds = 4
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Made {
  readonly outcome: RenditionOutcome
  readonly body: string
  readonly index: string
}

/** A chord that never repeats exactly, the same at any sample rate. `channel` shifts it. */
function chord(at: Seconds, channel = 0): number {
  const fade = Math.min(1, at * 20, (SECONDS - at) * 20)
  let sum = 0
  for (let voice = 1; voice <= 24; voice++)
    sum += Math.sin(2 * Math.PI * (80 + 37.3 * voice * voice) * 0.75 * at + voice * voice + channel)
  return (fade * sum) / 40
}

function record(name: string, sampleRate: Hertz, channels: number, encoding: WavEncoding = 's24'): string {
  const totalFrames = Math.round(SECONDS * sampleRate)
  const samples = Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: totalFrames }, (_, frame) => chord(frame / sampleRate, channel)),
  )
  const path = join(folder, name)
  writeFileSync(
    path,
    Buffer.concat([wavHeader({ sampleRate, channels, encoding, totalFrames }), wavSamples(samples, encoding)]),
  )
  return path
}

async function make(path: string, spec: MediaRenditionSpec): Promise<Made> {
  const into = `${path}.${spec.kind}`
  mkdirSync(into, { recursive: true })
  const [body, index] = [join(into, 'body'), join(into, 'index')]
  return {
    outcome: await makeRendition({ path, spec, outputs: { rendition: body, flac: body, frameIndex: index } }),
    body,
    index,
  }
}

/** `[frame × channels + channel]`. */
function decoded(...parts: readonly (string | number)[]): Float64Array {
  const bytes = execFileSync(process.execPath, [decoder, ...parts.map(String)], {
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Float64Array(Uint8Array.from(bytes).buffer)
}

const channelOf = (samples: Float64Array, channels: number, channel = 0) =>
  samples.filter((_, i) => i % channels === channel)

/** The largest lag that is searched, early or late. */
const REACH: Frames = 400

/** How many frames `heard` lags behind the chord from `start` on, at the best fit. */
function lagOf(heard: Float64Array, start: Frames, sampleRate: Hertz, channel = 0): Frames {
  const wanted = Float64Array.from({ length: heard.length }, (_, i) => chord((start + i) / sampleRate, channel))
  let best = { lag: Number.NaN, likeness: -Infinity }
  for (let lag = -REACH; lag <= REACH; lag++) {
    let likeness = 0
    for (let i = REACH; i < heard.length - REACH; i++) likeness += (heard[i] ?? 0) * (wanted[i - lag] ?? 0)
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return best.lag
}

const index = (path: string) => parseFrameIndex(Uint8Array.from(readFileSync(path)).buffer)

describe('Opus for slow lines', () => {
  test.each([48_000, 44_100])(
    'of a recording at %i Hz lies on it to the sample, from the start and after every jump',
    async (sampleRate) => {
      const {
        outcome,
        body,
        index: indexFile,
      } = await make(record(`opus-${sampleRate}.wav`, sampleRate, 2), { kind: 'opus' })
      expect(outcome).toEqual({
        ok: true,
        made: { sampleRate: 48_000, channels: 2, totalFrames: SECONDS * 48_000, clippedSamples: 0 },
      })
      const facts = index(indexFile)
      expect(facts).toMatchObject({
        codec: 'opus',
        sampleRate: 48_000,
        channels: 2,
        blockSize: 960,
        preSkip: 312,
        preRoll: 7680,
        totalFrames: SECONDS * 48_000,
        fileBytes: readFileSync(body).length,
      })
      expect(facts.offsets.length - 1).toBe(Math.ceil((facts.totalFrames + 312) / 960))
      for (const start of [0, 12_345, 60_000, 100_001]) {
        expect(lagOf(channelOf(decoded(body, indexFile, start, 2000), 2, 1), start, 48_000, 1), `from ${start}`).toBe(0)
      }
    },
  )

  test('is heard after a jump as it is heard without one', async () => {
    const { body, index: indexFile } = await make(record('jump.wav', 48_000, 1), { kind: 'opus' })
    const through = decoded(body, indexFile, 0, 100_000).subarray(90_000, 94_800)
    const jumped = decoded(body, indexFile, 90_000, 4800)
    const difference =
      jumped.reduce((sum, sample, i) => sum + (sample - (through[i] ?? 0)) ** 2, 0) /
      through.reduce((sum, sample) => sum + sample ** 2, 0)
    expect(10 * Math.log10(difference)).toBeLessThan(-40)
  })
})

describe('MP3 for phones', () => {
  test('is 320 kbit/s, as long as the original, and without its encoder’s delay', async () => {
    const { outcome, body } = await make(record('mp3.wav', 44_100, 2), { kind: 'mp3' })
    expect(outcome).toMatchObject({ ok: true, made: { sampleRate: 44_100, totalFrames: SECONDS * 44_100 } })
    const heard = decoded(body)
    expect(heard.length).toBe(SECONDS * 44_100 * 2)
    for (const start of [0, 50_000, 150_000])
      expect(lagOf(channelOf(heard.subarray(start * 2, start * 2 + 4000), 2), start, 44_100), `from ${start}`).toBe(0)
    expect((readFileSync(body).length * 8) / SECONDS).toBeGreaterThan(319_000)
  })

  test('of a recording at 96 kHz plays at 48', async () => {
    const { outcome, body } = await make(record('mp3-96.wav', 96_000, 1), { kind: 'mp3' })
    expect(outcome).toMatchObject({
      ok: true,
      made: { sampleRate: 48_000, channels: 1, totalFrames: SECONDS * 48_000 },
    })
    expect(lagOf(decoded(body).subarray(20_000, 22_000), 20_000, 48_000)).toBe(0)
  })

  test('is refused for 5.1, which it cannot hold', async () => {
    const { outcome, body } = await make(record('surround.wav', 48_000, 6), { kind: 'mp3' })
    expect(outcome).toMatchObject({ ok: false, verdict: 'too-many-channels' })
    expect(existsSync(body)).toBe(false)
  })
})

describe('a recording at another sample rate', () => {
  test.each([
    [44_100, 48_000],
    [48_000, 44_100],
    [96_000, 48_000],
    [44_100, 96_000],
  ])('from %i to %i Hz is as long, without delay, and true to −120 dB', async (from, rate) => {
    const {
      outcome,
      body,
      index: indexFile,
    } = await make(record(`at-${from}-${rate}.wav`, from, 1), { kind: 'resampled', rate })
    expect(outcome).toEqual({
      ok: true,
      made: { sampleRate: rate, channels: 1, totalFrames: SECONDS * rate, clippedSamples: 0 },
    })
    expect(index(indexFile)).toMatchObject({
      codec: 'flac',
      sampleRate: rate,
      blockSize: 4608,
      totalFrames: SECONDS * rate,
      fileBytes: readFileSync(body).length,
      preSkip: 0,
    })
    const heard = decoded(body)
    expect(heard.length).toBe(SECONDS * rate)
    let error = 0
    for (let frame = rate / 10; frame < heard.length - rate / 10; frame++)
      error = Math.max(error, Math.abs((heard[frame] ?? 0) - chord(frame / rate)))
    expect(20 * Math.log10(error)).toBeLessThan(-120)
  })

  test('keeps all six channels of 5.1 in their places', async () => {
    const { outcome, body } = await make(record('surround-44.wav', 44_100, 6), { kind: 'resampled', rate: 48_000 })
    expect(outcome).toMatchObject({ ok: true, made: { channels: 6 } })
    const heard = decoded(body)
    for (let channel = 0; channel < 6; channel++)
      expect(heard[100_000 * 6 + channel], `channel ${channel}`).toBeCloseTo(chord(100_000 / 48_000, channel), 5)
  })

  test('counts what had to be held at full scale', async () => {
    const path = join(folder, 'square.wav')
    const square = Float32Array.from({ length: 44_100 }, (_, frame) =>
      Math.floor(frame / 50) % 2 === 0 ? 0.99 : -0.99,
    )
    writeFileSync(
      path,
      Buffer.concat([
        wavHeader({ sampleRate: 44_100, channels: 1, encoding: 'f32', totalFrames: square.length }),
        wavSamples([square], 'f32'),
      ]),
    )
    const { outcome } = await make(path, { kind: 'resampled', rate: 48_000 })
    expect(outcome.ok && outcome.made.clippedSamples).toBeGreaterThan(1000)
  })
})

describe('a file that is no audio', () => {
  test('leaves nothing behind', async () => {
    const path = join(folder, 'page.wav')
    writeFileSync(path, '<!doctype html><title>Kiln</title>')
    const { outcome, body, index: indexFile } = await make(path, { kind: 'opus' })
    expect(outcome.ok).toBe(false)
    expect([existsSync(body), existsSync(indexFile)]).toEqual([false, false])
  })
})

describe('an encoder that is told to stop', () => {
  test('leaves nothing behind', async () => {
    const path = record('stopped.wav', 48_000, 2)
    const stop = new AbortController()
    const body = join(folder, 'stopped')
    const making = makeRendition({
      path,
      spec: { kind: 'mp3' },
      outputs: { rendition: body },
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    })
    await expect(making).rejects.toThrow('enough')
    expect(existsSync(body)).toBe(false)
  })
})

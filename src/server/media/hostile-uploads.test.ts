import {
  closeSync,
  copyFileSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalysisReport, Finding } from '#audio/analysis-report.ts'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { WavEncoding } from '#audio/wav-file.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-hostile-'))
const RATE = 48_000

beforeAll(() => {
  buildWasm()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a file and analyses it, with outputs in its own folder. */
async function upload(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  writeFileSync(path, content)
  return await judge(path)
}

async function judge(path: string) {
  const made = mkdtempSync(join(folder, 'made-'))
  const outcome = await analyse({ path, outputs: outputsIn(made) })
  return { ...outcome, files: readdirSync(made).sort(), made }
}

async function accepted(
  name: string,
  content: Uint8Array,
): Promise<AnalysisReport & { readonly files: readonly string[] }> {
  const outcome = await upload(name, content)
  if (!outcome.ok) throw new Error(`${name}: ${outcome.verdict}, ${outcome.detail}`)
  return { ...outcome.report, files: outcome.files }
}

function wav(
  channels: readonly Float32Array[],
  encoding: WavEncoding = 's16',
  declaredFrames = channels[0]?.length ?? 0,
): Uint8Array {
  return Buffer.concat([
    wavHeader({ sampleRate: RATE, channels: channels.length, encoding, totalFrames: declaredFrames }),
    wavSamples(channels, encoding),
  ])
}

const LONGEST = 2
const left = new Float32Array(LONGEST * RATE)
const right = new Float32Array(LONGEST * RATE)
let rendered = 0
for (const [l, r] of renderSong({ mix: SONG_MIXES.rough, sampleRate: RATE, seconds: LONGEST })) {
  left.set(l, rendered)
  right.set(r, rendered)
  rendered += l.length
}

/** The song's first seconds, at most two. */
function song(seconds: number): readonly Float32Array[] {
  return [left.slice(0, seconds * RATE), right.slice(0, seconds * RATE)]
}

function kinds(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ kind }) => kind)
}

describe('what is no music', () => {
  test('a WAV head with garbage behind it is damaged', async () => {
    expect(
      await upload('head.wav', Buffer.concat([Buffer.from('RIFF\x10\0\0\0WAVEjunk'), Buffer.alloc(400, 7)])),
    ).toMatchObject({ ok: false, verdict: 'damaged', files: [] })
  })
})

describe('a damaged bounce', () => {
  test('cut off in the middle is heard as far as it goes, and said to be cut', async () => {
    const whole = wav(song(2))
    const { findings, format } = await accepted('cut.wav', whole.subarray(0, 44 + RATE * 4))
    expect(format.durationSeconds).toBe(1)
    expect(findings).toContainEqual(
      expect.objectContaining({ kind: 'truncated', severity: 'problem', at: 1, value: 1 }),
    )
  })

  test('cut off as FLAC is rendered anew, so that every block can be trusted', async () => {
    const flac = await flacOf(song(2))
    const cut = join(folder, 'cut.flac')
    copyFileSync(flac, cut)
    truncateSync(cut, Math.floor(statSync(flac).size / 2))
    const outcome = await judge(cut)
    expect(outcome.ok && kinds(outcome.report.findings)).toEqual(expect.arrayContaining(['truncated']))
    expect(outcome.files).toContain('stream.flac')
    const lookedAt = await analyse({ path: cut, outputs: null })
    expect(lookedAt.ok && lookedAt.report.stream).toEqual(outcome.ok && outcome.report.stream)
  })

  test('whose FLAC samples are not those its checksum promises is found out', async () => {
    const flac = readFileSync(await flacOf(song(1)))
    flac.writeUInt8(flac.readUInt8(30) ^ 1, 30)
    const { findings, stream } = await accepted('checksum.flac', flac)
    expect(kinds(findings)).toEqual(['checksum'])
    expect(stream).toMatchObject({ kind: 'flac', inOriginal: true })
  })

  test('that plays longer than its FLAC head says is found out', async () => {
    const flac = readFileSync(await flacOf(song(1)))
    flac.writeUInt32BE(RATE / 2, 22)
    const { findings, format } = await accepted('longer.flac', flac)
    expect(format.totalFrames).toBe(RATE)
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'longer', at: 0.5, value: 0.5 }))
  })

  test('with rotten bytes in the middle tells where', async () => {
    const flac = readFileSync(await flacOf(song(2)))
    const middle = Math.floor(flac.length / 2)
    flac.fill(0x55, middle, middle + 2000)
    const { findings } = await accepted('rotten.flac', flac)
    const rotten = findings.find(({ kind }) => kind === 'decode-errors')
    expect(rotten?.count).toBeGreaterThan(0)
    expect(Math.abs((rotten?.at ?? 0) - 1)).toBeLessThan(0.4)
    expect(kinds(findings)).toContain('checksum')
  })

  test('with a tag at its end is not indexed over the tag', async () => {
    const flac = readFileSync(await flacOf(song(1)))
    const { findings, format, files } = await accepted(
      'tagged.flac',
      Buffer.concat([flac, Buffer.from(`TAG${'x'.repeat(125)}`)]),
    )
    expect(format.totalFrames).toBe(RATE)
    expect(kinds(findings)).not.toContain('checksum')
    expect(files).toContain('stream.fidx')
  })
})

describe('an odd recording', () => {
  test('of one sample has a length, a waveform and no loudness', async () => {
    const { format, loudness } = await accepted('one.wav', wav([Float32Array.of(0.5)]))
    expect(format.totalFrames).toBe(1)
    expect(loudness.integrated).toBe(null)
    expect(loudness.samplePeak).toBeCloseTo(-6.02, 1)
  })

  test('of nothing but silence is said to be silent, without a loudness', async () => {
    const { findings, loudness } = await accepted('silent.wav', wav([new Float32Array(RATE), new Float32Array(RATE)]))
    expect(kinds(findings)).toEqual(['silent'])
    expect(loudness).toEqual({
      integrated: null,
      crest: null,
      range: null,
      momentaryMax: null,
      shortTermMax: null,
      truePeak: null,
      truePeakPerChannel: [null, null],
      samplePeak: null,
    })
  })

  test('with broken floats is measured without them, and they are counted', async () => {
    const [left = new Float32Array(), right = new Float32Array()] = song(1)
    left[1000] = Number.NaN
    left[2000] = Infinity
    right[3000] = 1e30
    const { findings, loudness } = await accepted('floats.wav', wav([left, right], 'f32'))
    expect(findings[0]).toMatchObject({ kind: 'invalid-samples', count: 3, at: 1000 / RATE })
    expect(Number.isFinite(loudness.integrated)).toBe(true)
  })

  test('of 32 channels is streamed from the original', async () => {
    const channels = Array.from({ length: 32 }, (_, c) =>
      Float32Array.from({ length: RATE / 2 }, (_, i) => 0.1 * Math.sin(i * 0.01 * (c + 1))),
    )
    const { format, stream, files } = await accepted('many.wav', wav(channels, 's24'))
    expect(format.channels).toBe(32)
    expect(stream).toMatchObject({
      kind: 'pcm',
      encoding: 's24le',
      channels: 32,
      dataOffset: 44,
      totalFrames: RATE / 2,
    })
    expect(files).toEqual(['energy.rmen', 'peaks.rmpk'])
  })

  test('of 20 minutes of nothing, 4 kB on disk, is checked quickly and stays small', async () => {
    const path = join(folder, 'sparse.wav')
    const frames = RATE * 1200
    const file = openSync(path, 'w')
    writeSync(file, wavHeader({ sampleRate: RATE, channels: 2, encoding: 's16', totalFrames: frames }))
    ftruncateSync(file, 44 + frames * 4)
    closeSync(file)
    const outcome = await judge(path)
    expect(outcome.ok && kinds(outcome.report.findings)).toEqual(['silent'])
    expect(statSync(outputsIn(outcome.made).flac).size).toBeLessThan(1_000_000)
  })
})

describe('a mix with a fault', () => {
  const tone = (level: number, shift = 0, frames = 3 * RATE) =>
    Float32Array.from({ length: frames }, (_, i) => level * Math.sin(i * 0.05 + shift))

  test.each([
    ['the same left and right', [tone(0.3), tone(0.3)], ['mono']],
    ['right upside down', [tone(0.3), tone(-0.3)], ['out-of-phase']],
    ['an offset', [tone(0.3).map((x) => x + 0.05), tone(0.3, 1)], ['dc-offset']],
    [
      'a late start and a long end',
      [pause(1, tone(0.3), 3), pause(1, tone(0.3, 1), 3)],
      ['silence-head', 'silence-tail'],
    ],
    ['a level beyond full scale', [tone(1.6), tone(1.6, 1)], ['true-peak-over', 'clipped']],
    ['nothing wrong', [tone(0.3), tone(0.3, 1)], []],
  ])('%s', async (name, channels, expected) => {
    const { findings } = await accepted(`${name}.wav`, wav(channels, 's24'))
    expect(kinds(findings)).toEqual(expected)
  })

  test('tells where it first clips, in which channel, and how often', async () => {
    const left = new Float32Array(RATE)
    left.fill(1, 12_000, 12_005)
    left.fill(-1, 24_000, 24_010)
    left.fill(1, 30_000, 30_002)
    const { findings } = await accepted('clips.wav', wav([left, tone(0.3, 0, RATE)]))
    expect(findings.find(({ kind }) => kind === 'clipped')).toMatchObject({
      at: 0.25,
      count: 2,
      channel: 0,
      places: [
        { at: 0.25, channel: 0 },
        { at: 0.5, channel: 0 },
      ],
    })
  })

  test('tells every place where it is louder than a converter can play, and how loud', async () => {
    // A tone at a quarter of the rate, sampled 45 degrees away from its peaks, which are 3 dB above any sample.
    const between = (level: number) =>
      Float32Array.from(
        { length: 4800 },
        (_, i) => level * Math.sin((i * Math.PI) / 2 + Math.PI / 4) * Math.sin((Math.PI * i) / 4800),
      )
    const [left, right] = [new Float32Array(4 * RATE), tone(0.3, 0, 4 * RATE)]
    left.set(between(1.1), RATE)
    left.set(between(1.2), 2 * RATE)
    right.set(between(1.3), 3 * RATE)
    const { findings } = await accepted('overs.wav', wav([left, right], 's24'))
    const over = findings.find(({ kind }) => kind === 'true-peak-over')
    expect(over).toMatchObject({ count: 3, channel: null })
    expect(over?.places?.map(({ at, channel }) => [Math.floor(at), channel])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
    ])
    const levels = [...(over?.places ?? []), { value: over?.value ?? 0 }].map(({ value }) => value ?? 0)
    for (const [i, level] of [1.1, 1.2, 1.3, 1.3].entries())
      expect(Math.abs((levels[i] ?? 0) - 20 * Math.log10(level))).toBeLessThan(0.2)
    expect(over?.at).toBe(over?.places?.[0]?.at)
  })

  test('tells which seconds cancel each other in mono', async () => {
    const [left, right] = [tone(0.3, 0, 12 * RATE), tone(0.3, 1, 12 * RATE)]
    right.set(tone(-0.3, 0.5, 12 * RATE).subarray(4 * RATE, 9 * RATE), 4 * RATE)
    const found = (await accepted('phase.wav', wav([left, right]))).findings
    expect(kinds(found)).toEqual(['abrupt-start', 'abrupt-end', 'out-of-phase'])
    expect(found[2]).toMatchObject({ severity: 'notice', count: null, places: [{ channel: null }] })
    expect(Math.abs((found[2]?.at ?? 0) - 4.5)).toBeLessThan(0.7)
  })
})

function pause(headSeconds: number, samples: Float32Array, tailSeconds: number): Float32Array {
  const padded = new Float32Array(samples.length + (headSeconds + tailSeconds) * RATE)
  padded.set(samples, headSeconds * RATE)
  return padded
}

let flacs = 0

/** The product's rendition of a WAV, as a FLAC upload. */
async function flacOf(channels: readonly Float32Array[]): Promise<string> {
  const outcome = await upload(`flac-${flacs++}.wav`, wav(channels, 's24'))
  return outputsIn(outcome.made).flac
}

test('sound that is known but cannot be decoded here is named', async () => {
  const frames = `\x0b\x77\x12\x34\x14\x40\x43${'\x55'.repeat(500)}`.repeat(20)
  expect(await upload('surround.ac3', Buffer.from(frames, 'latin1'))).toMatchObject({
    verdict: 'unsupported',
    detail: 'AC-3',
  })
})

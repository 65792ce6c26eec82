import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { parseEnergyGrid } from '#audio/energy-file.ts'
import { parseStreamInfo } from '#audio/flac-stream-info.ts'
import { parseFrameIndex } from '#audio/frame-index.ts'
import { gatedLoudness } from '#audio/loudness-gating.ts'
import { parsePeaksHeader } from '#audio/peaks-file.ts'
import { PCM_BYTES } from '#audio/pcm-format.ts'
import type { PcmEncoding } from '#audio/stream-source.ts'
import { analyse, outputsIn } from '#server/media/analyse-upload.ts'
import { buildWasm } from '../../../scripts/build-wasm.ts'
import type { DecodedHash } from '../../../fixtures/audio/decoded-hash.ts'

const folder = mkdtempSync(join(tmpdir(), 'roughmix-formats-'))
const script = (name: string) => fileURLToPath(new URL(`../../../fixtures/audio/${name}`, import.meta.url))
const reports = new Map<string, AnalysisReport>()
const decoded = new Map<string, DecodedHash>()

const NAMES = [
  'u8.wav',
  's16.wav',
  's24.wav',
  's32.wav',
  'f32.wav',
  'f64.wav',
  'bwf.wav',
  'rf64.wav',
  's24.aiff',
  'sowt.aiff',
  'fl32.aiff',
  's24.flac',
  's16.flac',
  'alac.m4a',
  'alac24.m4a',
  'aac.m4a',
  'lame.mp3',
  'vorbis.ogg',
  'opus.ogg',
  's24.caf',
  'f32.caf',
  'wma.wma',
  'float.wv',
]

beforeAll(async () => {
  buildWasm()
  execFileSync(process.execPath, [script('encode.ts'), folder, '1.5'])
  const waiting = [...NAMES]
  await Promise.all([analyseNext(waiting), analyseNext(waiting)])
  const streams = NAMES.map((name) => outputsIn(made(name)).flac).filter((path) => existsSync(path))
  const lines = execFileSync(
    process.execPath,
    [script('decoded-hash.ts'), ...NAMES.map((name) => join(folder, name)), ...streams],
    { encoding: 'utf8' },
  )
  for (const line of lines.trim().split('\n')) {
    const hash = JSON.parse(line) as DecodedHash // what decoded-hash.ts prints
    decoded.set(hash.file, hash)
  }
}, 180_000)

async function analyseNext(waiting: string[]): Promise<void> {
  const name = waiting.shift()
  if (!name) return
  mkdirSync(made(name))
  const outcome = await analyse({ path: join(folder, name), outputs: outputsIn(made(name)) })
  if (outcome.ok) reports.set(name, outcome.report)
  await analyseNext(waiting)
}

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function made(name: string): string {
  return join(folder, `${name}.made`)
}

function report(name: string): AnalysisReport {
  const found = reports.get(name)
  if (!found) throw new Error(`${name} was refused`)
  return found
}

describe('a bounce', () => {
  test.each([
    ['u8.wav', 'WAV PCM 8'],
    ['s16.wav', 'WAV PCM 16'],
    ['s24.wav', 'WAV PCM 24'],
    ['s32.wav', 'WAV PCM 32'],
    ['f32.wav', 'WAV PCM 32 float'],
    ['f64.wav', 'WAV PCM 64 float'],
    ['bwf.wav', 'WAV PCM 24'],
    ['rf64.wav', 'WAV PCM 24'],
    ['s24.aiff', 'AIFF PCM 24'],
    ['sowt.aiff', 'AIFF PCM 16'],
    ['fl32.aiff', 'AIFF PCM 32 float'],
    ['s24.flac', 'FLAC FLAC 24'],
    ['s16.flac', 'FLAC FLAC 16'],
    ['alac.m4a', 'M4A ALAC 16'],
    ['alac24.m4a', 'M4A ALAC 24'],
    ['aac.m4a', 'M4A AAC lossy'],
    ['lame.mp3', 'MP3 MP3 lossy'],
    ['vorbis.ogg', 'Ogg Vorbis lossy'],
    ['opus.ogg', 'Ogg Opus lossy'],
    ['s24.caf', 'CAF PCM 24'],
    ['f32.caf', 'CAF PCM 32 float'],
    ['wma.wma', 'WMA WMA lossy'],
    ['float.wv', 'WavPack WavPack 32 float'],
  ])('%s is recognised as %s', (name, description) => {
    const { container, codec, bitDepth, float, channels } = report(name).format
    expect(`${container} ${codec} ${bitDepth ?? 'lossy'}${float ? ' float' : ''}`).toBe(description)
    expect(channels).toBe(2)
  })

  test.each(NAMES)('%s is as long as its decoded samples', (name) => {
    expect(report(name).format.totalFrames).toBe(decoded.get(join(folder, name))?.frames)
  })

  test.each(NAMES)('%s is streamed sample for sample', (name) => {
    expect(streamedHash(name)).toBe(decoded.get(join(folder, name))?.sha256)
  })

  test.each(NAMES)('%s is rendered only where the original itself cannot be streamed', (name) => {
    const { stream } = report(name)
    expect(existsSync(outputsIn(made(name)).flac)).toBe(stream.kind === 'flac' && !stream.inOriginal)
  })

  test.each(NAMES.filter((name) => !/f32|f64|fl32|s32/.test(name)))('%s can be fetched block by block', (name) => {
    const { stream } = report(name)
    const index = parseFrameIndex(arrayBuffer(outputsIn(made(name)).frameIndex))
    const flac = readFileSync(
      stream.kind === 'flac' && stream.inOriginal ? join(folder, name) : outputsIn(made(name)).flac,
    )
    expect(index.fileBytes).toBe(flac.length)
    expect(index.totalFrames).toBe(report(name).format.totalFrames)
    expect(index.offsets.at(-1)).toBe(flac.length)
    expect(index.offsets.length - 1).toBe(Math.ceil(index.totalFrames / index.blockSize))
    for (const offset of index.offsets.slice(0, -1)) expect(flac.readUInt16BE(offset)).toBe(0xfff8)
    expect(parseStreamInfo(index.codecHeader.subarray(8))).toMatchObject({
      sampleRate: index.sampleRate,
      channels: 2,
      bitsPerSample: index.bitsPerSample,
      totalFrames: index.totalFrames,
    })
  })

  test('has a waveform and an energy grid that tell the same loudness as the report', () => {
    const outputs = outputsIn(made('s24.wav'))
    const peaks = parsePeaksHeader(arrayBuffer(outputs.peaks))
    const last = peaks.levels.at(-1)
    expect(readFileSync(outputs.peaks).length).toBe((last?.byteOffset ?? 0) + (last?.points ?? 0) * 6)
    expect(peaks.levels[0]?.points).toBe(Math.ceil((1.5 * 44_100) / 256))
    const grid = parseEnergyGrid(arrayBuffer(outputs.energy))
    expect(grid.cells.length).toBe(150)
    expect(gatedLoudness(grid.cells).integrated).toBe(report('s24.wav').loudness.integrated)
  })

  test('that was made lossy is said to be', () => {
    expect(report('lame.mp3').findings.map(({ kind }) => kind)).toContain('lossy')
    expect(report('s24.wav').findings.map(({ kind }) => kind)).not.toContain('lossy')
  })

  test('that no lossless stream can hold is said to lose bits on the way', () => {
    expect(report('float.wv').findings).toContainEqual(expect.objectContaining({ kind: 'stream-reduced', value: 24 }))
    expect(report('f32.wav').findings).toEqual([])
  })

  test('has the same samples in whatever lossless file it is', () => {
    const same = (names: readonly string[]) => new Set(names.map((name) => report(name).samples)).size
    expect(same(['s16.wav', 's16.flac', 'alac.m4a', 'sowt.aiff'])).toBe(1)
    expect(same(['s24.wav', 's24.flac', 'alac24.m4a', 's24.aiff', 's24.caf', 'bwf.wav', 'rf64.wav'])).toBe(1)
    expect(same(['s16.wav', 's24.wav', 'lame.mp3', 'f32.wav', 's32.wav'])).toBe(5)
  })

  test('tells how far its analysis is', async () => {
    const fractions: number[] = []
    const longer = join(folder, 'longer.wav')
    const { writeSong } = await import('../../../fixtures/audio/make.ts')
    const { SONG_MIXES } = await import('#audio/song.ts')
    writeSong({ path: longer, mix: SONG_MIXES.rough, sampleRate: 48_000, encoding: 's24', seconds: 60 })
    await analyse({ path: longer, outputs: outputsIn(folder), onProgress: (fraction) => fractions.push(fraction) })
    expect(fractions.length).toBeGreaterThan(0)
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b))
    expect(fractions.every((fraction) => fraction > 0 && fraction <= 1)).toBe(true)
  })
})

/** Of the player's source: the rendition, the original's PCM, or the original itself. */
function streamedHash(name: string): string | undefined {
  const { stream } = report(name)
  const original = join(folder, name)
  if (stream.kind === 'flac') return decoded.get(stream.inOriginal ? original : outputsIn(made(name)).flac)?.sha256
  const end = stream.dataOffset + stream.totalFrames * stream.channels * PCM_BYTES[stream.encoding]
  return hashOfPcm(readFileSync(original).subarray(stream.dataOffset, end), stream.encoding)
}

function arrayBuffer(path: string): ArrayBuffer {
  return new Uint8Array(readFileSync(path)).buffer
}

/** As in decoded-hash.ts. */
function hashOfPcm(bytes: Buffer, encoding: PcmEncoding): string {
  const size = PCM_BYTES[encoding]
  const samples = Buffer.alloc((bytes.length / size) * 4)
  for (let i = 0; i < bytes.length / size; i++) {
    const scaled = pcmSample(bytes, i * size, encoding) * 2 ** 23
    const down = Math.floor(scaled)
    const up = encoding.startsWith('f') && (scaled - down > 0.5 || (scaled - down === 0.5 && down % 2 !== 0))
    samples.writeInt32LE(down + (up ? 1 : 0), i * 4)
  }
  return createHash('sha256').update(samples).digest('hex')
}

function pcmSample(bytes: Buffer, at: number, encoding: PcmEncoding): number {
  if (encoding === 'f32le') return bytes.readFloatLE(at)
  if (encoding === 'f32be') return bytes.readFloatBE(at)
  if (encoding === 'f64le') return bytes.readDoubleLE(at)
  if (encoding === 's32le') return bytes.readInt32LE(at) / 2 ** 31
  throw new Error(`no fixture is streamed as ${encoding}`)
}

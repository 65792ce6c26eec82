import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parsePeaksHeader } from '#audio/peaks-file.ts'
import { PeaksPyramid } from '#audio/peaks-pyramid.ts'

/** The pyramid of these samples, all channels alike in length. */
function pyramid(channels: readonly Float32Array[]) {
  const frames = channels[0]?.length ?? 0
  const builder = new PeaksPyramid(channels.length)
  // In blocks of eighteen points, as the analysis does it.
  for (let at = 0; at < frames; at += 4608)
    builder.add(points(channels.map((channel) => channel.subarray(at, at + 4608))), Math.min(4608, frames - at))
  const file = Uint8Array.from(builder.finish(48_000, frames).flatMap((piece) => [...piece]))
  return { file, header: parsePeaksHeader(file.buffer) }
}

function points(channels: readonly Float32Array[]): Float32Array {
  const found: number[] = []
  for (let at = 0; at < (channels[0]?.length ?? 0); at += 256) {
    for (const channel of channels) {
      const part = channel.subarray(at, at + 256)
      found.push(
        Math.min(...part),
        Math.max(...part),
        part.reduce((sum, x) => sum + x * x, 0),
      )
    }
  }
  return Float32Array.from(found)
}

const samples = fc.integer({ min: 1, max: 20_000 }).chain((length) =>
  fc
    .infiniteStream(fc.double({ min: -1, max: 1, noNaN: true }))
    .map((stream) => Float32Array.from({ length: Math.min(length, 300) }, () => stream.next().value ?? 0))
    .map((pattern) =>
      Float32Array.from({ length }, (_, i) => (pattern[i % pattern.length] ?? 0) * (i % 3 === 0 ? 1 : 0.5)),
    ),
)

describe('a waveform', () => {
  test('is never drawn smaller than it sounds, nor larger by more than a step, at any zoom', () => {
    fc.assert(
      fc.property(samples, (samples) => {
        const { file, header } = pyramid([samples])
        const view = new DataView(file.buffer)
        for (const level of header.levels) {
          for (let i = 0; i < level.points; i++) {
            const part = samples.subarray(i * level.framesPerPoint, (i + 1) * level.framesPerPoint)
            const low = part.reduce((least, x) => Math.min(least, x), Infinity) * 128
            const high = part.reduce((most, x) => Math.max(most, x), -Infinity) * 128
            const rms = Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / part.length) * 255
            const at = level.byteOffset + i * 3
            expect(low - view.getInt8(at)).toBeGreaterThanOrEqual(0)
            expect(low - view.getInt8(at)).toBeLessThanOrEqual(1)
            expect(view.getInt8(at + 1)).toBe(Math.min(127, Math.ceil(high)) + 0)
            expect(Math.abs(view.getUint8(at + 2) - rms)).toBeLessThanOrEqual(0.51)
          }
        }
      }),
      { numRuns: 25 },
    )
  })

  test('keeps its channels apart', () => {
    const { file, header } = pyramid([new Float32Array(300).fill(0.5), new Float32Array(300).fill(-0.25)])
    const at = header.levels[0]?.byteOffset ?? 0
    expect([...new Int8Array(file.buffer, at, 6)]).toEqual([64, 64, -128, -32, -32, 64])
    expect(header.levels[0]?.points).toBe(2)
  })

  test('that is too loud stays within its byte', () => {
    const { file, header } = pyramid([Float32Array.of(64, -64)])
    expect([...new Uint8Array(file.buffer, header.levels[0]?.byteOffset ?? 0, 3)]).toEqual([0x80, 127, 255])
  })

  test('that stays at full scale is drawn there, not down to the other end', () => {
    const { file, header } = pyramid([new Float32Array(300).fill(1)])
    expect([...new Int8Array(file.buffer, header.levels[0]?.byteOffset ?? 0, 2)]).toEqual([127, 127])
  })

  test('of an hour has a coarsest level that fits a small screen', () => {
    const builder = new PeaksPyramid(2)
    const frames = 48_000 * 3600
    const block = new Float32Array(18 * 6)
    for (let at = 0; at < frames; at += 4608) builder.add(block, Math.min(4608, frames - at))
    const pieces = builder.finish(48_000, frames)
    const header = parsePeaksHeader(pieces[0]?.slice().buffer ?? new ArrayBuffer())
    const last = header.levels.at(-1)
    expect(last?.points).toBeLessThanOrEqual(512)
    expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe((last?.byteOffset ?? 0) + (last?.points ?? 0) * 6)
  })
})

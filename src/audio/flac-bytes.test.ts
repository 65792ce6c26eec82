import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseFlacFrameHeader } from '#audio/flac-frame-header.ts'
import { encodeFlacHeader, isFlacRate, parseStreamInfo } from '#audio/flac-stream-info.ts'
import { FrameIndexBuilder } from '#audio/frame-index-builder.ts'
import { parseFrameIndex } from '#audio/frame-index.ts'

describe('a FLAC header', () => {
  const info = fc.record({
    minBlock: fc.integer({ min: 16, max: 65_535 }),
    maxBlock: fc.integer({ min: 16, max: 65_535 }),
    minFrameBytes: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
    maxFrameBytes: fc.integer({ min: 0, max: 2 ** 24 - 1 }),
    sampleRate: fc.integer({ min: 1, max: 655_350 }),
    channels: fc.integer({ min: 1, max: 8 }),
    bitsPerSample: fc.integer({ min: 4, max: 32 }),
    totalFrames: fc.integer({ min: 0, max: 2 ** 36 - 1 }),
    md5: fc.uint8Array({ minLength: 16, maxLength: 16 }).map((bytes) => new Uint8Array(bytes)),
  })

  test('says what was written into it', () => {
    fc.assert(
      fc.property(info, (facts) => {
        expect(parseStreamInfo(encodeFlacHeader(facts).subarray(8))).toEqual(facts)
      }),
    )
  })

  test('can name every usual rate, and 655350 Hz, but not 65537', () => {
    expect([8000, 11_025, 44_100, 48_000, 96_000, 192_000, 384_000, 655_350].every(isFlacRate)).toBe(true)
    expect([65_537, 655_360, 768_000, 999, 44_100.5].some(isFlacRate)).toBe(false)
  })
})

describe('a FLAC frame', () => {
  // Stereo (left and side), 48 kHz, 24 bit, blocks of 4096: frames 2 and 200, without their checksum.
  const third = [0xff, 0xf8, 0xca, 0x8c, 0x02]
  const late = [0xff, 0xf8, 0xca, 0x8c, 0xc3, 0x88]

  test('tells its number and its length', () => {
    expect(parseFlacFrameHeader(Uint8Array.from([...third, crc8(third)]))).toEqual({
      fixed: true,
      blockSize: 4096,
      number: 2,
      channels: 2,
    })
    expect(parseFlacFrameHeader(Uint8Array.from([...late, crc8(late)]))).toEqual({
      fixed: true,
      blockSize: 4096,
      number: 200,
      channels: 2,
    })
  })

  test('at the end may say its own length', () => {
    const last = [0xff, 0xf8, 0x7a, 0x1c, 0x05, 0x0f, 0x9f]
    expect(parseFlacFrameHeader(Uint8Array.from([...last, crc8(last)]))).toMatchObject({ blockSize: 4000, number: 5 })
  })

  test('with any bit turned over is none', () => {
    const sound = [...third, crc8(third)]
    for (let bit = 0; bit < sound.length * 8; bit++) {
      const broken = Uint8Array.from(sound)
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(parseFlacFrameHeader(broken)).toBe(null)
    }
  })

  test('is not found in noise without harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => {
        const header = parseFlacFrameHeader(bytes)
        expect(header === null || header.blockSize > 0).toBe(true)
      }),
    )
  })
})

describe('a frame index', () => {
  const stream = { sampleRate: 48_000, channels: 2, bitsPerSample: 24, md5: new Uint8Array(16) }

  test('knows where each block begins and ends', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2 ** 24 - 1 }), { minLength: 1, maxLength: 9000 }), (sizes) => {
        const builder = new FrameIndexBuilder(42)
        for (const size of sizes) builder.add(size)
        const index = parseFrameIndex(builder.finish({ ...stream, totalFrames: sizes.length * 4608 }, 4608).file.buffer)
        expect(index).toMatchObject({
          sampleRate: 48_000,
          channels: 2,
          bitsPerSample: 24,
          blockSize: 4608,
          totalFrames: sizes.length * 4608,
        })
        expect(index.offsets.length).toBe(sizes.length + 1)
        expect(index.offsets[0]).toBe(42)
        expect(Array.from(index.offsets.subarray(1), (end, i) => end - (index.offsets[i] ?? 0))).toEqual(sizes)
        expect(index.fileBytes).toBe(index.offsets.at(-1))
        expect(parseStreamInfo(index.codecHeader.subarray(8))).toMatchObject({
          minFrameBytes: Math.min(...sizes),
          maxFrameBytes: Math.max(...sizes),
        })
      }),
      { numRuns: 30 },
    )
  })

  test('that is cut short or foreign is refused', () => {
    const builder = new FrameIndexBuilder(42)
    builder.add(100)
    const { file } = builder.finish({ ...stream, totalFrames: 4608 }, 4608)
    expect(() => parseFrameIndex(file.slice(0, -1).buffer)).toThrow(RangeError)
    expect(() => parseFrameIndex(new ArrayBuffer(100))).toThrow(RangeError)
  })
})

function crc8(bytes: readonly number[]): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 7) & 0xff : crc << 1
  }
  return crc
}

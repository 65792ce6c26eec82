import { encodeFrameIndex } from '#audio/frame-index.ts'
import type { StreamSource } from '#audio/stream-source.ts'

export interface FlacFixture {
  readonly source: Extract<StreamSource, { kind: 'flac' }>
  readonly stream: Uint8Array
  readonly index: Uint8Array
  /** planes[channel][frame]: what a player must give out. */
  readonly planes: readonly Float32Array[]
}

export const BLOCK = 4608

/** Noise that never repeats, so that every stretch can be found again. Full 24-bit (or 16-bit) resolution. */
export function noise(frames: number, channels: number, seed = 1): readonly Float64Array[] {
  let state = seed >>> 0
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 31 - 1
  }
  return Array.from({ length: channels }, () => Float64Array.from({ length: frames }, () => next() * 0.9))
}

/**
 * A valid FLAC file with uncompressed ("verbatim") blocks, and its index.
 * @see RFC 9639, sections 8.2 and 9
 */
export function makeFlac(planes: readonly Float64Array[], sampleRate: number, bitsPerSample: 16 | 24): FlacFixture {
  const channels = planes.length
  const totalFrames = planes[0]?.length ?? 0
  const full = 2 ** (bitsPerSample - 1)
  const integers = planes.map((plane) => Int32Array.from(plane, (sample) => Math.round(sample * (full - 1))))
  const codecHeader = streamInfo(sampleRate, channels, bitsPerSample, totalFrames)
  const blocks: Uint8Array[] = []
  for (let start = 0; start < totalFrames; start += BLOCK) {
    blocks.push(
      flacFrame(
        blocks.length,
        integers.map((plane) => plane.subarray(start, start + BLOCK)),
        bitsPerSample,
      ),
    )
  }
  const stream = Buffer.concat([codecHeader, ...blocks])
  const offsets = new Float64Array(blocks.length + 1)
  offsets[0] = codecHeader.length
  blocks.forEach(({ length }, i) => (offsets[i + 1] = (offsets[i] ?? 0) + length))
  const index = encodeFrameIndex({
    sampleRate,
    channels,
    bitsPerSample,
    blockSize: BLOCK,
    totalFrames,
    fileBytes: stream.length,
    codecHeader,
    offsets,
  })
  const source = { kind: 'flac', sampleRate, channels, bitsPerSample, totalFrames } as const
  return { source, stream, index, planes: integers.map((plane) => Float32Array.from(plane, (value) => value / full)) }
}

export function streamInfo(
  sampleRate: number,
  channels: number,
  bitsPerSample: number,
  totalFrames: number,
): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(4 + 4 + 34)
  header.set(Buffer.from('fLaC'))
  header[4] = 0x80
  header[7] = 34
  const view = new DataView(header.buffer)
  view.setUint16(8, BLOCK)
  view.setUint16(10, BLOCK)
  const packed =
    (BigInt(sampleRate) << 44n) |
    (BigInt(channels - 1) << 41n) |
    (BigInt(bitsPerSample - 1) << 36n) |
    BigInt(totalFrames)
  view.setBigUint64(18, packed)
  return header
}

export function flacFrame(number: number, planes: readonly Int32Array[], bitsPerSample: 16 | 24): Uint8Array {
  const frames = planes[0]?.length ?? 0
  const sampleSizeCode = bitsPerSample === 16 ? 4 : 6
  const header = [
    0xff,
    0xf8,
    0x70,
    ((planes.length - 1) << 4) | (sampleSizeCode << 1),
    ...codedNumber(number),
    (frames - 1) >> 8,
    (frames - 1) & 0xff,
  ]
  header.push(crc(header, 8, 0x07))
  const sampleBytes = bitsPerSample / 8
  const body = new Uint8Array(header.length + planes.length * (1 + frames * sampleBytes))
  body.set(header)
  let at = header.length
  for (const plane of planes) {
    body[at++] = 0x02
    for (const value of plane) {
      for (let shift = bitsPerSample - 8; shift >= 0; shift -= 8) body[at++] = (value >> shift) & 0xff
    }
  }
  const check = crc(body, 16, 0x8005)
  return Buffer.concat([body, Uint8Array.of(check >> 8, check & 0xff)])
}

/** Numbers as UTF-8 would write code points; enough for two million blocks. */
function codedNumber(number: number): readonly number[] {
  if (number < 0x80) return [number]
  if (number < 0x800) return [0xc0 | (number >> 6), 0x80 | (number & 0x3f)]
  const tail = [0x80 | ((number >> 6) & 0x3f), 0x80 | (number & 0x3f)]
  if (number < 0x10000) return [0xe0 | (number >> 12), ...tail]
  return [0xf0 | (number >> 18), 0x80 | ((number >> 12) & 0x3f), ...tail]
}

function crc(bytes: Iterable<number>, bits: 8 | 16, polynomial: number): number {
  const top = 1 << (bits - 1)
  const mask = 2 ** bits - 1
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << (bits - 8)
    for (let bit = 0; bit < 8; bit++) sum = sum & top ? ((sum << 1) ^ polynomial) & mask : (sum << 1) & mask
  }
  return sum
}

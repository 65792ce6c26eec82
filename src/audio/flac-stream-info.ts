import type { Frames, Hertz } from '#shared/units.ts'

/** FLAC's one required metadata block. @see RFC 9639, section 8.2 */
export interface FlacStreamInfo {
  readonly minBlock: Frames
  readonly maxBlock: Frames
  readonly minFrameBytes: number
  readonly maxFrameBytes: number
  readonly sampleRate: Hertz
  readonly channels: number
  readonly bitsPerSample: number
  /** 0 if unknown to the encoder. */
  readonly totalFrames: Frames
  /** MD5 of the samples, interleaved, little-endian; all zero if unknown. */
  readonly md5: Uint8Array<ArrayBuffer>
}

const STREAM_INFO_BYTES = 34
/** `fLaC`, a block header, and the STREAMINFO block. */
export const FLAC_HEADER_BYTES = 4 + 4 + STREAM_INFO_BYTES

/** A complete FLAC header: the marker and STREAMINFO as the only, last metadata block. */
export function encodeFlacHeader(facts: FlacStreamInfo): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(FLAC_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  bytes.set([0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, STREAM_INFO_BYTES])
  view.setUint16(8, facts.minBlock)
  view.setUint16(10, facts.maxBlock)
  bytes.set(threeBytes(facts.minFrameBytes), 12)
  bytes.set(threeBytes(facts.maxFrameBytes), 15)
  const packed =
    (BigInt(facts.sampleRate) << 44n) |
    (BigInt(facts.channels - 1) << 41n) |
    (BigInt(facts.bitsPerSample - 1) << 36n) |
    BigInt(facts.totalFrames)
  view.setBigUint64(18, packed)
  bytes.set(facts.md5, 26)
  return bytes
}

/** Reads a STREAMINFO block of 34 bytes. Throws a RangeError if it is too short. */
export function parseStreamInfo(block: Uint8Array): FlacStreamInfo {
  if (block.length < STREAM_INFO_BYTES) throw new RangeError('STREAMINFO is cut short')
  const view = new DataView(block.buffer, block.byteOffset, STREAM_INFO_BYTES)
  const packed = view.getBigUint64(10)
  return {
    minBlock: view.getUint16(0),
    maxBlock: view.getUint16(2),
    minFrameBytes: view.getUint32(3) & 0xffffff,
    maxFrameBytes: view.getUint32(6) & 0xffffff,
    sampleRate: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 7n) + 1,
    bitsPerSample: Number((packed >> 36n) & 31n) + 1,
    totalFrames: Number(packed & 0xfffffffffn),
    md5: Uint8Array.from(block.subarray(18, STREAM_INFO_BYTES)),
  }
}

/** Whether FLAC can represent this rate, in the frame header or in STREAMINFO's 20 bits. */
export function isFlacRate(sampleRate: Hertz): boolean {
  if (!Number.isInteger(sampleRate) || sampleRate < 1000) return false
  return sampleRate < 65_536 || (sampleRate % 10 === 0 && sampleRate <= 655_350)
}

function threeBytes(value: number): readonly number[] {
  const stored = value > 0xffffff ? 0 : value
  return [stored >> 16, (stored >> 8) & 0xff, stored & 0xff]
}

import type { Frames } from '#shared/units.ts'

/** The header of a FLAC frame. @see RFC 9639, section 9.1 */
export interface FlacFrameHeader {
  /** True for a fixed block size, with frames numbered; otherwise samples are numbered. */
  readonly fixed: boolean
  readonly blockSize: Frames
  /** The frame's number, or that of its first sample in a stream with variable block size. */
  readonly number: number
  readonly channels: number
}

/** Null unless it is a valid frame header, including its checksum. */
export function parseFlacFrameHeader(bytes: Uint8Array): FlacFrameHeader | null {
  const [sync, strategy, sizes, layout] = bytes
  if (
    sync !== 0xff ||
    strategy === undefined ||
    (strategy & 0xfe) !== 0xf8 ||
    sizes === undefined ||
    layout === undefined
  )
    return null
  const coded = codedNumber(bytes, 4)
  if (!coded) return null
  const sizeCode = sizes >> 4
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  const rateCode = sizes & 15
  const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0
  const checksumAt = coded.end + sizeBytes + rateBytes
  const blockSize = blockSizeOf(sizeCode, bytes, coded.end)
  const channelCode = layout >> 4
  if (blockSize === 0 || rateCode === 15 || channelCode > 10 || (layout & 1) !== 0) return null
  if (checksumAt >= bytes.length || crc8(bytes.subarray(0, checksumAt)) !== bytes[checksumAt]) return null
  return {
    fixed: (strategy & 1) === 0,
    blockSize,
    number: coded.value,
    channels: channelCode < 8 ? channelCode + 1 : 2,
  }
}

function blockSizeOf(code: number, bytes: Uint8Array, at: number): Frames {
  if (code === 1) return 192
  if (code >= 2 && code <= 5) return 576 << (code - 2)
  if (code === 6) return (bytes[at] ?? 0) + 1
  if (code === 7) return ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0) + 1
  return code === 0 ? 0 : 256 << (code - 8)
}

/** A number in extended UTF-8 coding, up to 36 bits. */
function codedNumber(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } | null {
  const first = bytes[at]
  if (first === undefined) return null
  if (first < 0x80) return { value: first, end: at + 1 }
  const length = Math.clz32(~(first << 24))
  if (length < 2 || length > 7) return null
  let value = first & (0x7f >> length)
  for (let i = 1; i < length; i++) {
    const next = bytes[at + i]
    if (next === undefined || (next & 0xc0) !== 0x80) return null
    value = value * 64 + (next & 0x3f)
  }
  return { value, end: at + length }
}

function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1
  }
  return crc
}

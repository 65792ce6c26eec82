import type { Frames, Hertz } from '#shared/units.ts'

export type WavEncoding = 's16' | 's24' | 's32' | 'f32' | 'f64'

export interface WavSettings {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly encoding: WavEncoding
  readonly totalFrames: Frames
}

const SAMPLE_BYTES: Readonly<Record<WavEncoding, number>> = { s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 }
/** The largest size in RIFF's 32 bits; a larger file is an RF64. */
const MAX_RIFF_BYTES = 0xffffffff
const PCM = 1
const FLOAT = 3

/**
 * The header of a WAV file, or of an RF64 if the samples exceed 4 GiB (EBU Tech 3306). The samples follow, then one
 * zero byte if their length is odd.
 */
export function wavHeader({ sampleRate, channels, encoding, totalFrames }: WavSettings): Uint8Array<ArrayBuffer> {
  const frameBytes = SAMPLE_BYTES[encoding] * channels
  const dataBytes = totalFrames * frameBytes
  const isLong = dataBytes + 100 > MAX_RIFF_BYTES
  const bytes = new Uint8Array(isLong ? 80 : 44)
  const view = new DataView(bytes.buffer)
  const formatAt = isLong ? 48 : 12
  write(bytes, 0, isLong ? 'RF64' : 'RIFF')
  view.setUint32(4, isLong ? MAX_RIFF_BYTES : 36 + dataBytes + (dataBytes % 2), true)
  write(bytes, 8, 'WAVE')
  if (isLong) {
    write(bytes, 12, 'ds64')
    view.setUint32(16, 28, true)
    view.setBigUint64(20, BigInt(72 + dataBytes + (dataBytes % 2)), true)
    view.setBigUint64(28, BigInt(dataBytes), true)
    view.setBigUint64(36, BigInt(totalFrames), true)
  }
  write(bytes, formatAt, 'fmt ')
  view.setUint32(formatAt + 4, 16, true)
  view.setUint16(formatAt + 8, encoding.startsWith('f') ? FLOAT : PCM, true)
  view.setUint16(formatAt + 10, channels, true)
  view.setUint32(formatAt + 12, sampleRate, true)
  view.setUint32(formatAt + 16, sampleRate * frameBytes, true)
  view.setUint16(formatAt + 20, frameBytes, true)
  view.setUint16(formatAt + 22, SAMPLE_BYTES[encoding] * 8, true)
  write(bytes, formatAt + 24, 'data')
  view.setUint32(formatAt + 28, isLong ? MAX_RIFF_BYTES : dataBytes, true)
  return bytes
}

/** Encodes samples for a WAV. `samples[channel][frame]` in -1..1; integers are rounded and clipped at full scale. */
export function wavSamples(samples: readonly Float32Array[], encoding: WavEncoding): Uint8Array<ArrayBuffer> {
  const size = SAMPLE_BYTES[encoding]
  const frames = samples[0]?.length ?? 0
  const bytes = new Uint8Array(frames * samples.length * size)
  const view = new DataView(bytes.buffer)
  samples.forEach((channel, c) => {
    const step = samples.length * size
    for (let i = 0, at = c * size; i < frames; i++, at += step) writeSample(view, at, channel[i] ?? 0, encoding)
  })
  return bytes
}

function writeSample(view: DataView, at: number, x: number, encoding: WavEncoding): void {
  if (encoding === 'f32') view.setFloat32(at, x, true)
  else if (encoding === 'f64') view.setFloat64(at, x, true)
  else if (encoding === 's16') view.setInt16(at, integer(x, 0x8000), true)
  else if (encoding === 's32') view.setInt32(at, integer(x, 0x80000000), true)
  else {
    const value = integer(x, 0x800000)
    view.setUint8(at, value & 0xff)
    view.setInt16(at + 1, value >> 8, true)
  }
}

function integer(x: number, scale: number): number {
  return Math.max(-scale, Math.min(scale - 1, Math.round(x * scale)))
}

function write(bytes: Uint8Array, at: number, text: string): void {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i)
}

import type { PcmEncoding } from '#audio/stream-source.ts'
import type { Frames, Hertz } from '#shared/units.ts'

/** The location of uncompressed samples in a WAV, AIFF or CAF file. */
export interface PcmLayout {
  readonly encoding: PcmEncoding
  readonly sampleRate: Hertz
  readonly channels: number
  readonly dataOffset: number
  /** The declared length; null if a recorder was interrupted before it wrote one. */
  readonly declaredFrames: Frames | null
  /** The length that the file really has. */
  readonly totalFrames: Frames
}

/** Reads `length` bytes at `offset`, fewer at the end of the file. */
export type ReadBytes = (offset: number, length: number) => Uint8Array

export interface PcmFormat {
  readonly encoding: PcmEncoding
  readonly sampleRate: Hertz
  readonly channels: number
}

/** `dataBytes` as declared; null if unknown, and then the rest of the file counts. */
export function layoutOf(
  format: PcmFormat | null,
  dataOffset: number,
  dataBytes: number | null,
  fileBytes: number,
): PcmLayout | null {
  if (!format || format.channels < 1 || format.sampleRate <= 0) return null
  const frameBytes = PCM_BYTES[format.encoding] * format.channels
  const present = Math.max(0, fileBytes - dataOffset)
  return {
    ...format,
    dataOffset,
    declaredFrames: dataBytes === null ? null : Math.floor(dataBytes / frameBytes),
    totalFrames: Math.floor(Math.min(present, dataBytes ?? present) / frameBytes),
  }
}

export const PCM_BYTES: Readonly<Record<PcmEncoding, number>> = {
  u8: 1,
  s16le: 2,
  s16be: 2,
  s24le: 3,
  s24be: 3,
  s32le: 4,
  s32be: 4,
  f32le: 4,
  f32be: 4,
  f64le: 8,
  f64be: 8,
}

/** The encoding with these properties, or null. */
export function encodingOf(kind: 's' | 'f', bits: number, littleEndian: boolean): PcmEncoding | null {
  const name = `${kind}${bits}${littleEndian ? 'le' : 'be'}`
  return isEncoding(name) ? name : null
}

function isEncoding(name: string): name is PcmEncoding {
  return Object.hasOwn(PCM_BYTES, name)
}

export function text(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length))
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

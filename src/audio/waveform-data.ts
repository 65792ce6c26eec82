import type { Hertz } from '#shared/units.ts'

/** The header of a waveform file. @see https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md */
export interface WaveformFacts {
  readonly bits: 8 | 16
  readonly sampleRate: Hertz
  readonly samplesPerPixel: number
  /** Points per channel. */
  readonly length: number
  readonly channels: number
}

export const WAVEFORM_HEADER_BYTES = 24
const VERSION = 2
const FLAG_8_BIT = 1

/** The header of a version 2 `.dat` file. */
export function encodeWaveformHeader({
  bits,
  sampleRate,
  samplesPerPixel,
  length,
  channels,
}: WaveformFacts): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(WAVEFORM_HEADER_BYTES)
  const view = new DataView(head.buffer)
  view.setInt32(0, VERSION, true)
  view.setUint32(4, bits === 8 ? FLAG_8_BIT : 0, true)
  view.setInt32(8, sampleRate, true)
  view.setInt32(12, samplesPerPixel, true)
  view.setUint32(16, length, true)
  view.setInt32(20, channels, true)
  return head
}

export function parseWaveformHeader(head: Uint8Array): WaveformFacts {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.byteLength < WAVEFORM_HEADER_BYTES || view.getInt32(0, true) !== VERSION)
    throw new RangeError('not a waveform file of version 2')
  return {
    bits: view.getUint32(4, true) & FLAG_8_BIT ? 8 : 16,
    sampleRate: view.getInt32(8, true),
    samplesPerPixel: view.getInt32(12, true),
    length: view.getUint32(16, true),
    channels: view.getInt32(20, true),
  }
}

/** 16-bit values in 8 bits: truncated towards zero, as audiowaveform does. */
function narrowed(value: number): number {
  return Math.trunc(value / 256)
}

/** Converts points of a 16-bit file to 8 bits. `points`: whole 16-bit values. */
export function pointsIn8Bit(points: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Int8Array.from(valuesOf(points), narrowed).buffer)
}

/** The JSON before and after the values. */
export function waveformJsonFrame({
  channels,
  sampleRate,
  samplesPerPixel,
  bits,
  length,
}: WaveformFacts): readonly [before: string, behind: string] {
  const facts = {
    version: VERSION,
    channels,
    sample_rate: sampleRate,
    samples_per_pixel: samplesPerPixel,
    bits,
    length,
  }
  return [`${JSON.stringify(facts).slice(0, -1)},"data":[`, ']}\n']
}

/** Points of a 16-bit file as JSON, with a leading comma unless they are the first. */
export function pointsInJson(points: Uint8Array, bits: 8 | 16, isFirst: boolean): string {
  if (points.length === 0) return ''
  const values = valuesOf(points)
  return (isFirst ? '' : ',') + (bits === 8 ? values.map(narrowed) : values).join(',')
}

function valuesOf(points: Uint8Array): Int16Array {
  const view = new DataView(points.buffer, points.byteOffset, points.byteLength)
  return Int16Array.from({ length: points.byteLength / 2 }, (_, i) => view.getInt16(i * 2, true))
}

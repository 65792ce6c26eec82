import type { Frames, Hertz } from '#shared/units.ts'

/** What is known of a recording before its peaks are loaded; saves a round trip. */
export interface PeaksFacts {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly totalFrames: Frames
}

/**
 * A waveform at several resolutions. Level 0 has 256 sample frames per point, each further level four times as many. A
 * point has three bytes per channel: minimum and maximum (signed, 1/128 of full scale, rounded outwards by at most one
 * step) and RMS (unsigned, 1/255 of full scale). Points are in time order, channels inside a point: `min0 max0 rms0
 * min1 max1 rms1 …`.
 */
export interface PeaksHeader extends PeaksFacts {
  readonly levels: readonly PeaksLevel[]
}

export interface PeaksLevel {
  readonly framesPerPoint: Frames
  readonly points: number
  /** Position of the level's first point in the file. */
  readonly byteOffset: number
}

export const PEAKS_BASE = 256
export const PEAKS_FACTOR = 4
export const PEAKS_BYTES_PER_CHANNEL = 3
/** Enough for all levels of a 2^40-frame file; fetch this much to read the layout. */
export const PEAKS_HEADER_BYTES = 512

const MAGIC = 0x4b504d52 // "RMPK", little-endian
const LEVELS_AT = 32
const LEVEL_BYTES = 20

/** The levels for a recording of this length: from 256 frames per point until a level has at most 512 points. */
export function peaksLayout(totalFrames: Frames, channels: number): readonly PeaksLevel[] {
  const levels: PeaksLevel[] = []
  let byteOffset = PEAKS_HEADER_BYTES
  for (let framesPerPoint = PEAKS_BASE; ; framesPerPoint *= PEAKS_FACTOR) {
    const points = Math.ceil(totalFrames / framesPerPoint)
    levels.push({ framesPerPoint, points, byteOffset })
    byteOffset += points * channels * PEAKS_BYTES_PER_CHANNEL
    if (points <= 512) return levels
  }
}

export function encodePeaksHeader(header: PeaksHeader): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PEAKS_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, 1, true)
  view.setUint16(6, header.channels, true)
  view.setUint32(8, header.sampleRate, true)
  view.setUint32(12, header.levels.length, true)
  view.setBigUint64(16, BigInt(header.totalFrames), true)
  header.levels.forEach((level, i) => {
    const at = LEVELS_AT + i * LEVEL_BYTES
    view.setBigUint64(at, BigInt(level.framesPerPoint), true)
    view.setUint32(at + 8, level.points, true)
    view.setBigUint64(at + 12, BigInt(level.byteOffset), true)
  })
  return bytes
}

/** Parses the layout from the first 512 bytes. Throws a RangeError if it is not a peaks file. */
export function parsePeaksHeader(bytes: ArrayBuffer): PeaksHeader {
  const view = new DataView(bytes)
  if (bytes.byteLength < PEAKS_HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('not a peaks file')
  if (view.getUint16(4, true) !== 1) throw new RangeError('peaks file of an unknown version')
  const levels = Array.from({ length: view.getUint32(12, true) }, (_, i): PeaksLevel => {
    const at = LEVELS_AT + i * LEVEL_BYTES
    return {
      framesPerPoint: Number(view.getBigUint64(at, true)),
      points: view.getUint32(at + 8, true),
      byteOffset: Number(view.getBigUint64(at + 12, true)),
    }
  })
  return {
    channels: view.getUint16(6, true),
    sampleRate: view.getUint32(8, true),
    totalFrames: Number(view.getBigUint64(16, true)),
    levels,
  }
}

import type { Decibels, Frames, Hertz } from '#shared/units.ts'

/**
 * A spectrogram at several resolutions (docs/formats/spectrogram.md). A column has 256 bytes per channel from the
 * lowest frequency to the highest, on a logarithmic scale. Columns are in time order, channels inside a column.
 */
export interface SpectrogramHeader {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly totalFrames: Frames
  readonly windowFrames: Frames
  /** The lower edge of the first row and the upper edge of the last. */
  readonly lowest: Hertz
  readonly highest: Hertz
  /** The levels of bytes 0 and 255; linear in between. */
  readonly floor: Decibels
  readonly ceiling: Decibels
  readonly levels: readonly SpectrogramLevel[]
}

export interface SpectrogramLevel {
  readonly framesPerColumn: Frames
  readonly columns: number
  /** Position of the level's first column in the file. */
  readonly byteOffset: number
}

export const SPECTROGRAM_ROWS = 256
/** Each level's columns last this many times as long as the previous level's. */
export const SPECTROGRAM_FACTOR = 4
/** Fetch this much to read the layout. */
export const SPECTROGRAM_HEADER_BYTES = 512

const MAGIC = 0x50534d52 // "RMSP", little-endian
const LEVELS_AT = 64
const LEVEL_BYTES = 20

/** The levels for a recording of this length, until one has at most 512 columns. */
export function spectrogramLayout(
  totalFrames: Frames,
  channels: number,
  baseFrames: Frames,
): readonly SpectrogramLevel[] {
  const levels: SpectrogramLevel[] = []
  let byteOffset = SPECTROGRAM_HEADER_BYTES
  for (let framesPerColumn = baseFrames; ; framesPerColumn *= SPECTROGRAM_FACTOR) {
    const columns = Math.ceil(totalFrames / framesPerColumn)
    levels.push({ framesPerColumn, columns, byteOffset })
    byteOffset += columns * channels * SPECTROGRAM_ROWS
    if (columns <= 512) return levels
  }
}

/** The lower edge of a row; for row 256 the upper edge of the last. */
export function rowFrequency({ lowest, highest }: Pick<SpectrogramHeader, 'lowest' | 'highest'>, row: number): Hertz {
  return lowest * (highest / lowest) ** (row / SPECTROGRAM_ROWS)
}

/** The level that a byte represents. */
export function byteLevel({ floor, ceiling }: Pick<SpectrogramHeader, 'floor' | 'ceiling'>, byte: number): Decibels {
  return floor + ((ceiling - floor) * byte) / 255
}

export function encodeSpectrogramHeader(header: SpectrogramHeader): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(SPECTROGRAM_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, 1, true)
  view.setUint16(6, header.channels, true)
  view.setUint32(8, header.sampleRate, true)
  view.setUint32(12, header.levels.length, true)
  view.setBigUint64(16, BigInt(header.totalFrames), true)
  view.setUint16(24, SPECTROGRAM_ROWS, true)
  view.setUint32(28, header.windowFrames, true)
  ;[header.lowest, header.highest, header.floor, header.ceiling].forEach((value, i) =>
    view.setFloat32(32 + i * 4, value, true),
  )
  header.levels.forEach((level, i) => {
    const at = LEVELS_AT + i * LEVEL_BYTES
    view.setBigUint64(at, BigInt(level.framesPerColumn), true)
    view.setUint32(at + 8, level.columns, true)
    view.setBigUint64(at + 12, BigInt(level.byteOffset), true)
  })
  return bytes
}

/** Parses the layout from the first 512 bytes. Throws a RangeError if it is not a spectrogram. */
export function parseSpectrogramHeader(bytes: ArrayBuffer): SpectrogramHeader {
  const view = new DataView(bytes)
  if (bytes.byteLength < SPECTROGRAM_HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('not a spectrogram')
  if (view.getUint16(4, true) !== 1 || view.getUint16(24, true) !== SPECTROGRAM_ROWS)
    throw new RangeError('spectrogram of an unknown version')
  const count = view.getUint32(12, true)
  if (LEVELS_AT + count * LEVEL_BYTES > SPECTROGRAM_HEADER_BYTES) throw new RangeError('spectrogram of too many levels')
  return {
    channels: view.getUint16(6, true),
    sampleRate: view.getUint32(8, true),
    totalFrames: Number(view.getBigUint64(16, true)),
    windowFrames: view.getUint32(28, true),
    lowest: view.getFloat32(32, true),
    highest: view.getFloat32(36, true),
    floor: view.getFloat32(40, true),
    ceiling: view.getFloat32(44, true),
    levels: Array.from({ length: count }, (_, i): SpectrogramLevel => {
      const at = LEVELS_AT + i * LEVEL_BYTES
      return {
        framesPerColumn: Number(view.getBigUint64(at, true)),
        columns: view.getUint32(at + 8, true),
        byteOffset: Number(view.getBigUint64(at + 12, true)),
      }
    }),
  }
}

import { byteLevel, SPECTROGRAM_ROWS, type SpectrogramHeader, type SpectrogramLevel } from '#audio/spectrogram-file.ts'
import type { Decibels, Frames, Hertz } from '#shared/units.ts'

/** Level of the darkest shade, in dBFS; music lies between this and the brightest. */
const QUIET: Decibels = -94
const LOUD: Decibels = -6

/** The coarsest level with a column for nearly every pixel; the finest if there is none. */
export function spectrogramLevel(levels: readonly SpectrogramLevel[], framesPerPx: number): number {
  return Math.max(
    0,
    levels.findLastIndex(({ framesPerColumn }) => framesPerColumn <= framesPerPx * 1.5),
  )
}

/** The spectrogram column of each pixel; -1 outside the recording. */
export function columnsUnder(
  { framesPerColumn, columns }: SpectrogramLevel,
  startFrame: Frames,
  framesPerPx: number,
  count: number,
): Int32Array {
  return Int32Array.from({ length: count }, (_, px) => {
    const column = Math.floor((startFrame + (px + 0.5) * framesPerPx) / framesPerColumn)
    return column >= 0 && column < columns ? column : -1
  })
}

/** The index of 256 colours, from quiet to loud, for each byte value. */
export function shades(header: Pick<SpectrogramHeader, 'floor' | 'ceiling'>): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    Math.round(255 * Math.max(0, Math.min(1, (byteLevel(header, byte) - QUIET) / (LOUD - QUIET)))),
  )
}

/** Distance of a frequency from the top, in percent. */
export function frequencyHeight(
  { lowest, highest }: Pick<SpectrogramHeader, 'lowest' | 'highest'>,
  frequency: Hertz,
): number {
  return 100 * (1 - Math.log(frequency / lowest) / Math.log(highest / lowest))
}

/** Writes one column of a picture of `width` × 256 pixels, highest frequency at the top. `colours` are pixel values. */
export function paintColumn(
  pixels: Uint32Array,
  width: number,
  px: number,
  column: Uint8Array | undefined,
  shade: Uint8Array,
  colours: Uint32Array,
): void {
  for (let row = 0; row < SPECTROGRAM_ROWS; row++) {
    pixels[(SPECTROGRAM_ROWS - 1 - row) * width + px] = colours[shade[column?.[row] ?? 0] ?? 0] ?? 0
  }
}

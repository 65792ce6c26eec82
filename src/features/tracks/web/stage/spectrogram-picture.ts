import { byteLevel, SPECTROGRAM_ROWS, type SpectrogramHeader, type SpectrogramLevel } from '#audio/spectrogram-file.ts'
import type { Decibels, Frames, Hertz } from '#shared/units.ts'

/** Darkest and brightest: music lies in between. */
const QUIET: Decibels = -94
const LOUD: Decibels = -6

/** The coarsest level with a column for nearly every pixel; the finest when none has. */
export function spectrogramLevel(levels: readonly SpectrogramLevel[], framesPerPx: number): number {
  return Math.max(
    0,
    levels.findLastIndex(({ framesPerColumn }) => framesPerColumn <= framesPerPx * 1.5),
  )
}

/** For each pixel the column that lies under it; -1 outside the recording. */
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

/** Which of 256 colours, from quiet to loud, stands for each byte. */
export function shades(header: Pick<SpectrogramHeader, 'floor' | 'ceiling'>): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) =>
    Math.round(255 * Math.max(0, Math.min(1, (byteLevel(header, byte) - QUIET) / (LOUD - QUIET)))),
  )
}

/** How far from the top, in per cent, a frequency stands. */
export function frequencyHeight(
  { lowest, highest }: Pick<SpectrogramHeader, 'lowest' | 'highest'>,
  frequency: Hertz,
): number {
  return 100 * (1 - Math.log(frequency / lowest) / Math.log(highest / lowest))
}

/**
 * Write one column of a picture of `width` × 256 pixels, its highest frequency on top. `colours` are ready-made pixels.
 */
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

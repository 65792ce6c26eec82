import type { WaveColumns } from './wave-columns.ts'

/** The part of a canvas context that drawing needs. */
type WaveCanvas = Pick<CanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'clearRect'>

/** Device pixels. */
export interface WaveBox {
  readonly width: number
  readonly height: number
  /** Between the channels' lanes. */
  readonly gap: number
}

/** Colours from `pixelColour`. */
export interface WaveInk {
  readonly peak: number
  readonly rms: number
}

export interface WaveGrid {
  readonly line: string
  readonly zero: string
  /** Columns of the vertical lines. */
  readonly columns: readonly number[]
}

/** Draws the grid behind existing content: the canvas is set to `destination-over`. */
export function drawGrid(canvas: WaveCanvas, box: WaveBox, channels: number, pixelRatio: number, grid: WaveGrid): void {
  const hairline = Math.max(1, Math.round(pixelRatio))
  canvas.fillStyle = grid.zero
  for (let channel = 0; channel < channels; channel++) {
    const { middle } = lane(box, channels, channel)
    canvas.fillRect(0, Math.round(middle), box.width, hairline)
  }
  canvas.fillStyle = grid.line
  for (const column of grid.columns) canvas.fillRect(Math.round(column), 0, hairline, box.height)
}

/**
 * Draws peaks, with RMS as a body on top, into the cleared `pixels` of a picture of that box, row by row, first channel
 * at the top. One column per device pixel. Thousands of fillRect calls per frame cost three times as much.
 */
export function drawWave(pixels: Uint32Array, box: WaveBox, columns: WaveColumns, ink: WaveInk): void {
  const channels = columns.max.length
  for (let channel = 0; channel < channels; channel++) {
    const { middle, half } = lane(box, channels, channel)
    const [min, max, rms] = [columns.min[channel], columns.max[channel], columns.rms[channel]]
    for (let x = 0; x < columns.count; x++) {
      if (columns.known[x] === 0) continue
      const top = middle - (max?.[x] ?? 0) * half
      const bottom = middle - (min?.[x] ?? 0) * half
      bar(pixels, box, x, top, bottom, ink.peak)
      const body = (rms?.[x] ?? 0) * half
      if (body >= 0.5) bar(pixels, box, x, Math.max(middle - body, top), Math.min(middle + body, bottom), ink.rms)
    }
  }
}

/** A few thick bars for lists: the largest excursion of all channels, mirrored. `barPx` and `gapPx` in columns. */
export function drawBars(
  canvas: WaveCanvas,
  box: WaveBox,
  levels: Float32Array,
  bar: { readonly width: number; readonly step: number },
  ink: string,
): void {
  canvas.fillStyle = ink
  const middle = box.height / 2
  levels.forEach((level, i) => {
    const height = Math.max(bar.width / 2, Math.round(level * box.height))
    canvas.fillRect(Math.round(i * bar.step), Math.round(middle - height / 2), bar.width, height)
  })
}

/** The y of a channel's zero line, and the distance from it to full scale. */
export function lane(
  { height, gap }: WaveBox,
  channels: number,
  channel: number,
): { readonly middle: number; readonly half: number } {
  const laneHeight = (height - gap * (channels - 1)) / Math.max(1, channels)
  return { middle: channel * (laneHeight + gap) + laneHeight / 2, half: laneHeight / 2 - 1 }
}

function bar(
  pixels: Uint32Array,
  { width, height }: WaveBox,
  x: number,
  top: number,
  bottom: number,
  ink: number,
): void {
  const from = Math.round(top)
  const end = Math.min(height, Math.max(from + 1, Math.round(bottom)))
  for (let at = Math.max(0, from) * width + x; at < end * width; at += width) pixels[at] = ink
}

import { SPECTROGRAM_ROWS } from '#audio/spectrogram-file.ts'
import { resolveColour, watchTheme } from '#web/waveform/draw/wave-colours.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { columnsUnder, paintColumn, shades, spectrogramLevel } from './spectrogram-picture.ts'
import { type SpectrogramSource, TILE_COLUMNS } from './spectrogram-source.ts'

/** From the background for silence through the wave's colours to the playhead's for the loudest. */
const PALETTE = [
  ['--c-well', 0],
  ['--w-peak', 0.36],
  ['--w-peak-played', 0.66],
  ['--w-rms-played', 0.9],
  ['--w-playhead', 1],
] as const

/** Paints the visible part of a spectrogram into a canvas of 256 rows, which CSS stretches. */
export class SpectrogramPainter {
  readonly #canvas: HTMLCanvasElement
  readonly #source: SpectrogramSource
  readonly #viewport: WaveViewport
  readonly #stops: readonly (() => void)[]
  #colours: Uint32Array
  #pendingFrame = 0

  constructor(canvas: HTMLCanvasElement, source: SpectrogramSource, viewport: WaveViewport) {
    this.#canvas = canvas
    this.#source = source
    this.#viewport = viewport
    this.#colours = paletteOf(canvas)
    const soon = (): void => {
      if (this.#pendingFrame === 0) this.#pendingFrame = requestAnimationFrame(() => this.#paint())
    }
    this.#stops = [
      source.subscribe(soon),
      viewport.subscribe(soon),
      watchTheme(() => {
        this.#colours = paletteOf(canvas)
        soon()
      }),
    ]
    soon()
  }

  dispose(): void {
    cancelAnimationFrame(this.#pendingFrame)
    for (const stop of this.#stops) stop()
  }

  #paint(): void {
    this.#pendingFrame = 0
    const view = this.#viewport.view()
    const { header } = this.#source
    const width = Math.round(view.widthPx)
    const context = this.#canvas.getContext('2d')
    if (!header || !context || width === 0) return
    this.#canvas.width = width
    this.#canvas.height = SPECTROGRAM_ROWS
    const picture = context.createImageData(width, SPECTROGRAM_ROWS)
    const pixels = new Uint32Array(picture.data.buffer)
    const shade = shades(header)
    const columnBytes = header.channels * SPECTROGRAM_ROWS
    const finest = spectrogramLevel(header.levels, view.framesPerPx)
    const under = header.levels.map((level) => columnsUnder(level, view.startFrame, view.framesPerPx, width))
    for (let px = 0; px < width; px++) {
      let column: Uint8Array | undefined
      // Until the matching level has loaded, coarser ones replace it. Only the matching and the coarsest level are
      // requested.
      for (const level of [finest, header.levels.length - 1]) {
        const at = under[level]?.[px] ?? -1
        const tile = at < 0 || column ? undefined : this.#source.tile(level, Math.floor(at / TILE_COLUMNS))
        if (tile)
          column = tile.subarray(
            (at % TILE_COLUMNS) * columnBytes,
            (at % TILE_COLUMNS) * columnBytes + SPECTROGRAM_ROWS,
          )
      }
      paintColumn(pixels, width, px, column, shade, this.#colours)
    }
    context.putImageData(picture, 0, 0)
  }
}

/** 256 pixels from the background to the brightest, in the theme's colours. */
function paletteOf(host: HTMLElement): Uint32Array {
  const context = new OffscreenCanvas(256, 1).getContext('2d')
  if (!context) return new Uint32Array(256)
  const ramp = context.createLinearGradient(0, 0, 255, 0)
  for (const [token, share] of PALETTE) ramp.addColorStop(share, resolveColour(host.parentElement ?? host, token))
  context.fillStyle = ramp
  context.fillRect(0, 0, 256, 1)
  return new Uint32Array(context.getImageData(0, 0, 256, 1).data.slice().buffer)
}

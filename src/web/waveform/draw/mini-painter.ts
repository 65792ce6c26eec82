import { LeftPart } from './left-part.ts'
import { miniBars } from './mini-peaks.ts'
import { watchPixelRatio } from './pixel-ratio.ts'
import { readWaveColours, watchTheme } from './wave-colours.ts'
import { drawBars } from './wave-drawing.ts'

export interface BarLook {
  readonly widthPx: number
  readonly stepPx: number
  /** What the points of a bar make of its height. */
  readonly barsOf: (levels: Float32Array, bars: number) => Float32Array
}

const listLook: BarLook = { widthPx: 2, stepPx: 3, barsOf: miniBars }

/** Paints a tiny waveform on two canvases, played above unplayed, and repaints on a theme change. */
export class MiniPainter {
  readonly #host: HTMLElement
  readonly #unplayed: HTMLCanvasElement
  readonly #played = document.createElement('canvas')
  readonly #playedPart = new LeftPart(this.#played)
  readonly #levels: Float32Array
  readonly #look: BarLook
  readonly #stops: readonly (() => void)[]

  constructor(host: HTMLElement, levels: Float32Array, look: BarLook = listLook) {
    this.#host = host
    this.#look = look
    this.#levels = levels
    this.#unplayed = host.appendChild(document.createElement('canvas'))
    host.append(this.#playedPart.element)
    this.#stops = [watchTheme(() => this.#paint()), watchPixelRatio(() => this.#paint())]
    this.showPlayed(0)
    this.#paint()
  }

  /** `share` of the recording that has been played, 0 to 1. */
  showPlayed(share: number): void {
    const { element } = this.#playedPart
    element.hidden = share <= 0
    if (share > 0) this.#playedPart.hide((1 - share) * this.#host.clientWidth)
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#unplayed.remove()
    this.#playedPart.element.remove()
  }

  #paint(): void {
    const colours = readWaveColours(this.#host)
    const { barsOf, stepPx } = this.#look
    const bars = barsOf(this.#levels, Math.floor((this.#host.clientWidth + 1) / stepPx))
    this.#draw(this.#unplayed, bars, colours.peak)
    this.#draw(this.#played, bars, colours.rmsPlayed)
  }

  #draw(canvas: HTMLCanvasElement, bars: Float32Array, ink: string): void {
    const ratio = devicePixelRatio
    const { widthPx, stepPx } = this.#look
    const box = {
      width: Math.round(this.#host.clientWidth * ratio),
      height: Math.round(this.#host.clientHeight * ratio),
      gap: 0,
    }
    canvas.width = box.width
    canvas.height = box.height
    const context = canvas.getContext('2d')
    if (context) drawBars(context, box, bars, { width: Math.round(widthPx * ratio), step: stepPx * ratio }, ink)
  }
}

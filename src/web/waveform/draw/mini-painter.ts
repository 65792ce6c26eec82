import { miniBars } from './mini-peaks.ts'
import { watchPixelRatio } from './pixel-ratio.ts'
import { readWaveColours, watchTheme } from './wave-colours.ts'
import { drawBars } from './wave-drawing.ts'

const BAR_PX = 2
const STEP_PX = 3

/** Paints a list's tiny waveform on two canvases, played above unplayed, and repaints on a theme change. */
export class MiniPainter {
  readonly #host: HTMLElement
  readonly #unplayed: HTMLCanvasElement
  readonly #played: HTMLCanvasElement
  readonly #levels: Float32Array
  readonly #stops: readonly (() => void)[]

  constructor(host: HTMLElement, levels: Float32Array) {
    this.#host = host
    this.#levels = levels
    this.#unplayed = host.appendChild(document.createElement('canvas'))
    this.#played = host.appendChild(document.createElement('canvas'))
    this.#stops = [watchTheme(() => this.#paint()), watchPixelRatio(() => this.#paint())]
    this.showPlayed(0)
    this.#paint()
  }

  /** `share` of the recording that has been played, 0 to 1. */
  showPlayed(share: number): void {
    this.#played.style.clipPath = `inset(0 ${(1 - share) * 100}% 0 0)`
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    this.#unplayed.remove()
    this.#played.remove()
  }

  #paint(): void {
    const colours = readWaveColours(this.#host)
    const bars = miniBars(this.#levels, Math.floor((this.#host.clientWidth + 1) / STEP_PX))
    this.#draw(this.#unplayed, bars, colours.peak)
    this.#draw(this.#played, bars, colours.rmsPlayed)
  }

  #draw(canvas: HTMLCanvasElement, bars: Float32Array, ink: string): void {
    const ratio = devicePixelRatio
    const box = {
      width: Math.round(this.#host.clientWidth * ratio),
      height: Math.round(this.#host.clientHeight * ratio),
      gap: 0,
    }
    canvas.width = box.width
    canvas.height = box.height
    const context = canvas.getContext('2d')
    if (context) drawBars(context, box, bars, { width: Math.round(BAR_PX * ratio), step: STEP_PX * ratio }, ink)
  }
}

import type { Milliseconds } from '#shared/units.ts'
import { watchPixelRatio } from '#web/waveform/draw/pixel-ratio.ts'
import { resolveColour, watchTheme } from '#web/waveform/draw/wave-colours.ts'
import { goniometerPoint } from './goniometer-points.ts'

/** What is left of a picture one reading later; after a quarter of a second a point is gone. */
const AFTERGLOW = 0.7
/** Without motion, a picture stays this long. */
const STILL_MS: Milliseconds = 500
const DOT_PX = 1.25

/** Paints pairs of samples as they are heard. Stands still while nothing sounds. */
export class GoniometerPainter {
  readonly #canvas: HTMLCanvasElement
  readonly #life = new AbortController()
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)')
  #colour = ''
  #isEmpty = true
  #paintedAt: Milliseconds = 0

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas
    const fit = (): void => {
      canvas.width = Math.round(canvas.clientWidth * devicePixelRatio)
      canvas.height = Math.round(canvas.clientHeight * devicePixelRatio)
      this.#isEmpty = true
    }
    const tint = (): void => void (this.#colour = resolveColour(canvas.parentElement ?? canvas, '--w-loudness'))
    fit()
    tint()
    const observer = new ResizeObserver(fit)
    observer.observe(canvas)
    const stops = [() => observer.disconnect(), watchPixelRatio(fit), watchTheme(tint)]
    this.#life.signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
  }

  /** Left and right alternate; null while nothing sounds. */
  show(points: Float32Array | null): void {
    if (points === null) return this.#clear()
    const now = performance.now()
    if (this.#calm.matches && now - this.#paintedAt < STILL_MS) return
    this.#paintedAt = now
    const { width, height } = this.#canvas
    const context = this.#canvas.getContext('2d')
    if (!context || width === 0) return
    context.globalCompositeOperation = 'destination-out'
    context.globalAlpha = this.#calm.matches ? 1 : 1 - AFTERGLOW
    context.fillRect(0, 0, width, height)
    context.globalCompositeOperation = 'source-over'
    context.globalAlpha = 0.8
    context.fillStyle = this.#colour
    const dot = DOT_PX * devicePixelRatio
    const reach = (width - dot) / 2
    for (let i = 0; i + 1 < points.length; i += 2) {
      const { x, y } = goniometerPoint(points[i] ?? 0, points[i + 1] ?? 0)
      context.fillRect(reach * (1 + x), reach * (1 - y), dot, dot)
    }
    this.#isEmpty = false
  }

  dispose(): void {
    this.#life.abort()
  }

  #clear(): void {
    if (this.#isEmpty) return
    this.#isEmpty = true
    this.#canvas.getContext('2d')?.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
  }
}

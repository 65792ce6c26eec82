import type { Seconds } from '#shared/units.ts'
import { watchPixelRatio } from '#web/waveform/draw/pixel-ratio.ts'
import { resolveColour, watchTheme } from '#web/waveform/draw/wave-colours.ts'
import { pxAtSeconds, secondsAtPx } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'
import { loudnessHeight, shortTermAt } from './loudness-curve.ts'

const STEP_PX = 2

/** Paints a view's loudness curve into `host`, and moves a playhead over it. */
export class LoudnessPainter {
  readonly #host: HTMLElement
  readonly #sums: Float64Array
  readonly #viewport: WaveViewport
  readonly #canvas = document.createElement('canvas')
  readonly #playhead = document.createElement('div')
  readonly #stops: readonly (() => void)[]
  #colour: string
  #pendingFrame = 0
  #position?: Seconds

  constructor(host: HTMLElement, sums: Float64Array, viewport: WaveViewport) {
    this.#host = host
    this.#sums = sums
    this.#viewport = viewport
    Object.assign(this.#canvas.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' })
    Object.assign(this.#playhead.style, {
      position: 'absolute',
      insetBlock: '0',
      left: '-0.75px',
      width: '1.5px',
      background: 'var(--w-playhead)',
      willChange: 'transform',
    })
    this.#playhead.hidden = true
    this.#colour = resolveColour(host, '--w-loudness')
    host.append(this.#canvas, this.#playhead)
    const observer = new ResizeObserver(() => this.#paint())
    observer.observe(host)
    const paintSoon = (): void => {
      if (this.#pendingFrame === 0) this.#pendingFrame = requestAnimationFrame(() => this.#paint())
    }
    this.#stops = [
      () => observer.disconnect(),
      viewport.subscribe(paintSoon),
      watchPixelRatio(paintSoon),
      watchTheme(() => {
        this.#colour = resolveColour(host, '--w-loudness')
        paintSoon()
      }),
    ]
  }

  readonly showPosition = (position: Seconds): void => {
    this.#position = position
    const view = this.#viewport.view()
    const px = pxAtSeconds(view, position)
    this.#playhead.hidden = px < 0 || px > view.widthPx
    this.#playhead.style.transform = `translateX(${px}px)`
  }

  dispose(): void {
    cancelAnimationFrame(this.#pendingFrame)
    for (const stop of this.#stops) stop()
    this.#canvas.remove()
    this.#playhead.remove()
  }

  #paint(): void {
    this.#pendingFrame = 0
    const { clientWidth, clientHeight } = this.#host
    const ratio = devicePixelRatio
    this.#canvas.width = Math.round(clientWidth * ratio)
    this.#canvas.height = Math.round(clientHeight * ratio)
    const context = this.#canvas.getContext('2d')
    if (!context) return
    const view = this.#viewport.view()
    context.strokeStyle = this.#colour
    context.lineWidth = 1.5 * ratio
    context.lineJoin = 'round'
    context.beginPath()
    let isDrawing = false
    for (let px = 0; px <= clientWidth; px += STEP_PX) {
      const loudness = shortTermAt(this.#sums, secondsAtPx(view, px))
      if (loudness !== undefined)
        context[isDrawing ? 'lineTo' : 'moveTo'](
          px * ratio,
          (1 + loudnessHeight(loudness) * (clientHeight - 2)) * ratio,
        )
      isDrawing = loudness !== undefined
    }
    context.stroke()
    if (this.#position !== undefined) this.showPosition(this.#position)
  }
}

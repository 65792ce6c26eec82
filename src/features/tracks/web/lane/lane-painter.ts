import type { Seconds } from '#shared/units.ts'
import { writeText } from '#web/ui/write-text.ts'
import { watchPixelRatio } from '#web/waveform/draw/pixel-ratio.ts'
import { resolveColour, watchTheme } from '#web/waveform/draw/wave-colours.ts'
import { pxAtSeconds, secondsAtPx } from '#web/waveform/view/wave-view.ts'
import type { WaveViewport } from '#web/waveform/view/wave-viewport.ts'

export interface LaneLine {
  /** A colour token. */
  readonly colour: string
  /** Distance from the top of the lane, 0 to 1; undefined where there is nothing to show. */
  readonly heightAt: (at: Seconds) => number | undefined
  /** Fills the space between the line and this height. */
  readonly fillTo?: number
}

/** What a lane shows. */
export interface LaneCurve {
  readonly lines: readonly LaneLine[]
  /** The figures at a moment, with their units; empty where there are none. */
  readonly wordsAt: (at: Seconds) => string
}

const STEP_PX = 2
const FILL_ALPHA = 0.22

/** Paints a view's curves into `host`, moves a playhead over it, and writes the figures at the pointer or playhead. */
export class LanePainter {
  readonly #host: HTMLElement
  readonly #curve: LaneCurve
  readonly #viewport: WaveViewport
  readonly #words: HTMLElement | null
  readonly #canvas = document.createElement('canvas')
  readonly #playhead = document.createElement('div')
  readonly #life = new AbortController()
  #colours: readonly string[]
  #pendingFrame = 0
  #position?: Seconds
  #pointedPx: number | undefined

  constructor(host: HTMLElement, words: HTMLElement | null, curve: LaneCurve, viewport: WaveViewport) {
    this.#host = host
    this.#words = words
    this.#curve = curve
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
    this.#colours = this.#resolveColours()
    host.append(this.#canvas, this.#playhead)
    this.#listen()
  }

  readonly showPosition = (position: Seconds): void => {
    this.#position = position
    const view = this.#viewport.view()
    const px = pxAtSeconds(view, position)
    this.#playhead.hidden = px < 0 || px > view.widthPx
    this.#playhead.style.transform = `translateX(${px}px)`
    this.#say()
  }

  dispose(): void {
    cancelAnimationFrame(this.#pendingFrame)
    this.#life.abort()
    this.#canvas.remove()
    this.#playhead.remove()
    if (this.#words) this.#words.textContent = ''
  }

  #listen(): void {
    const { signal } = this.#life
    const observer = new ResizeObserver(() => this.#paint())
    observer.observe(this.#host)
    const paintSoon = (): void => {
      if (this.#pendingFrame === 0) this.#pendingFrame = requestAnimationFrame(() => this.#paint())
    }
    const stops = [
      () => observer.disconnect(),
      this.#viewport.subscribe(paintSoon),
      watchPixelRatio(paintSoon),
      watchTheme(() => {
        this.#colours = this.#resolveColours()
        paintSoon()
      }),
    ]
    signal.addEventListener('abort', () => stops.forEach((stop) => stop()))
    this.#host.addEventListener('pointermove', ({ clientX }) => this.#pointAt(clientX), { signal })
    this.#host.addEventListener('pointerdown', ({ clientX }) => this.#pointAt(clientX), { signal })
    this.#host.addEventListener('pointerleave', () => this.#pointAt(undefined), { signal })
  }

  #pointAt(clientX: number | undefined): void {
    this.#pointedPx = clientX === undefined ? undefined : clientX - this.#host.getBoundingClientRect().left
    this.#say()
  }

  #say(): void {
    const pointed = this.#pointedPx
    const at = pointed === undefined ? this.#position : secondsAtPx(this.#viewport.view(), pointed)
    const words = at === undefined ? '' : this.#curve.wordsAt(at)
    writeText(this.#words, words)
  }

  #resolveColours(): readonly string[] {
    return this.#curve.lines.map(({ colour }) => resolveColour(this.#host, colour))
  }

  #paint(): void {
    this.#pendingFrame = 0
    const { clientWidth, clientHeight } = this.#host
    const ratio = devicePixelRatio
    this.#canvas.width = Math.round(clientWidth * ratio)
    this.#canvas.height = Math.round(clientHeight * ratio)
    const context = this.#canvas.getContext('2d')
    if (!context) return
    context.scale(ratio, ratio)
    this.#curve.lines.forEach((line, i) => {
      context.strokeStyle = context.fillStyle = this.#colours[i] ?? ''
      this.#paintLine(context, line, clientWidth, clientHeight)
    })
    if (this.#position !== undefined) this.showPosition(this.#position)
  }

  #paintLine(context: CanvasRenderingContext2D, line: LaneLine, width: number, height: number): void {
    const view = this.#viewport.view()
    const y = (share: number) => 1 + share * (height - 2)
    context.lineWidth = 1.5
    context.lineJoin = 'round'
    let run: { readonly px: number; readonly y: number }[] = []
    const finish = (): void => {
      stroke(context, run, line.fillTo === undefined ? undefined : y(line.fillTo))
      run = []
    }
    for (let px = 0; px <= width; px += STEP_PX) {
      const share = line.heightAt(secondsAtPx(view, px))
      if (share === undefined) finish()
      else run.push({ px, y: y(share) })
    }
    finish()
  }
}

function stroke(
  context: CanvasRenderingContext2D,
  run: readonly { readonly px: number; readonly y: number }[],
  base: number | undefined,
): void {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return
  context.beginPath()
  for (const { px, y } of run) context.lineTo(px, y)
  if (base === undefined) return context.stroke()
  context.lineTo(last.px, base)
  context.lineTo(first.px, base)
  context.globalAlpha = FILL_ALPHA
  context.fill()
  context.globalAlpha = 1
}

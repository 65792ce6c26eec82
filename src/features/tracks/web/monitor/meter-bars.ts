import type { Decibels, Milliseconds } from '#shared/units.ts'
import { watchPixelRatio } from '#web/waveform/draw/pixel-ratio.ts'
import { resolveColour, watchTheme } from '#web/waveform/draw/wave-colours.ts'
import { meterPlace } from './meter-scale.ts'

const HOLD_MS: Milliseconds = 2000
const GAP_PX = 3
const CORNER_PX = 2
const HOLD_PX = 2
/** Below it there is nothing to hold. */
const LEAST_HELD: Decibels = -54
/** From which share of the height down each colour is used: over 0, above −6, above −18, below. */
const COLOURS = [
  ['--m-over', 0],
  ['--m-high', 0.03],
  ['--m-mid', 0.17],
  ['--m-low', 0.42],
] as const

/** Holds the highest level of the last two seconds, so that peaks are readable. */
class PeakHold {
  #level: Decibels = -Infinity
  #at: Milliseconds = 0

  /** Returns the level to show at `now`. */
  next(level: Decibels, now: Milliseconds): Decibels {
    if (level >= this.#level || now - this.#at > HOLD_MS) {
      this.#level = level
      this.#at = now
    }
    return this.#level
  }
}

interface BarInks {
  readonly track: string
  readonly hold: string
  readonly levels: readonly { readonly ink: string; readonly from: number }[]
}

/** One bar per channel, painted on a canvas: moving elements would have the browser lay out the page in each frame. */
export class MeterBars {
  readonly #canvas: HTMLCanvasElement
  readonly #holds: readonly PeakHold[]
  readonly #stops: readonly (() => void)[]
  #inks: BarInks
  #levels: readonly Decibels[] = []

  constructor(canvas: HTMLCanvasElement, bars: number) {
    this.#canvas = canvas
    this.#holds = Array.from({ length: bars }, () => new PeakHold())
    this.#inks = readInks(canvas)
    const again = (): void => this.#paint()
    const observer = new ResizeObserver(again)
    observer.observe(canvas)
    this.#stops = [
      () => observer.disconnect(),
      watchPixelRatio(again),
      watchTheme(() => {
        this.#inks = readInks(canvas)
        again()
      }),
    ]
  }

  /** `levels`: dBTP by channel; what is missing is silent. */
  show(levels: readonly Decibels[]): void {
    this.#levels = levels
    this.#paint()
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
  }

  #paint(): void {
    const ratio = devicePixelRatio
    const [width, height] = [this.#canvas.clientWidth, this.#canvas.clientHeight].map((px) => Math.round(px * ratio))
    const context = this.#canvas.getContext('2d')
    if (!context || !width || !height) return
    if (this.#canvas.width !== width || this.#canvas.height !== height) Object.assign(this.#canvas, { width, height })
    else context.clearRect(0, 0, width, height)
    const gap = GAP_PX * ratio
    const bar = Math.max(ratio, (width - gap * (this.#holds.length - 1)) / this.#holds.length)
    const now = performance.now()
    this.#holds.forEach((hold, channel) => {
      const level = this.#levels[channel] ?? -Infinity
      context.save()
      context.beginPath()
      context.roundRect(channel * (bar + gap), 0, bar, height, CORNER_PX * ratio)
      context.clip()
      context.translate(channel * (bar + gap), 0)
      this.#paintBar(context, { width: bar, height, level, held: hold.next(level, now) })
      context.restore()
    })
  }

  #paintBar(
    context: CanvasRenderingContext2D,
    {
      width,
      height,
      level,
      held,
    }: { readonly width: number; readonly height: number; readonly level: Decibels; readonly held: Decibels },
  ): void {
    const { track, hold, levels } = this.#inks
    const top = meterPlace(level) * height
    context.fillStyle = track
    context.fillRect(0, 0, width, height)
    levels.forEach(({ ink, from }) => {
      const above = Math.max(top, from * height)
      context.fillStyle = ink
      context.fillRect(0, above, width, height - above)
    })
    if (held < LEAST_HELD) return
    context.fillStyle = held > 0 ? (levels[0]?.ink ?? hold) : hold
    context.fillRect(0, meterPlace(held) * height, width, HOLD_PX * devicePixelRatio)
  }
}

function readInks(canvas: HTMLCanvasElement): BarInks {
  const host = canvas.parentElement ?? document.body
  return {
    track: resolveColour(host, '--m-track'),
    hold: resolveColour(host, '--m-hold'),
    levels: COLOURS.map(([token, from]) => ({ ink: resolveColour(host, token), from })),
  }
}

import { Listeners } from '#shared/listeners.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import { wholeView, type WaveView } from './wave-view.ts'

/** For so long after a person moved the view, playback leaves it where they put it. */
const HELD_MS = 1500

/** The view that a waveform, its ruler and its overview share. For useSyncExternalStore and painters alike. */
export class WaveViewport {
  #view: WaveView
  readonly #listeners = new Listeners()
  #movedAt = -Infinity

  constructor(totalFrames: Frames, sampleRate: Hertz) {
    this.#view = wholeView(totalFrames, sampleRate, 0)
  }

  readonly view = (): WaveView => this.#view

  readonly subscribe = this.#listeners.add

  /** Move with one of the functions of wave-view.ts: `viewport.change((view) => zoomAbout(view, x, 2))`. */
  change(move: (view: WaveView) => WaveView): void {
    if (this.carry(move)) this.#movedAt = performance.now()
  }

  /** Whether a person moved it a moment ago. */
  isHeld(): boolean {
    return performance.now() - this.#movedAt < HELD_MS
  }

  /** Move without holding it against playback; returns whether it moved. */
  carry(move: (view: WaveView) => WaveView): boolean {
    const next = move(this.#view)
    const { startFrame, framesPerPx, widthPx } = this.#view
    if (next.startFrame === startFrame && next.framesPerPx === framesPerPx && next.widthPx === widthPx) return false
    this.#view = next
    this.#listeners.tell()
    return true
  }
}

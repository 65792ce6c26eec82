import { Listeners } from '#shared/listeners.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import { wholeView, type WaveView } from './wave-view.ts'

/** After the user moved the view, playback does not move it for this long. */
const HELD_MS = 1500

/** The view that a waveform, its ruler and its overview share. For useSyncExternalStore and painters. */
export class WaveViewport {
  #view: WaveView
  readonly #listeners = new Listeners()
  #movedAt = -Infinity

  constructor(totalFrames: Frames, sampleRate: Hertz) {
    this.#view = wholeView(totalFrames, sampleRate, 0)
  }

  readonly view = (): WaveView => this.#view

  readonly subscribe = this.#listeners.add

  /** Moves by one of the functions of wave-view.ts: `viewport.change((view) => zoomAbout(view, x, 2))`. */
  change(move: (view: WaveView) => WaveView): void {
    if (this.carry(move)) this.#movedAt = performance.now()
  }

  /** Whether the user moved it a moment ago. */
  isHeld(): boolean {
    return performance.now() - this.#movedAt < HELD_MS
  }

  /** Moves it on behalf of playback, so that `isHeld` stays unchanged; returns whether it moved. */
  carry(move: (view: WaveView) => WaveView): boolean {
    const next = move(this.#view)
    const { startFrame, framesPerPx, widthPx } = this.#view
    if (next.startFrame === startFrame && next.framesPerPx === framesPerPx && next.widthPx === widthPx) return false
    this.#view = next
    this.#listeners.tell()
    return true
  }
}

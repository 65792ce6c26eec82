import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import type { FrameLoop, MixerReport } from './player-messages.ts'

/** Computes the position in the recording from the mixer's reports and the audible time. */
export class PlayheadClock {
  #sampleRate: Hertz = 48_000
  #frame: Frames = 0
  #time: Seconds = 0
  #isRunning = false
  #speed = 1
  /** Where it started: the audible position lags behind the mixer, but the playhead never steps back. */
  #floor: Frames = 0
  /** The requested jump that has not happened yet: until then its target is the position. */
  #jump = 0

  reset(sampleRate: Hertz, frame: Frames, jump: number): void {
    this.#sampleRate = sampleRate
    this.#frame = frame
    this.#floor = frame
    this.#isRunning = false
    this.#jump = jump
  }

  hear({ state, frame, time, jump, speed = 1 }: MixerReport): void {
    if (jump !== this.#jump) return
    // A smaller frame than before means that the loop wrapped.
    if (!this.#isRunning || frame < this.#frame) this.#floor = Math.min(frame, this.#frame)
    this.#frame = frame
    this.#time = time
    this.#speed = speed
    this.#isRunning = state === 'playing'
  }

  /** Exact while silent; during playback as exact as the device's clock. Never past `end`; wraps with the loop. */
  frameAt(heard: Seconds | undefined, end: Frames, loop?: FrameLoop): Frames {
    if (!this.#isRunning || heard === undefined) return Math.min(end, this.#frame)
    const frame = Math.max(
      this.#floor,
      Math.min(end, this.#frame + (heard - this.#time) * this.#sampleRate * this.#speed),
    )
    const wraps = loop !== undefined && this.#frame <= loop.outFrame && frame >= loop.outFrame
    return wraps ? loop.inFrame + ((frame - loop.outFrame) % (loop.outFrame - loop.inFrame)) : frame
  }
}

import type { Frames, Hertz } from '#shared/units.ts'

/** Running sums over the recording: left × right, left², right². */
export interface StereoSums {
  readonly products: number
  readonly left: number
  readonly right: number
}

/** A stretch where left and right cancel when summed to mono. */
export interface PhasePlace {
  readonly from: Frames
  readonly to: Frames
  /** −1 … 1: of the worst second. */
  readonly correlation: number
}

/** Below this, a mono sum loses more than it gains. */
export const OUT_OF_PHASE = -0.3
/** Below −50 dBFS it is room noise, whose phase is meaningless. */
const QUIET = 1e-5
/** How many stretches are stored. */
const MOST_REMEMBERED = 100

/** Measures the correlation of a stereo recording second by second. */
export class PhaseWatch {
  readonly places: PhasePlace[] = []
  readonly #second: Frames
  #from: Frames = 0
  #before: StereoSums = { products: 0, left: 0, right: 0 }

  constructor(sampleRate: Hertz) {
    this.#second = sampleRate
  }

  /** Call after each block, with its first frame, its length, and the sums up to its end. */
  add(blockFrom: Frames, frames: Frames, sums: StereoSums): void {
    const to = blockFrom + frames
    if (to - this.#from < this.#second) return
    this.#look(to, sums)
    this.#from = to
    this.#before = sums
  }

  #look(to: Frames, sums: StereoSums): void {
    const left = sums.left - this.#before.left
    const right = sums.right - this.#before.right
    const correlation = (sums.products - this.#before.products) / Math.sqrt(left * right)
    if (!(correlation < OUT_OF_PHASE) || left + right < 2 * QUIET * (to - this.#from)) return
    const last = this.places.at(-1)
    if (last?.to === this.#from)
      this.places[this.places.length - 1] = {
        from: last.from,
        to,
        correlation: Math.min(last.correlation, correlation),
      }
    else if (this.places.length < MOST_REMEMBERED) this.places.push({ from: this.#from, to, correlation })
  }
}

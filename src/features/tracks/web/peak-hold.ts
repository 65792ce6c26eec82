import type { Decibels, Milliseconds } from '#shared/units.ts'

const HOLD_MS: Milliseconds = 2000

/** The highest level of the last two seconds: what stays readable of a peak. */
export class PeakHold {
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

import type { Milliseconds } from '#shared/units.ts'

/** So many readings agree before anything is done: a single one may be the device's or the browser's hiccup. */
const NEEDED = 3
const KEPT = 5

/** Judges from several readings how far a playhead is from where it should be. */
export class StepJudge {
  #readings: Milliseconds[] = []

  /** Above nought is ahead. */
  add(errorMs: Milliseconds): void {
    this.#readings = [...this.#readings, errorMs].slice(-KEPT)
  }

  /** The middle one; undefined until there are enough. */
  errorMs(): Milliseconds | undefined {
    if (this.#readings.length < NEEDED) return undefined
    return this.#readings.toSorted((a, b) => a - b)[this.#readings.length >> 1]
  }

  clear(): void {
    this.#readings = []
  }
}

import type { Milliseconds } from '#shared/units.ts'

/** So many readings agree before anything is done: a single one may be the device's or the browser's hiccup. */
const NEEDED = 3
const LATEST = 5
/** Readings that differ by more than this come from a clock that wanders: then the middle of many counts. */
const AGREEING_MS: Milliseconds = 12
const MANY = 10
const KEPT = 20

/**
 * Judges from several readings how far a playhead is from where it should be, and how much the readings themselves
 * wander.
 */
export class StepJudge {
  #readings: readonly Milliseconds[] = []
  /** As wandering as readings were before the last `clear`; forgotten slowly. */
  #known: Milliseconds = 0

  /** Above nought is ahead. */
  add(errorMs: Milliseconds): void {
    this.#readings = [...this.#readings, errorMs].slice(-KEPT)
  }

  /** The middle one; undefined until there are enough. */
  errorMs(): Milliseconds | undefined {
    const latest = this.#readings.slice(-LATEST)
    if (latest.length < NEEDED) return undefined
    if (this.#known <= AGREEING_MS && wandering(latest) <= AGREEING_MS) return middle(latest)
    return this.#readings.length < MANY ? undefined : middle(this.#readings)
  }

  /** By how much a single reading may be wrong. */
  unsureMs(): Milliseconds {
    return this.#readings.length < MANY ? this.#known : Math.max(this.#known, wandering(this.#readings))
  }

  /** What was read is no longer so; how it wanders still is. */
  clear(): void {
    if (this.#readings.length >= MANY) this.#known = Math.max(this.#known * 0.8, wandering(this.#readings))
    this.#readings = []
  }
}

/** Twice the middle distance from the middle: one wild reading does not show in it. */
function wandering(readings: readonly Milliseconds[]): Milliseconds {
  const centre = middle(readings)
  return 2 * middle(readings.map((reading) => Math.abs(reading - centre)))
}

function middle(readings: readonly Milliseconds[]): Milliseconds {
  return readings.toSorted((a, b) => a - b)[readings.length >> 1] ?? 0
}

import type { Milliseconds } from '#shared/units.ts'

/** How many readings must agree before a correction: a single one may be a glitch of the device or browser. */
const NEEDED = 3
const LATEST = 5
/** If readings differ by more than this, the clock is unsteady, and the median of many counts. */
const AGREEING_MS: Milliseconds = 12
const MANY = 10
const KEPT = 20

/** Estimates from several readings how far a playhead is off, and how uncertain the readings are. */
export class StepJudge {
  #readings: readonly Milliseconds[] = []
  /** The spread of readings before the last `clear`; decays slowly. */
  #known: Milliseconds = 0

  /** Positive means ahead. */
  add(errorMs: Milliseconds): void {
    this.#readings = [...this.#readings, errorMs].slice(-KEPT)
  }

  /** The median; undefined until there are enough readings. */
  errorMs(): Milliseconds | undefined {
    const latest = this.#readings.slice(-LATEST)
    if (latest.length < NEEDED) return undefined
    if (this.#known <= AGREEING_MS && wandering(latest) <= AGREEING_MS) return middle(latest)
    return this.#readings.length < MANY ? undefined : middle(this.#readings)
  }

  /** How wrong a single reading may be. */
  unsureMs(): Milliseconds {
    return this.#readings.length < MANY ? this.#known : Math.max(this.#known, wandering(this.#readings))
  }

  /** Discards the readings and keeps the estimate of their spread. */
  clear(): void {
    if (this.#readings.length >= MANY) this.#known = Math.max(this.#known * 0.8, wandering(this.#readings))
    this.#readings = []
  }
}

/** Twice the median distance from the median, so that a single outlier does not affect it. */
function wandering(readings: readonly Milliseconds[]): Milliseconds {
  const centre = middle(readings)
  return 2 * middle(readings.map((reading) => Math.abs(reading - centre)))
}

function middle(readings: readonly Milliseconds[]): Milliseconds {
  return readings.toSorted((a, b) => a - b)[readings.length >> 1] ?? 0
}

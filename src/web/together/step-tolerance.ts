import type { Milliseconds } from '#shared/units.ts'

/** Being off by more than this is put right. Two people in step are then within twice that at the very most. */
export const TOLERATED_MS: Milliseconds = 12
/** So many corrections may follow one another before they are taken for no help. */
const CORRECTIONS = 3
/** Corrections further apart are about something new. */
const AFTER_EACH_OTHER_MS: Milliseconds = 20_000
const MOST_MS: Milliseconds = 100

/**
 * How far off one may be before it is put right: never less than the clock wanders, and more where putting right does
 * not help.
 */
export class StepTolerance {
  #corrections = 0
  #lastAt: Milliseconds = -Infinity

  ms(unsureMs: Milliseconds, now: Milliseconds): Milliseconds {
    if (now - this.#lastAt > AFTER_EACH_OTHER_MS) this.#corrections = 0
    const least = Math.max(TOLERATED_MS, unsureMs)
    return Math.max(least, Math.min(MOST_MS, least * 2 ** Math.max(0, this.#corrections - CORRECTIONS + 1)))
  }

  corrected(now: Milliseconds): void {
    this.#corrections += 1
    this.#lastAt = now
  }
}

import type { Milliseconds } from '#shared/units.ts'

/** Larger errors are corrected. Two people in sync are therefore at most twice this apart. */
export const TOLERATED_MS: Milliseconds = 12
/** After this many corrections in a row, correcting does not help. */
const CORRECTIONS = 3
/** Corrections further apart than this are unrelated. */
const AFTER_EACH_OTHER_MS: Milliseconds = 20_000
const MOST_MS: Milliseconds = 100

/**
 * How large an error may be before it is corrected: at least the clock's uncertainty, and more if corrections do not
 * help.
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

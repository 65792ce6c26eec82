import type { Milliseconds } from '#shared/units.ts'
import type { LinePace } from './buffering-plan.ts'

/** A network below this share of the original's rate does not keep up. */
const TOO_SLOW = 0.95
/** With less than this buffered, waiting for a faster network would cause an audible gap. */
const SHORT_SECONDS = 4
/** Returns to the original once the network carries it this many times over, */
const COMFORTABLE = 1.6
/** for this long. */
const STEADY_MS: Milliseconds = 10_000

/**
 * Decides when Opus replaces the original and when the original returns. Down: the network is slower than the original
 * and the buffer is nearly empty. Up: the network carries the original 1.6 times over for ten seconds. Otherwise
 * nothing changes.
 */
export class QualityRule {
  #needed: number | undefined
  #comfortableSince: Milliseconds | undefined

  /** Whether the network cannot keep up with the original; pass the pace of the original. */
  isTooSlow(pace: LinePace, isStalled: boolean): boolean {
    this.#needed = pace.musicBytesPerSecond
    this.#comfortableSince = undefined
    return pace.bytesPerSecond < pace.musicBytesPerSecond * TOO_SLOW && (isStalled || pace.aheadSeconds < SHORT_SECONDS)
  }

  /** Whether the original could play again; pass the pace of the Opus. */
  hasRecovered({ bytesPerSecond }: Pick<LinePace, 'bytesPerSecond'>, now: Milliseconds): boolean {
    if (this.#needed === undefined || bytesPerSecond < this.#needed * COMFORTABLE) {
      this.#comfortableSince = undefined
      return false
    }
    this.#comfortableSince ??= now
    return now - this.#comfortableSince >= STEADY_MS
  }
}

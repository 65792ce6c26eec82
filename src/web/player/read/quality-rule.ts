import type { Milliseconds } from '#shared/units.ts'
import type { LinePace } from './buffering-plan.ts'

/** A line below this share of what the original needs does not keep up with it. */
const TOO_SLOW = 0.95
/** With less than this in hand, waiting for a better line would be heard as a gap. */
const SHORT_SECONDS = 4
/** Back to the original when the line carries it so many times over, */
const COMFORTABLE = 1.6
/** for so long. */
const STEADY_MS: Milliseconds = 10_000

/**
 * When Opus takes the original's place and when the original comes back. Down: the line is slower than the original
 * and hardly anything lies ahead. Up: the line carries the original 1.6 times over for ten seconds. In between
 * everything stays as it is.
 */
export class QualityRule {
  #needed: number | undefined
  #comfortableSince: Milliseconds | undefined

  /** Whether the original cannot be kept up; call it with the pace of the original. */
  isTooSlow(pace: LinePace, isStalled: boolean): boolean {
    this.#needed = pace.musicBytesPerSecond
    this.#comfortableSince = undefined
    return pace.bytesPerSecond < pace.musicBytesPerSecond * TOO_SLOW && (isStalled || pace.aheadSeconds < SHORT_SECONDS)
  }

  /** Whether the original could play again; call it with the pace of the Opus. */
  hasRecovered({ bytesPerSecond }: Pick<LinePace, 'bytesPerSecond'>, now: Milliseconds): boolean {
    if (this.#needed === undefined || bytesPerSecond < this.#needed * COMFORTABLE) {
      this.#comfortableSince = undefined
      return false
    }
    this.#comfortableSince ??= now
    return now - this.#comfortableSince >= STEADY_MS
  }
}

import { bestEstimate, type ClockSample } from '#shared/clock-estimate.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'

const KEPT_SAMPLES = 24
/** The rate, as a fraction of elapsed time, at which a small correction is applied: the clock never runs backwards. */
const SLEW = 0.000_5
/** A larger difference means that the clock was set, as by hand, and is applied at once. */
const JUMP_MS: Milliseconds = 1_000

/**
 * The database's time, which all processes read, on any machine: leases, limits and listening sessions use it. Until
 * the first sample, this machine's time.
 */
export class SharedClock {
  readonly #local: () => Milliseconds
  #samples: readonly ClockSample[] = []
  #aheadMs: Milliseconds = 0
  #wantedMs: Milliseconds = 0
  #readAt: Milliseconds

  constructor(local: () => Milliseconds = () => performance.timeOrigin + performance.now()) {
    this.#local = local
    this.#readAt = local()
  }

  /** Fractional milliseconds. */
  readonly now = (): Instant => {
    const local = this.#local()
    const most = Math.max(0, local - this.#readAt) * SLEW
    this.#aheadMs += Math.min(most, Math.max(-most, this.#wantedMs - this.#aheadMs))
    this.#readAt = local
    return local + this.#aheadMs
  }

  /** Reads the database's time. */
  async sample(readTime: () => Promise<Instant>): Promise<void> {
    const sent = this.#local()
    const at = await readTime()
    this.take({ sent, received: this.#local(), at })
  }

  take(sample: ClockSample): void {
    const isFirst = this.#samples.length === 0
    const alone = bestEstimate([sample])?.offsetMs ?? 0
    // The old samples are of the clock before it was set.
    const wasSet = Math.abs(alone - this.#wantedMs) > JUMP_MS + (sample.received - sample.sent)
    this.#samples = wasSet ? [sample] : [...this.#samples, sample].slice(-KEPT_SAMPLES)
    this.#wantedMs = bestEstimate(this.#samples)?.offsetMs ?? 0
    if (isFirst || wasSet) this.#aheadMs = this.#wantedMs
  }
}

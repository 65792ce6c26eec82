import { bestEstimate, type ClockSample } from '#shared/clock-estimate.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'

const KEPT_SAMPLES = 24
/** A clock that is set right is followed by so much of the time that passes: it never runs back, and nobody notices. */
const SLEW = 0.000_5
/** Further off than this it was set anew, as by hand, and is followed at once. */
const JUMP_MS: Milliseconds = 1_000

/**
 * The database's time, which all processes read alike, on whatever machines they are: leases, limits, and what is heard
 * together are reckoned by it. Until it is asked for the first time, this machine's own.
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

  /** Parts of milliseconds. */
  readonly now = (): Instant => {
    const local = this.#local()
    const most = Math.max(0, local - this.#readAt) * SLEW
    this.#aheadMs += Math.min(most, Math.max(-most, this.#wantedMs - this.#aheadMs))
    this.#readAt = local
    return local + this.#aheadMs
  }

  /** Asks the database for its time. */
  async sample(ask: () => Promise<Instant>): Promise<void> {
    const sent = this.#local()
    const at = await ask()
    this.take({ sent, received: this.#local(), at })
  }

  take(sample: ClockSample): void {
    const isFirst = this.#samples.length === 0
    const alone = bestEstimate([sample])?.offsetMs ?? 0
    // The old samples are of a clock that is no more.
    const wasSet = Math.abs(alone - this.#wantedMs) > JUMP_MS + (sample.received - sample.sent)
    this.#samples = wasSet ? [sample] : [...this.#samples, sample].slice(-KEPT_SAMPLES)
    this.#wantedMs = bestEstimate(this.#samples)?.offsetMs ?? 0
    if (isFirst || wasSet) this.#aheadMs = this.#wantedMs
  }
}

import type { Milliseconds } from '#shared/units.ts'
import { patience } from './buffering-plan.ts'
import type { BandwidthEstimator } from './bandwidth-estimator.ts'
import { RangeRead, StreamFailure } from './range-reader.ts'
import { retryDelay } from './retry-delay.ts'

/** Reads over an unreliable network: retries until it works or cannot work. */
export class RetryingReader {
  readonly #line: BandwidthEstimator
  readonly #tellRetrying: (isRetrying: boolean) => void
  #failures = 0
  #isRetrying = false
  #reading?: RangeRead
  #wake: () => void = () => {}

  constructor(line: BandwidthEstimator, tellRetrying: (isRetrying: boolean) => void) {
    this.#line = line
    this.#tellRetrying = tellRetrying
  }

  /** Passes bytes `start` to `end` (exclusive) to `use` as they arrive; throws when the connection breaks. */
  async read(
    url: string,
    start: number,
    end: number,
    signal: AbortSignal,
    use: (bytes: Uint8Array<ArrayBuffer>) => void,
  ): Promise<void> {
    const read = new RangeRead({
      url,
      start,
      end,
      signal,
      line: this.#line,
      patienceMs: patience(this.#line.facts, this.#failures),
    })
    this.#reading = read
    try {
      await read.run(use)
    } finally {
      if (this.#reading === read) this.#reading = undefined
    }
  }

  /** Rejects only with a StreamFailure or when `signal` aborts. */
  async untilItWorks<T>(attempt: () => Promise<T>, signal: AbortSignal): Promise<T> {
    for (;;) {
      try {
        const answer = await attempt()
        this.works()
        return answer
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof StreamFailure) throw error
        this.#fails()
        await this.#pause(retryDelay(this.#failures))
        signal.throwIfAborted()
      }
    }
  }

  /** Call when something arrived; resets the count of failures. */
  works(): void {
    this.#failures = 0
    if (this.#isRetrying) this.#tellRetrying(false)
    this.#isRetrying = false
  }

  /** Retries now instead of waiting, and treats a silent connection as dead. */
  hurry(): void {
    this.#reading?.giveUpIfQuiet()
    this.wake()
  }

  /** Ends the pause between attempts. */
  wake(): void {
    this.#wake()
  }

  #fails(): void {
    this.#failures += 1
    if (!this.#isRetrying) this.#tellRetrying(true)
    this.#isRetrying = true
  }

  async #pause(ms: Milliseconds): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

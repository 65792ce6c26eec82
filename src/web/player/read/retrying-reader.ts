import type { Milliseconds } from '#shared/units.ts'
import { patience } from './buffering-plan.ts'
import type { BandwidthEstimator } from './bandwidth-estimator.ts'
import { RangeRead, StreamFailure } from './range-reader.ts'
import { retryDelay } from './retry-delay.ts'

/** Reads over a line that breaks, goes silent and comes back: what fails is tried again until it works or never can. */
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

  /** Bytes `start` to `end` (not included), handed on as they arrive; throws when the line breaks. */
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

  /** Only a StreamFailure, or the signal, ends it without an answer. */
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

  /** Something arrived. */
  works(): void {
    this.#failures = 0
    if (this.#isRetrying) this.#tellRetrying(false)
    this.#isRetrying = false
  }

  /** Try again now instead of waiting, and take a silent line for dead. */
  hurry(): void {
    this.#reading?.giveUpIfQuiet()
    this.wake()
  }

  /** Cut a pause between attempts short. */
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

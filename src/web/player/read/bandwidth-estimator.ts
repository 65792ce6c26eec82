import type { Milliseconds } from '#shared/units.ts'

/** The timing of one request, in the clock of `performance.now()`. */
export interface FetchTimes {
  readonly askedAt: Milliseconds
  readonly firstByteAt: Milliseconds
  readonly lastByteAt: Milliseconds
  readonly bytes: number
}

/** Estimates of the network; undefined until a request was large enough to tell. */
export interface LineFacts {
  readonly bytesPerSecond?: number
  readonly roundTripMs?: Milliseconds
}

/** Smaller responses arrive together with their headers and say nothing about the rate. */
const TELLING_BYTES = 16 * 1024
/** A second of transfer weighs as much as everything measured this long before it. */
const MEMORY_MS = 4000
/** After this time, an older measurement weighs a third: the network may change while the buffer is full. */
const FADE_MS = 3000

/** Measures the network by the requests that are made anyway. All sources of a page share one. */
export class BandwidthEstimator {
  #bytesPerSecond: number | undefined
  #weightMs = 0
  #roundTripMs: number | undefined
  #notedAt = 0

  get facts(): LineFacts {
    return {
      ...(this.#bytesPerSecond !== undefined && { bytesPerSecond: this.#bytesPerSecond }),
      ...(this.#roundTripMs !== undefined && { roundTripMs: this.#roundTripMs }),
    }
  }

  note({ askedAt, firstByteAt, lastByteAt, bytes }: FetchTimes): void {
    const waited = firstByteAt - askedAt
    this.#roundTripMs = this.#roundTripMs === undefined ? waited : this.#roundTripMs * 0.7 + waited * 0.3
    if (bytes < TELLING_BYTES) return
    const took = Math.max(1, lastByteAt - firstByteAt)
    const weight = Math.min(this.#weightMs, MEMORY_MS) * Math.exp(-Math.max(0, firstByteAt - this.#notedAt) / FADE_MS)
    this.#notedAt = lastByteAt
    // Bytes over time, not a mean of rates: a short burst must not outweigh a long slow period.
    const before = ((this.#bytesPerSecond ?? 0) * weight) / 1000
    this.#bytesPerSecond = ((before + bytes) * 1000) / (weight + took)
    this.#weightMs = weight + took
  }
}

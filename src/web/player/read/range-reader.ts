import type { Milliseconds } from '#shared/units.ts'
import { isProxys } from '#web/api/failed-request.ts'
import type { BandwidthEstimator } from './bandwidth-estimator.ts'
import type { PlayerError, PlayerErrorKind } from '../player-state.ts'

/** An error that a retry cannot fix. */
export class StreamFailure extends Error {
  readonly kind: PlayerErrorKind

  constructor(kind: PlayerErrorKind, detail: string) {
    super(detail)
    this.kind = kind
  }

  toPlayerError(): PlayerError {
    return { kind: this.kind, detail: this.message }
  }
}

/** After this much silence, a retry is worthwhile if the network may have changed. */
const QUIET_MS = 1000

export interface RangeRequest {
  readonly url: string
  /** `end` is exclusive; if omitted, everything from `start` on. */
  readonly start: number
  readonly end?: number
  readonly signal: AbortSignal
  /** A connection that is silent for this long counts as dead. */
  readonly patienceMs: Milliseconds
  readonly line: BandwidthEstimator
}

/** One range request in progress. */
export class RangeRead {
  readonly #request: RangeRequest
  readonly #watch = new AbortController()
  #heardAt = performance.now()

  constructor(request: RangeRequest) {
    this.#request = request
  }

  /**
   * Aborts if nothing has arrived for a while: after sleep or a change of network, a connection may be dead without an
   * error.
   */
  giveUpIfQuiet(): void {
    if (performance.now() - this.#heardAt > QUIET_MS) this.#watch.abort()
  }

  /**
   * Passes the bytes to `use` as they arrive. Throws StreamFailure if a retry is pointless; any other error means that
   * the connection broke.
   */
  async run(use: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> {
    const { url, start, end = Infinity, signal, line } = this.#request
    const askedAt = performance.now()
    let timer = this.#wait()
    try {
      const isWhole = start === 0 && end === Infinity
      const response = await fetch(url, {
        headers: isWhole ? {} : { range: `bytes=${start}-${end === Infinity ? '' : end - 1}` },
        credentials: 'same-origin',
        // Chromium's disk cache handles only one request per URL at a time.
        cache: isWhole ? 'default' : 'no-store',
        signal: AbortSignal.any([signal, this.#watch.signal]),
      })
      if (!isWhole || !response.ok) refuseWrongAnswer(response, start)
      if (!response.body) throw new StreamFailure('refused', 'answer without a body')
      const firstByteAt = performance.now()
      const reader = response.body.getReader()
      let read = 0
      while (read < end - start) {
        const { done, value } = await reader.read()
        if (done && end === Infinity) break
        if (done) throw new Error(`answer ended ${end - start - read} bytes early`)
        clearTimeout(timer)
        timer = this.#wait()
        read += value.length
        use(read > end - start ? value.subarray(0, value.length - (read - (end - start))) : value)
      }
      line.note({ askedAt, firstByteAt, lastByteAt: performance.now(), bytes: read })
      if (read > end - start) await reader.cancel()
    } finally {
      clearTimeout(timer)
    }
  }

  #wait(): ReturnType<typeof setTimeout> {
    this.#heardAt = performance.now()
    return setTimeout(() => this.#watch.abort(), this.#request.patienceMs)
  }
}

function refuseWrongAnswer(response: Response, start: number): void {
  const { status } = response
  if (isProxys(response)) throw new Error(`status ${status} of a proxy`)
  if (status === 206) {
    const range = response.headers.get('content-range')
    if (range !== null && !range.startsWith(`bytes ${start}-`))
      throw new StreamFailure('refused', `asked from byte ${start}, got ${range}`)
    return
  }
  refuseStatus(status)
}

/** Throws for an unexpected status; a StreamFailure if a retry would get the same. */
function refuseStatus(status: number): never {
  if (status === 401 || status === 403) throw new StreamFailure('not-allowed', `status ${status}`)
  if (status === 404 || status === 410) throw new StreamFailure('gone', `status ${status}`)
  if (status >= 500 || status === 408 || status === 425 || status === 429) throw new Error(`status ${status}`)
  throw new StreamFailure('refused', `status ${status}`)
}

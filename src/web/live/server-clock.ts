import type { LiveMessage, LiveRequest } from '#shared/events.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { bestEstimate, type ClockEstimate, type ClockSample } from '#shared/clock-estimate.ts'

/** The part of a live connection that the clock uses. */
export interface ClockLine {
  readonly say: (request: LiveRequest) => void
  readonly hear: (listener: (message: LiveMessage) => void) => () => void
  readonly watch: (listener: () => void) => () => void
  readonly isConnected: () => boolean
}

/** First several requests close together, then one at intervals. */
const FIRST = 9
const FIRST_EVERY_MS: Milliseconds = 60
const EVERY_MS: Milliseconds = 4_000
/** The clocks of two computers drift apart, so older answers are less accurate. */
const KEPT = 24

/** Estimates the server's clock from round-trip times. Runs while it has users. */
export class ServerClock {
  readonly #line: ClockLine
  #samples: ClockSample[] = []
  #estimate: ClockEstimate | undefined
  #users = 0
  #stop: (() => void) | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(line: ClockLine) {
    this.#line = line
  }

  /** Runs until the returned function is called. */
  use(): () => void {
    this.#users += 1
    if (this.#users === 1) this.#start()
    return () => {
      this.#users -= 1
      if (this.#users === 0) this.#end()
    }
  }

  /** Undefined until the first answer. */
  estimate(): ClockEstimate | undefined {
    return this.#estimate
  }

  /** The server's time at a moment of `performance.now()`. */
  serverTime(local: Milliseconds = performance.now()): Instant | undefined {
    return this.#estimate && local + this.#estimate.offsetMs
  }

  #start(): void {
    const forget = this.#line.hear((message) => message.type === 'clock' && this.#hear(message.sent, message.at))
    const unwatch = this.#line.watch(() => this.#askAnew())
    this.#stop = () => {
      forget()
      unwatch()
    }
    this.#askAnew()
  }

  #end(): void {
    this.#stop?.()
    clearTimeout(this.#timer)
    this.#samples = []
  }

  /** After a reconnect, the server process may be a different one. */
  #askAnew(): void {
    clearTimeout(this.#timer)
    if (!this.#line.isConnected()) return
    this.#samples = []
    this.#asked = 0
    this.#ask()
  }

  #ask(): void {
    this.#line.say({ type: 'clock', sent: performance.now() })
    this.#asked += 1
    this.#timer = setTimeout(() => this.#ask(), this.#asked < FIRST ? FIRST_EVERY_MS : EVERY_MS)
  }

  #hear(sent: Milliseconds, at: Instant): void {
    this.#samples = [...this.#samples, { sent, at, received: performance.now() }].slice(-KEPT)
    this.#estimate = bestEstimate(this.#samples)
  }
}

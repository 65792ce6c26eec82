import type { LiveMessage, LiveRequest } from '#shared/events.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { bestEstimate, type ClockEstimate, type ClockSample } from '#shared/clock-estimate.ts'

/** What the clock needs of a live connection. */
export interface ClockLine {
  readonly say: (request: LiveRequest) => void
  readonly hear: (listener: (message: LiveMessage) => void) => () => void
  readonly watch: (listener: () => void) => () => void
  readonly isConnected: () => boolean
}

/** First several questions close together, then one now and then. */
const FIRST = 9
const FIRST_EVERY_MS: Milliseconds = 60
const EVERY_MS: Milliseconds = 4_000
/** Clocks of two computers drift apart: older answers say less. */
const KEPT = 24

/** Reckons the server's clock from how long its answers take. Runs while somebody uses it. */
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

  /** Keeps it going until the answered function is called. */
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

  /** What the server's clock shows at a moment of `performance.now()`. */
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

  /** A connection that came back may lead to a server that was started anew. */
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

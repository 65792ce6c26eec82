import type { Milliseconds, Seconds } from '#shared/units.ts'

/** What of an audio context tells the time. */
export type ContextClock = Pick<AudioContext, 'currentTime' | 'baseLatency' | 'outputLatency' | 'getOutputTimestamp'>

export interface OutputClockOptions {
  /** Asking for the device's latency makes the page wait for another process. */
  readonly isAskingSlow: boolean
  readonly now: () => Milliseconds
}

/** The device has surely started when the mixer has told of sound for so long. */
const STARTED_MS: Milliseconds = 2_000
/** A device's latency hardly changes, and each question is a risk while anything else starts to sound. */
const ASK_EVERY_MS: Milliseconds = 30_000
/** The mixer tells thirty times a second; a longer silence means that the audio thread stood. */
const SILENT_MS: Milliseconds = 500
/** Of a device that was not asked yet. */
const USUAL_LATENCY: Seconds = 0.025
/** A timestamp further off than this from the context's own time is wrong, */
const WRONG_BY: Seconds = 0.25
/** and its neighbours are not believed either: WebKitGTK's are seconds off and wander through the right value. */
const DISTRUST_MS: Milliseconds = 5_000
/** The longest step in which a context's time may go on: WebKitGTK's goes in steps of up to 120 ms. */
const STEP: Seconds = 0.15
/** By how much of the time that passes a step that came early is forgotten. */
const FORGETTING = 0.01

/** Kept from one context to the next: the device is the same. */
let lastLatency: Seconds | undefined

/**
 * What of a context's time is heard now. Firefox answers `outputLatency` and `getOutputTimestamp` only when its audio
 * process does, and with PulseAudio that process and the page wait for each other for good while a stream starts: it is
 * asked once sound has run for two seconds, seldom from then on, and its answer kept.
 */
export class OutputClock {
  readonly #context: ContextClock
  readonly #isAskingSlow: boolean
  readonly #now: () => Milliseconds
  #soundSince: Milliseconds | undefined
  #reportedAt: Milliseconds = 0
  #askedAt: Milliseconds = -Infinity
  #trustsFrom: Milliseconds = 0
  /** The context's time less the page's, without the steps in which it goes on. */
  #lead: Seconds | undefined
  #leadAt: Milliseconds = 0

  constructor(
    context: ContextClock,
    { isAskingSlow, now }: OutputClockOptions = { isAskingSlow: isGecko(), now: () => performance.now() },
  ) {
    this.#context = context
    this.#isAskingSlow = isAskingSlow
    this.#now = now
  }

  /** Call it with each of the mixer's reports. */
  hear(isSounding: boolean): void {
    const now = this.#now()
    if (!isSounding || now - this.#reportedAt > SILENT_MS) this.#soundSince = undefined
    if (isSounding) this.#soundSince ??= now
    this.#reportedAt = now
  }

  heardTime(): Seconds {
    const latency = this.#isAskingSlow
      ? this.#keptLatency()
      : this.#context.outputLatency || this.#context.baseLatency || 0
    return (this.#isAskingSlow ? undefined : this.#stamped(latency)) ?? this.#steadyTime() - latency
  }

  #keptLatency(): Seconds {
    const now = this.#now()
    const hasStarted =
      this.#soundSince !== undefined && now - this.#soundSince >= STARTED_MS && now - this.#reportedAt <= SILENT_MS
    if (hasStarted && now - this.#askedAt >= ASK_EVERY_MS) {
      lastLatency = this.#context.outputLatency || lastLatency
      this.#askedAt = this.#now()
    }
    return lastLatency ?? this.#context.baseLatency + USUAL_LATENCY
  }

  /** By the device's own timestamp, where that can be true. */
  #stamped(latency: Seconds): Seconds | undefined {
    const { contextTime, performanceTime } = this.#context.getOutputTimestamp()
    if (contextTime === undefined || performanceTime === undefined || contextTime <= 0 || performanceTime <= 0)
      return undefined
    const now = this.#now()
    const heard = contextTime + (now - performanceTime) / 1000
    if (Math.abs(heard - (this.#context.currentTime - latency)) >= WRONG_BY) this.#trustsFrom = now + DISTRUST_MS
    return now >= this.#trustsFrom ? heard : undefined
  }

  /** The context's time, going on between its steps as the page's clock does. */
  #steadyTime(): Seconds {
    const now = this.#now()
    const { currentTime } = this.#context
    const lead = currentTime - now / 1000
    const kept = this.#lead === undefined ? lead : this.#lead - ((now - this.#leadAt) / 1000) * FORGETTING
    // Further behind than a step, it stood.
    this.#lead = lead < kept - STEP ? lead : Math.max(lead, kept)
    this.#leadAt = now
    return this.#lead + now / 1000
  }
}

/** Nothing that a browser says about its features tells who waits in this question. */
export function isGecko(): boolean {
  return /\bGecko\/\d/.test(navigator.userAgent)
}

import type { Milliseconds, Seconds } from '#shared/units.ts'

/** The part of an audio context that tells the time. */
export type ContextClock = Pick<AudioContext, 'currentTime' | 'baseLatency' | 'outputLatency' | 'getOutputTimestamp'>

export interface OutputClockOptions {
  /** Reading the device's latency makes the page wait for another process. */
  readonly isAskingSlow: boolean
  readonly now: () => Milliseconds
}

/** After the mixer has reported sound for this long, the device has certainly started. */
const STARTED_MS: Milliseconds = 2_000
/** A device's latency hardly changes, and each query is a risk while another stream starts. */
const ASK_EVERY_MS: Milliseconds = 30_000
/** The mixer reports 30 times a second; a longer gap means that the audio thread stalled. */
const SILENT_MS: Milliseconds = 500
/** Assumed until the device's latency has been read. */
const USUAL_LATENCY: Seconds = 0.025
/** A timestamp that differs from the context's time by more than this is wrong, */
const WRONG_BY: Seconds = 0.25
/** and timestamps near it are not trusted either: WebKitGTK's are seconds off and drift through the right value. */
const DISTRUST_MS: Milliseconds = 5_000
/** The longest step of a context's clock: WebKitGTK's advances in steps of up to 120 ms. */
const STEP: Seconds = 0.15
/** The share of the elapsed time by which the lead decays, so that one early step is forgotten. */
const FORGETTING = 0.01

/** Kept from one context to the next, because the device is the same. */
let lastLatency: Seconds | undefined

/**
 * The context time that is audible now. In Firefox, `outputLatency` and `getOutputTimestamp` wait for the audio
 * process, and with PulseAudio that process and the page can deadlock while a stream starts. Therefore the latency is
 * read only after two seconds of sound, then rarely, and cached.
 */
export class OutputClock {
  readonly #context: ContextClock
  readonly #isAskingSlow: boolean
  readonly #now: () => Milliseconds
  #soundSince: Milliseconds | undefined
  #reportedAt: Milliseconds = 0
  #askedAt: Milliseconds = -Infinity
  #trustsFrom: Milliseconds = 0
  /** The context's time minus the page's, smoothed over the clock's steps. */
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

  /** From the device's own timestamp, if it is plausible. */
  #stamped(latency: Seconds): Seconds | undefined {
    const { contextTime, performanceTime } = this.#context.getOutputTimestamp()
    if (contextTime === undefined || performanceTime === undefined || contextTime <= 0 || performanceTime <= 0)
      return undefined
    const now = this.#now()
    const heard = contextTime + (now - performanceTime) / 1000
    if (Math.abs(heard - (this.#context.currentTime - latency)) >= WRONG_BY) this.#trustsFrom = now + DISTRUST_MS
    return now >= this.#trustsFrom ? heard : undefined
  }

  /** The context's time, interpolated between its steps by the page's clock. */
  #steadyTime(): Seconds {
    const now = this.#now()
    const { currentTime } = this.#context
    const lead = currentTime - now / 1000
    const kept = this.#lead === undefined ? lead : this.#lead - ((now - this.#leadAt) / 1000) * FORGETTING
    // More than one step behind: the clock had stopped.
    this.#lead = lead < kept - STEP ? lead : Math.max(lead, kept)
    this.#leadAt = now
    return this.#lead + now / 1000
  }
}

/** No feature test reveals which browsers block on this query, so test for the engine. */
export function isGecko(): boolean {
  return /\bGecko\/\d/.test(navigator.userAgent)
}

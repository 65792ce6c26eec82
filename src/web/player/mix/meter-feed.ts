import type { MeterReading } from './level-meter.ts'

export type UseReading = (reading: MeterReading | null) => void

/** Carries readings from the audio thread to the meters on screen. Measures only while it has subscribers. */
export class MeterFeed {
  readonly #switch: (order: { readonly isOn: boolean; readonly clear: boolean }) => void
  readonly #users = new Set<UseReading>()
  #latest: MeterReading | null = null

  constructor(turn: (order: { readonly isOn: boolean; readonly clear: boolean }) => void) {
    this.#switch = turn
  }

  /**
   * Calls `use` about 30 times a second, with null while nothing sounds; bypasses React state. Returns the unsubscribe
   * function.
   */
  readonly watch = (use: UseReading): (() => void) => {
    this.#users.add(use)
    if (this.#users.size === 1) this.tellEngine()
    use(this.#latest)
    return () => {
      this.#users.delete(use)
      if (this.#users.size === 0) this.tellEngine()
    }
  }

  hear(reading: MeterReading | null): void {
    this.#latest = reading
    for (const use of this.#users) use(reading)
  }

  /** Clears the maxima. */
  readonly clear = (): void => this.#switch({ isOn: this.#users.size > 0, clear: true })

  /** A new engine does not measure until it is switched on. */
  tellEngine(): void {
    this.#switch({ isOn: this.#users.size > 0, clear: false })
  }
}

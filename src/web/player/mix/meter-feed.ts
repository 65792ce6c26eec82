import type { MeterReading } from './level-meter.ts'

export type UseReading = (reading: MeterReading | null) => void

/** Carries readings from the audio thread to whoever draws them. It measures only while somebody looks. */
export class MeterFeed {
  readonly #switch: (order: { readonly isOn: boolean; readonly clear: boolean }) => void
  readonly #users = new Set<UseReading>()
  #latest: MeterReading | null = null

  constructor(turn: (order: { readonly isOn: boolean; readonly clear: boolean }) => void) {
    this.#switch = turn
  }

  /**
   * Null while nothing sounds. Calls `use` about thirty times a second; never through React state. Returns how to stop.
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

  /** Forget the maxima. */
  readonly clear = (): void => this.#switch({ isOn: this.#users.size > 0, clear: true })

  /** A new engine measures nothing before it is told. */
  tellEngine(): void {
    this.#switch({ isOn: this.#users.size > 0, clear: false })
  }
}

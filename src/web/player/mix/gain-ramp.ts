import type { Frames } from '#shared/units.ts'

/** A gain that moves to its target linearly, so that changes do not click. */
export class GainRamp {
  #value: number
  #target: number
  #step = 0

  constructor(value: number) {
    this.#value = value
    this.#target = value
  }

  /** Exactly 1 and not moving: samples may pass unchanged. */
  get isUnity(): boolean {
    return this.#value === 1 && this.#target === 1
  }

  /** Exactly 0 and not moving: there is nothing to add. */
  get isSilent(): boolean {
    return this.#value === 0 && this.#target === 0
  }

  get target(): number {
    return this.#target
  }

  moveTo(target: number, frames: Frames): void {
    this.#target = target
    this.#step = (target - this.#value) / Math.max(1, frames)
    if (this.#step === 0) this.#value = target
  }

  jumpTo(value: number): void {
    this.#value = value
    this.#target = value
  }

  /** The gain for the next sample frame. */
  next(): number {
    const value = this.#value
    if (value !== this.#target) {
      const following = value + this.#step
      this.#value = this.#step > 0 === following < this.#target ? following : this.#target
    }
    return value
  }
}

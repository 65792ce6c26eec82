/** Finds out how many bits of integer samples are in use: the lowest bits of padded samples are always zero. */
export class UsedBits {
  readonly #bits: number
  #seen = 0

  /** Of the source; at most 32. */
  constructor(bits: number) {
    this.#bits = bits
  }

  /** Samples in the upper bits of 32. Not needed any more once all bits have been seen. */
  add(samples: Int32Array): void {
    let seen = this.#seen
    for (let i = 0; i < samples.length; i++) seen |= samples[i] ?? 0
    this.#seen = seen
  }

  /** Whether bits remain that have always been zero. */
  get isOpen(): boolean {
    return this.used < this.#bits
  }

  /** Zero for digital silence. */
  get used(): number {
    const lowest = this.#seen & -this.#seen
    return this.#seen === 0 ? 0 : 1 + Math.clz32(lowest)
  }
}

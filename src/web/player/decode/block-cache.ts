/** Limits the bytes that all caches of a page hold together. */
export class CacheBudget {
  readonly #limitBytes: number
  #bytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  get isExceeded(): boolean {
    return this.#bytes > this.#limitBytes
  }

  take(bytes: number): void {
    this.#bytes += bytes
  }
}

/** Recently fetched encoded blocks, so that loops and steps back need no network. */
export class BlockCache {
  readonly #budget: CacheBudget
  /** Least recently used first. */
  readonly #blocks = new Map<number, Uint8Array<ArrayBuffer>>()

  constructor(budget: CacheBudget) {
    this.#budget = budget
  }

  get(block: number): Uint8Array<ArrayBuffer> | undefined {
    const bytes = this.#blocks.get(block)
    if (!bytes) return undefined
    this.#blocks.delete(block)
    this.#blocks.set(block, bytes)
    return bytes
  }

  add(block: number, bytes: Uint8Array<ArrayBuffer>): void {
    this.#drop(block)
    this.#blocks.set(block, bytes)
    this.#budget.take(bytes.length)
    for (const oldest of this.#blocks.keys()) {
      if (!this.#budget.isExceeded) break
      this.#drop(oldest)
    }
  }

  clear(): void {
    for (const block of this.#blocks.keys()) this.#drop(block)
  }

  #drop(block: number): void {
    this.#budget.take(-(this.#blocks.get(block)?.length ?? 0))
    this.#blocks.delete(block)
  }
}

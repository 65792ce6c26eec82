/** Limit for planes held for reuse. */
const LIMIT_BYTES = 8 * 2 ** 20

/**
 * Reuses planes that were played. Garbage collectors ignore the size of ArrayBuffers, so unused planes would pile up to
 * tens of megabytes.
 */
export class PlanePool {
  readonly #free = new Map<number, ArrayBuffer[]>()
  #bytes = 0

  /** A plane of `length` samples with undefined content. */
  take(length: number): Float32Array<ArrayBuffer> {
    const buffer = this.#free.get(length * 4)?.pop()
    if (!buffer) return new Float32Array(length)
    this.#bytes -= buffer.byteLength
    return new Float32Array(buffer)
  }

  give(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) {
      if (this.#bytes + buffer.byteLength > LIMIT_BYTES) return
      this.#bytes += buffer.byteLength
      const same = this.#free.get(buffer.byteLength)
      if (same) same.push(buffer)
      else this.#free.set(buffer.byteLength, [buffer])
    }
  }
}

/** One pool per thread. */
export const planePool = new PlanePool()

/** Kept for reuse at most. */
const LIMIT_BYTES = 8 * 2 ** 20

/**
 * Planes that were heard, to be filled again. Left to the garbage collector they pile up by tens of megabytes, since
 * it looks at what objects take and hardly at their buffers.
 */
export class PlanePool {
  readonly #free = new Map<number, ArrayBuffer[]>()
  #bytes = 0

  /** A plane of `length` samples with anything in it. */
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

/** Of this thread. */
export const planePool = new PlanePool()

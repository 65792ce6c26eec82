/** Cuts a stream into chunks of an exact size; the last may be shorter. Buffers at most one chunk. */
export class ByteChunks {
  readonly #chunkBytes: number
  #held: Uint8Array<ArrayBuffer>
  #filled = 0

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes
    this.#held = new Uint8Array(chunkBytes)
  }

  /** The chunks that are now full. */
  *take(bytes: Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
    for (let at = 0; at < bytes.byteLength;) {
      const piece = bytes.subarray(at, at + this.#chunkBytes - this.#filled)
      this.#held.set(piece, this.#filled)
      this.#filled += piece.byteLength
      at += piece.byteLength
      if (this.#filled === this.#chunkBytes) yield* this.rest()
    }
  }

  /** The rest, if any. */
  *rest(): Generator<Uint8Array<ArrayBuffer>> {
    if (this.#filled === 0) return
    const chunk = this.#held.subarray(0, this.#filled)
    this.#held = new Uint8Array(this.#chunkBytes)
    this.#filled = 0
    yield chunk
  }
}

import type { ChildOutput } from '#server/media/child-output.ts'
import type { OutputName } from '#server/media/child-protocol.ts'

/** Bytes buffered before they are written to the pipe. */
const GATHER_BYTES = 256 * 1024

/** Writes one of the child's outputs sequentially, in large pieces. */
export class OutputWriter {
  readonly #output: ChildOutput
  readonly #name: OutputName
  readonly #gathered = new Uint8Array(GATHER_BYTES)
  #gatheredBytes = 0
  #position: number

  /** `from`: the start offset; the part before it is written at the end. */
  constructor(output: ChildOutput, name: OutputName, from = 0) {
    this.#output = output
    this.#name = name
    this.#position = from
  }

  /** The offset of the next byte. */
  get end(): number {
    return this.#position + this.#gatheredBytes
  }

  append(bytes: Uint8Array): void {
    for (let taken = 0; taken < bytes.length;) {
      const count = Math.min(bytes.length - taken, GATHER_BYTES - this.#gatheredBytes)
      this.#gathered.set(bytes.subarray(taken, taken + count), this.#gatheredBytes)
      this.#gatheredBytes += count
      taken += count
      if (this.#gatheredBytes === GATHER_BYTES) this.#flush()
    }
  }

  /** Sends the remaining bytes, then the head at the beginning. */
  finish(head: Uint8Array = new Uint8Array()): void {
    this.#flush()
    if (head.length > 0) this.#output.write(this.#name, 0, head)
  }

  #flush(): void {
    if (this.#gatheredBytes > 0)
      this.#output.write(this.#name, this.#position, this.#gathered.subarray(0, this.#gatheredBytes))
    this.#position += this.#gatheredBytes
    this.#gatheredBytes = 0
  }
}

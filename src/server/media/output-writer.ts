import type { ChildOutput } from '#server/media/child-output.ts'
import type { OutputName } from '#server/media/child-protocol.ts'

/** Bytes gathered before they go down the pipe. */
const GATHER_BYTES = 256 * 1024

/** Writes one output of the child from front to back, in pieces worth sending. */
export class OutputWriter {
  readonly #output: ChildOutput
  readonly #name: OutputName
  readonly #gathered = new Uint8Array(GATHER_BYTES)
  #gatheredBytes = 0
  #position: number

  /** `from`: what comes before is written separately, at the end. */
  constructor(output: ChildOutput, name: OutputName, from = 0) {
    this.#output = output
    this.#name = name
    this.#position = from
  }

  /** Where the next byte goes. */
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

  /** Sends what is left, then what belongs at the beginning. */
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

import type { BlockMap } from './block-map.ts'

/** Cuts bytes that arrive in portions of any size into whole blocks, beginning with block `first`. */
export class BlockCutter {
  readonly #map: BlockMap
  readonly #use: (block: number, bytes: Uint8Array<ArrayBuffer>) => void
  #block: number
  #open: Uint8Array<ArrayBuffer>
  #filled = 0

  constructor(map: BlockMap, first: number, use: (block: number, bytes: Uint8Array<ArrayBuffer>) => void) {
    this.#map = map
    this.#use = use
    this.#block = first
    this.#open = this.#emptyBlock()
  }

  push(bytes: Uint8Array): void {
    let rest = bytes
    while (rest.length > 0 && this.#block < this.#map.blocks) {
      const part = rest.subarray(0, this.#open.length - this.#filled)
      this.#open.set(part, this.#filled)
      this.#filled += part.length
      rest = rest.subarray(part.length)
      if (this.#filled < this.#open.length) continue
      const whole = this.#open
      const block = this.#block
      this.#block += 1
      this.#filled = 0
      this.#open = this.#emptyBlock()
      this.#use(block, whole)
    }
  }

  #emptyBlock(): Uint8Array<ArrayBuffer> {
    if (this.#block >= this.#map.blocks) return new Uint8Array(0)
    return new Uint8Array(this.#map.byteStart(this.#block + 1) - this.#map.byteStart(this.#block))
  }
}

import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** Rows per second. Each is ten cells of the energy grid, so both begin at the same frames. */
export const ROWS_PER_SECOND = 10
export const ROW_FIELDS = 4

/**
 * Peaks and sides of every 100 ms of a recording; the last row may be shorter. A recording of one channel has it on
 * both sides; of more than two, the sides are the first two.
 */
export interface DynamicsRows {
  /** The highest true peak of all channels, as an amplitude. */
  readonly peaks: Float32Array
  /** Mean squares. */
  readonly left: Float32Array
  readonly right: Float32Array
  /** The mean of left × right. */
  readonly products: Float32Array
}

/** From quadruples of peak, left, right and product. */
export function dynamicsRows(quadruples: Float32Array): DynamicsRows {
  const count = Math.floor(quadruples.length / ROW_FIELDS)
  const field = (offset: number) =>
    Float32Array.from({ length: count }, (_, row) => quadruples[row * ROW_FIELDS + offset] ?? 0)
  return { peaks: field(0), left: field(1), right: field(2), products: field(3) }
}

/** A quarter of an hour of rows. */
const PIECE_BYTES = 16 * 9000

/** Collects the rows of a pass. */
export class RowCollector {
  readonly #sampleRate: Hertz
  #quadruples = new Float32Array(ROW_FIELDS * 1024)
  #used = 0

  constructor(sampleRate: Hertz) {
    this.#sampleRate = sampleRate
  }

  get count(): number {
    return this.#used / ROW_FIELDS
  }

  add(quadruples: Float32Array): void {
    if (this.#used + quadruples.length > this.#quadruples.length) {
      const longer = new Float32Array(2 * this.#quadruples.length + quadruples.length)
      longer.set(this.#quadruples)
      this.#quadruples = longer
    }
    this.#quadruples.set(quadruples, this.#used)
    this.#used += quadruples.length
  }

  /** A peak that a longer filter found. */
  raise(frame: Frames, level: number): void {
    const at = Math.min(this.count - 1, Math.max(0, Math.floor((frame / this.#sampleRate) * ROWS_PER_SECOND)))
    if (at >= 0) this.#quadruples[at * ROW_FIELDS] = Math.max(level, this.#quadruples[at * ROW_FIELDS] ?? 0)
  }

  /** Of a size that can be sent at once. */
  pieces(): readonly Uint8Array<ArrayBuffer>[] {
    const total = this.#used * 4
    return Array.from(
      { length: Math.ceil(total / PIECE_BYTES) },
      (_, i) =>
        new Uint8Array(this.#quadruples.buffer, i * PIECE_BYTES, Math.min(PIECE_BYTES, total - i * PIECE_BYTES)),
    )
  }
}

/** The rows that a stretch of a recording touches: from the first to before the second. */
export function rowsOf(from: Seconds, to: Seconds, count: number): readonly [number, number] {
  // Times are rounded; a row that only begins or ends there is not touched.
  const rounding = 1e-6
  const first = Math.max(0, Math.floor(from * ROWS_PER_SECOND + rounding))
  return [first, Math.max(first, Math.min(count, Math.ceil(to * ROWS_PER_SECOND - rounding)))]
}

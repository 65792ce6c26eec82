import type { StereoSums } from '#audio/phase-watch.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/** The minimum length of a row. */
const ROW: Seconds = 0.09

/** Mean squares of left and right, and the mean of their product, in one row. */
export interface SideLevels {
  readonly left: number
  readonly right: number
  readonly product: number
}

/** A stereo recording in rows of about a tenth of a second, for finding faults of one channel. */
export class SideRows {
  /** The start of each row; the last entry is the end of the last row. */
  readonly starts: Frames[] = [0]
  readonly sampleRate: Hertz
  /** Sums up to the start of each row. */
  readonly #sums: StereoSums[] = [{ products: 0, left: 0, right: 0 }]

  constructor(sampleRate: Hertz) {
    this.sampleRate = sampleRate
  }

  /** Call after each block, with its end and the sums up to there. */
  add(to: Frames, sums: StereoSums): void {
    if (to - (this.starts.at(-1) ?? 0) < ROW * this.sampleRate) return
    this.starts.push(to)
    this.#sums.push(sums)
  }

  get count(): number {
    return this.starts.length - 1
  }

  at(row: number): Seconds {
    return (this.starts[row] ?? 0) / this.sampleRate
  }

  /** The row in which this moment is. */
  rowAt(at: Seconds): number {
    const row = this.starts.findIndex((start) => start > at * this.sampleRate)
    return row < 0 ? this.count : Math.max(0, row - 1)
  }

  /** The number of rows in this time. */
  rows(seconds: Seconds): number {
    return Math.max(1, Math.round(seconds / Math.max(ROW, this.at(this.count) / Math.max(1, this.count))))
  }

  /** Over these rows; rows outside of the recording are skipped. */
  mean(from: number, to: number): SideLevels {
    const [first, last] = [Math.max(0, from), Math.min(this.count, to)]
    const [before, after] = [this.#sums[first], this.#sums[last]]
    const frames = (this.starts[last] ?? 0) - (this.starts[first] ?? 0)
    if (!before || !after || frames <= 0) return { left: 0, right: 0, product: 0 }
    const mean = (sum: keyof StereoSums) => (after[sum] - before[sum]) / frames
    return { left: mean('left'), right: mean('right'), product: mean('products') }
  }
}

import type { Frames } from '#shared/units.ts'

export interface WaveformPlan {
  readonly channels: number
  readonly samplesPerPixel: Frames
  /** One waveform per channel, or one of their mean. */
  readonly split: boolean
}

/** Points buffered before they are passed on. */
const GATHER_POINTS = 4096

/**
 * Minimum and maximum of every `samplesPerPixel` frames, as BBC audiowaveform computes them: 16-bit integers, the mean
 * of the channels truncated towards zero, a last point for the rest.
 */
export class WaveformPoints {
  readonly #plan: WaveformPlan
  readonly #give: (points: Uint8Array<ArrayBuffer>) => void
  readonly #outputs: number
  readonly #min: Int16Array<ArrayBuffer>
  readonly #max: Int16Array<ArrayBuffer>
  readonly #gathered: DataView<ArrayBuffer>
  #gatheredBytes = 0
  #count: Frames = 0
  #length = 0

  /**
   * `give` gets points in the format of `.dat` files: minimum and maximum of each channel, little-endian. Valid only
   * during the call.
   */
  constructor(plan: WaveformPlan, give: (points: Uint8Array<ArrayBuffer>) => void) {
    this.#plan = plan
    this.#give = give
    this.#outputs = plan.split ? plan.channels : 1
    this.#min = new Int16Array(this.#outputs).fill(32_767)
    this.#max = new Int16Array(this.#outputs).fill(-32_768)
    this.#gathered = new DataView(new ArrayBuffer(GATHER_POINTS * this.#outputs * 4))
  }

  /** `samples[channel][frame]`. */
  add(samples: readonly Int16Array[], frames: Frames): void {
    const lanes = this.#plan.split || samples.length === 1 ? samples : [mean(samples, frames)]
    for (let from = 0; from < frames;) {
      const to = Math.min(frames, from + this.#plan.samplesPerPixel - this.#count)
      lanes.forEach((lane, output) => this.#widen(output, lane, from, to))
      this.#count += to - from
      from = to
      if (this.#count === this.#plan.samplesPerPixel) this.#point()
    }
  }

  /** The number of points, and of channels in the output. */
  finish(): { readonly length: number; readonly outputChannels: number } {
    if (this.#count > 0) this.#point()
    this.#flush()
    return { length: this.#length, outputChannels: this.#outputs }
  }

  #widen(output: number, lane: Int16Array, from: number, to: number): void {
    let min = this.#min[output] ?? 0
    let max = this.#max[output] ?? 0
    for (let i = from; i < to; i++) {
      const sample = lane[i] ?? 0
      if (sample < min) min = sample
      if (sample > max) max = sample
    }
    this.#min[output] = min
    this.#max[output] = max
  }

  #point(): void {
    for (let output = 0; output < this.#outputs; output++) {
      this.#gathered.setInt16(this.#gatheredBytes, this.#min[output] ?? 0, true)
      this.#gathered.setInt16(this.#gatheredBytes + 2, this.#max[output] ?? 0, true)
      this.#gatheredBytes += 4
    }
    this.#min.fill(32_767)
    this.#max.fill(-32_768)
    this.#count = 0
    this.#length++
    if (this.#gatheredBytes === this.#gathered.byteLength) this.#flush()
  }

  #flush(): void {
    if (this.#gatheredBytes > 0) this.#give(new Uint8Array(this.#gathered.buffer, 0, this.#gatheredBytes))
    this.#gatheredBytes = 0
  }
}

function mean(samples: readonly Int16Array[], frames: Frames): Int16Array {
  const sums = new Int32Array(frames)
  for (const lane of samples) for (let i = 0; i < frames; i++) sums[i] = (sums[i] ?? 0) + (lane[i] ?? 0)
  return Int16Array.from(sums, (sum) => Math.trunc(sum / samples.length))
}

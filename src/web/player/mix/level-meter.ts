import { channelWeights, kWeighting, type KWeighting } from '#audio/k-weighting.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { truePeakFilter } from '#audio/true-peak-filter.ts'
import type { Decibels, Frames, Hertz, Lufs } from '#shared/units.ts'

/** Current meter values; silence is -Infinity, and its correlation is 0. */
export interface MeterReading {
  readonly momentary: Lufs
  readonly shortTerm: Lufs
  /** dBTP per channel: the maximum since the previous reading. */
  readonly truePeaks: readonly Decibels[]
  /** -1 to 1 between the first two channels, over 0.4 s. */
  readonly correlation: number
  /** Pairs of samples since the previous reading, evenly apart: left and right alternate. Empty for one channel. */
  readonly points: Float32Array
  /** The maximum since the meter was cleared. */
  readonly momentaryMax: Lufs
  readonly shortTermMax: Lufs
  readonly truePeakMax: Decibels
}

const MOMENTARY_CELLS = 40
const SHORT_TERM_CELLS = 300
/** Pairs in a reading, at most. */
const MOST_POINTS = 400
/** Readings a second. */
const READINGS = 30
const FILTER = truePeakFilter()
const TAPS = 16

/**
 * Measures the sound as it plays, with the same filters, cells and windows as the server's analysis, so that both
 * agree. Windows restart whenever sound sets in.
 * @see ITU-R BS.1770-4, EBU Tech 3341
 */
export class LevelMeter {
  readonly #sampleRate: Hertz
  readonly #channels: readonly ChannelMeter[]
  /** Recent cells: energy, and for the correlation the products of the first two channels. */
  readonly #energy = new CellWindow(SHORT_TERM_CELLS)
  readonly #products = [
    new CellWindow(MOMENTARY_CELLS),
    new CellWindow(MOMENTARY_CELLS),
    new CellWindow(MOMENTARY_CELLS),
  ] as const
  readonly #open = new Float64Array(3)
  readonly #points = new Float32Array(MOST_POINTS * 2)
  #pointFloats = 0
  /** Frames between two points, and since the last one. */
  readonly #pointStep: Frames
  #sincePoint: Frames = 0
  /** Sum of the current cell. */
  #cellEnergy = 0
  #frames: Frames = 0
  #cells = 0
  #momentaryMax = 0
  #shortTermMax = 0
  #truePeakMax = 0

  constructor(channels: number, sampleRate: Hertz) {
    this.#sampleRate = sampleRate
    this.#pointStep = Math.ceil(sampleRate / READINGS / MOST_POINTS)
    const weighting = kWeighting(sampleRate)
    this.#channels = channelWeights({ channels }).map((weight) => new ChannelMeter(weight, weighting))
  }

  /** Sound sets in: the windows no longer count what came before. */
  restart(): void {
    this.#frames = 0
    this.#cells = 0
    this.#energy.clear()
    for (const window of this.#products) window.clear()
    this.#open.fill(0)
    this.#pointFloats = 0
    this.#cellEnergy = 0
    for (const channel of this.#channels) channel.restart()
  }

  /** Clears the maxima. */
  clear(): void {
    this.#momentaryMax = 0
    this.#shortTermMax = 0
    this.#truePeakMax = 0
  }

  /**
   * Measures `count` frames of every plane from `at` on. With `isMono`, one channel plays on both sides and the
   * loudness counts only the first, like the analysis of the file; both together would read 3 dB more.
   */
  push(planes: readonly Float32Array[], at: Frames, count: Frames, isMono = false): void {
    let done = 0
    while (done < count) {
      const cellEnd = Math.round(((this.#cells + 1) * this.#sampleRate) / CELLS_PER_SECOND)
      const run = Math.min(count - done, cellEnd - this.#frames)
      this.#channels.forEach((channel, i) => {
        const plane = planes[i]
        if (plane) channel.push(plane, at + done, run)
        const energy = channel.takeEnergy()
        if (!isMono || i === 0) this.#cellEnergy += energy
      })
      this.#multiply(planes[0], planes[1], at + done, run)
      done += run
      this.#frames += run
      if (this.#frames === cellEnd) this.#endCell()
    }
  }

  /** Also clears the true peaks since the previous reading. */
  read(): MeterReading {
    const [product, left, right] = this.#products
    const power = Math.sqrt(left.sum(MOMENTARY_CELLS) * right.sum(MOMENTARY_CELLS))
    const peaks = this.#channels.map((channel) => channel.takePeak())
    this.#truePeakMax = Math.max(this.#truePeakMax, ...peaks)
    const points = this.#points.slice(0, this.#pointFloats)
    this.#pointFloats = 0
    return {
      momentary: lufs(this.#mean(MOMENTARY_CELLS)),
      shortTerm: lufs(this.#mean(SHORT_TERM_CELLS)),
      truePeaks: peaks.map(decibels),
      correlation: power < 1e-12 ? 0 : Math.max(-1, Math.min(1, product.sum(MOMENTARY_CELLS) / power)),
      points,
      momentaryMax: lufs(this.#momentaryMax),
      shortTermMax: lufs(this.#shortTermMax),
      truePeakMax: decibels(this.#truePeakMax),
    }
  }

  #mean(cells: number): number {
    return this.#energy.sum(cells) / cells
  }

  #multiply(left: Float32Array | undefined, right: Float32Array | undefined, at: Frames, run: Frames): void {
    if (!left || !right) return
    let product = 0
    let leftPower = 0
    let rightPower = 0
    for (let i = at; i < at + run; i++) {
      const l = left[i] ?? 0
      const r = right[i] ?? 0
      product += l * r
      leftPower += l * l
      rightPower += r * r
      if (++this.#sincePoint >= this.#pointStep) this.#keepPoint(l, r)
    }
    this.#open[0] = (this.#open[0] ?? 0) + product
    this.#open[1] = (this.#open[1] ?? 0) + leftPower
    this.#open[2] = (this.#open[2] ?? 0) + rightPower
  }

  #keepPoint(left: number, right: number): void {
    this.#sincePoint = 0
    if (this.#pointFloats === this.#points.length) return
    this.#points[this.#pointFloats++] = left
    this.#points[this.#pointFloats++] = right
  }

  #endCell(): void {
    const frames = this.#frames - Math.round((this.#cells * this.#sampleRate) / CELLS_PER_SECOND)
    this.#cells += 1
    this.#energy.push(this.#cellEnergy / frames)
    this.#cellEnergy = 0
    this.#products.forEach((window, i) => window.push(this.#open[i] ?? 0))
    this.#open.fill(0)
    if (this.#cells >= MOMENTARY_CELLS) this.#momentaryMax = Math.max(this.#momentaryMax, this.#mean(MOMENTARY_CELLS))
    if (this.#cells >= SHORT_TERM_CELLS) this.#shortTermMax = Math.max(this.#shortTermMax, this.#mean(SHORT_TERM_CELLS))
  }
}

/** A ring of the latest cells. */
class CellWindow {
  readonly #cells: Float64Array
  #next = 0

  constructor(length: number) {
    this.#cells = new Float64Array(length)
  }

  push(value: number): void {
    this.#cells[this.#next] = value
    this.#next = (this.#next + 1) % this.#cells.length
  }

  /** Sum of the last `count` cells; computed anew each time, so that rounding errors do not accumulate. */
  sum(count: number): number {
    const { length } = this.#cells
    let sum = 0
    for (let back = 1; back <= count; back++) sum += this.#cells[(this.#next - back + length) % length] ?? 0
    return sum
  }

  clear(): void {
    this.#cells.fill(0)
  }
}

/** K-weighted energy and true peak of one channel. */
class ChannelMeter {
  readonly #weight: number
  readonly #k: KWeighting
  readonly #recent = new Float64Array(TAPS * 2)
  #place = 0
  #s1 = 0
  #s2 = 0
  #p1 = 0
  #p2 = 0
  #energy = 0
  #peak = 0

  constructor(weight: number, weighting: KWeighting) {
    this.#weight = weight
    this.#k = weighting
  }

  restart(): void {
    this.#s1 = this.#s2 = this.#p1 = this.#p2 = 0
    this.#energy = 0
    this.#recent.fill(0)
  }

  push(plane: Float32Array, at: Frames, run: Frames): void {
    const [b0, b1, b2, a1, a2] = this.#k.shelf
    const [c1, c2] = this.#k.highPass
    for (let i = at; i < at + run; i++) {
      const sample = plane[i] ?? 0
      const shelved = b0 * sample + this.#s1
      this.#s1 = b1 * sample - a1 * shelved + this.#s2
      this.#s2 = b2 * sample - a2 * shelved
      const passed = shelved + this.#p1
      this.#p1 = -2 * shelved - c1 * passed + this.#p2
      this.#p2 = shelved - c2 * passed
      this.#energy += passed * passed
      this.#between(sample)
    }
  }

  takeEnergy(): number {
    const energy = this.#energy * this.#weight
    this.#energy = 0
    return energy
  }

  takePeak(): number {
    const peak = this.#peak
    this.#peak = 0
    return peak
  }

  /** The four interpolated points before the sample, seven samples late. */
  #between(sample: number): void {
    const recent = this.#recent
    // Stored twice, so that the last sixteen are always contiguous.
    recent[this.#place] = sample
    recent[this.#place + TAPS] = sample
    this.#place = (this.#place + 1) % TAPS
    this.#peak = Math.max(this.#peak, Math.abs(sample))
    for (let phase = 0; phase < FILTER.even.length; phase++) {
      const even = FILTER.even[phase] ?? []
      const odd = FILTER.odd[phase] ?? []
      let together = 0
      let apart = 0
      for (let pair = 0; pair < TAPS / 2; pair++) {
        const early = recent[this.#place + pair] ?? 0
        const late = recent[this.#place + TAPS - 1 - pair] ?? 0
        together += (even[pair] ?? 0) * (early + late)
        apart += (odd[pair] ?? 0) * (early - late)
      }
      this.#peak = Math.max(this.#peak, Math.abs(together + apart), Math.abs(together - apart))
    }
  }
}

/** The server's meter also treats less than this as silence. */
function lufs(energy: number): Lufs {
  return energy > 1e-13 ? -0.691 + 10 * Math.log10(energy) : -Infinity
}

function decibels(level: number): Decibels {
  return level > 0 ? 20 * Math.log10(level) : -Infinity
}

import { Fft, hannWindow } from '#audio/fft.ts'
import { rootMeanSquare } from '#audio/faults/sample-block.ts'
import type { SampleBlock } from '#audio/faults/sample-block.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

/** Where the sound ends although the file could hold more. */
export interface BandLimit {
  /** `upsampled`: at half an older sample rate, `frequency`. `lossy`: at the low-pass filter of an encoder. */
  readonly kind: 'upsampled' | 'lossy'
  readonly frequency: Hertz
  /** Where most is missing: the brightest look. */
  readonly at: Seconds
}

const SIZE = 4096
/** Bins of a band: 86 Hz at 44.1 kHz. */
const BAND_BINS = 8
const BANDS = SIZE / 2 / BAND_BINS
/** A look every half second at first, later every ten. */
const OFTEN = 0.5
const SELDOM = 10
const LOOKS_OFTEN = 40
const MOST_LOOKS = 1200
const FEWEST_LOOKS = 6
/** −50 dBFS. */
const SOUNDS = 0.003
/** Music falls by a few dB in the width of such an edge. */
const LEAST_DROP: Decibels = 25
/** In single looks, among those that have something to cut off. */
const LEAST_DROP_ONCE: Decibels = 12
const SAME_EDGE = 0.9
/** Encoders at the usual rates cut here. Near the top the filters of converters cut too, less steeply. */
const LOSSY_FROM: Hertz = 14_500
const LOSSY_TO: Hertz = 20_100
const STEEP_FROM: Hertz = 19_700
const STEEP_DROP: Decibels = 35
const OLD_RATES: readonly Hertz[] = [44_100, 48_000, 88_200, 96_000]

/** Looks at the upper end of the spectrum now and then. */
export class BandWatch {
  readonly #sampleRate: Hertz
  readonly #fft = new Fft(SIZE)
  readonly #window = hannWindow(SIZE)
  readonly #re = new Float64Array(SIZE)
  readonly #im = new Float64Array(SIZE)
  readonly #looks: Float32Array[] = []
  readonly #times: Seconds[] = []
  #next: Frames = 0

  constructor(sampleRate: Hertz) {
    this.#sampleRate = sampleRate
  }

  add({ from, frames, before, planes }: SampleBlock): void {
    if (from < this.#next || frames < SIZE || this.#looks.length >= MOST_LOOKS) return
    const [left, right] = planes
    if (!left || rootMeanSquare(left, before, before + SIZE) < SOUNDS) return
    this.#next = from + (this.#looks.length < LOOKS_OFTEN ? OFTEN : SELDOM) * this.#sampleRate
    // Half of the other side: what is opposite in both does not cancel.
    for (let i = 0; i < SIZE; i++)
      this.#re[i] = ((left[before + i] ?? 0) + (right?.[before + i] ?? 0) / 2) * (this.#window[i] ?? 0)
    this.#im.fill(0)
    this.#fft.forward(this.#re, this.#im)
    this.#looks.push(this.#bands())
    this.#times.push(from / this.#sampleRate)
  }

  limit(): BandLimit | null {
    const looks = this.#looks
    if (looks.length < FEWEST_LOOKS) return null
    const mean = Float32Array.from(
      { length: BANDS },
      (_, band) => looks.reduce((sum, look) => sum + (look[band] ?? 0), 0) / looks.length,
    )
    return this.#upsampled(mean) ?? this.#lossy(mean)
  }

  #upsampled(mean: Float32Array): BandLimit | null {
    for (const rate of OLD_RATES) {
      const half = rate / 2
      if (half > 0.95 * (this.#sampleRate / 2)) continue
      const width = half / 22_050
      const edge = {
        below: [this.#band(half - 3200 * width), this.#band(half - 2200 * width)],
        above: [this.#band(half + 200 * width), BANDS - 1],
      } as const
      // The sound goes up to the old limit; what ends far below it was cut by something else.
      const upTo = share(mean, this.#band(half - 1300 * width), this.#band(half - 900 * width), 0.5)
      const justAbove = share(mean, this.#band(half + 200 * width), this.#band(half + 1700 * width), 0.9)
      const below = share(mean, ...edge.below, 0.5)
      if (upTo < justAbove + 8 || upTo < below - LEAST_DROP || below < justAbove + LEAST_DROP) continue
      if (this.#isEdge(mean, edge)) return { kind: 'upsampled', frequency: half, at: this.#brightest(edge) }
    }
    return null
  }

  #lossy(mean: Float32Array): BandLimit | null {
    if (this.#sampleRate < 44_100 || this.#sampleRate > 48_000) return null
    let best: { readonly band: number; readonly drop: Decibels } | null = null
    for (let band = this.#band(LOSSY_FROM); band <= this.#band(LOSSY_TO); band++) {
      const drop = dropAt(mean, lossyEdge(band))
      if (drop >= (band < this.#band(STEEP_FROM) ? LEAST_DROP : STEEP_DROP) && (!best || drop > best.drop))
        best = { band, drop }
    }
    return best && this.#isEdge(mean, lossyEdge(best.band))
      ? {
          kind: 'lossy',
          frequency: best.band * BAND_BINS * (this.#sampleRate / SIZE),
          at: this.#brightest(lossyEdge(best.band)),
        }
      : null
  }

  /** The look with most just below an edge. */
  #brightest({ below }: Edge): Seconds {
    const levels = this.#looks.map((look) => share(look, ...below, 0.5))
    return this.#times[levels.indexOf(Math.max(...levels))] ?? 0
  }

  #isEdge(mean: Float32Array, edge: Edge): boolean {
    if (dropAt(mean, edge) < LEAST_DROP) return false
    const floor = share(mean, ...edge.above, 0.9)
    const told = this.#looks.filter((look) => share(look, ...edge.below, 0.5) > floor + 20)
    const same = told.filter((look) => dropAt(look, edge, 0.25) >= LEAST_DROP_ONCE)
    return told.length >= FEWEST_LOOKS && same.length >= SAME_EDGE * told.length
  }

  #band(frequency: Hertz): number {
    return Math.max(0, Math.min(BANDS - 1, Math.round((frequency * SIZE) / this.#sampleRate / BAND_BINS)))
  }

  #bands(): Float32Array {
    return Float32Array.from({ length: BANDS }, (_, band) => {
      let power = 0
      for (let bin = band * BAND_BINS; bin < (band + 1) * BAND_BINS; bin++)
        power += (this.#re[bin] ?? 0) ** 2 + (this.#im[bin] ?? 0) ** 2
      return 10 * Math.log10((power / BAND_BINS) * (4 / SIZE) ** 2 + 1e-18)
    })
  }
}

/** Bands below and above an edge, first and last. */
interface Edge {
  readonly below: readonly [number, number]
  readonly above: readonly [number, number]
}

/** Five bands wide. */
function lossyEdge(band: number): Edge {
  return { below: [band - 14, band - 3], above: [band + 3, BANDS - 1] }
}

/**
 * By how much everything above an edge is quieter than nearly everything just below it. Single tones below do not
 * count: their highest overtone ends as suddenly.
 */
function dropAt(levels: Float32Array, { below, above }: Edge, low = 0.1): Decibels {
  return share(levels, ...below, low) - share(levels, ...above, 0.9)
}

/** The level that this share of the bands does not reach. */
function share(levels: Float32Array, first: number, last: number, part: number): Decibels {
  const sorted = levels.slice(first, last + 1).sort()
  return sorted[Math.floor(part * (sorted.length - 1))] ?? -Infinity
}

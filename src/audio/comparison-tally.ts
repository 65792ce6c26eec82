import { mixSides, PLAIN_MATCH } from '#audio/channel-match.ts'
import type { ChannelMatch } from '#audio/channel-match.ts'
import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'
import { Fft, hannWindow } from '#audio/fft.ts'
import type { Sides } from '#audio/sample-alignment.ts'
import type { Frames, Hertz, Seconds } from '#shared/units.ts'

/**
 * Sums over one second of A's timeline, with B's channels matched to A's. Energies are sums of squares over both
 * channels.
 */
export interface SecondTally {
  readonly frames: Frames
  /** The same without the match, as in the files: for a null test. */
  readonly plain: { readonly energyA: number; readonly energyB: number; readonly product: number }
  /** Sums of left × right. */
  readonly crossA: number
  readonly crossB: number
  /** Of the left channel. */
  readonly leftA: number
  readonly leftB: number
  readonly energyA: number
  readonly energyB: number
  /** The highest sample of either channel. */
  readonly peakA: number
  readonly peakB: number
  /** What a gain of its own for each hundredth of a second leaves of B: little after a limiter. */
  readonly unexplained: number
  /** Sum of A × B. */
  readonly product: number
  /** In each of the 24 bands, from the same windows for both. */
  readonly bandsA: Float64Array
  readonly bandsB: Float64Array
  /** Sum of A × B in each band: the part of B that is A at another level. */
  readonly bandsProduct: Float64Array
  /** The part of each band that is left minus right; the rest of it is what both share. */
  readonly sidesA: Float64Array
  readonly sidesB: Float64Array
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] }
type Tally = Writable<Omit<SecondTally, 'plain'>> & { readonly plain: Writable<SecondTally['plain']> }

/** Spectra last about 170 ms and overlap by half; those of long recordings follow one another, to limit time. */
const SPECTRUM_SECONDS = 0.17
const LONG: Seconds = 1200
/** After this many seconds without anything in common, no spectra are taken until there is. */
const LOST: Seconds = 20
const IN_COMMON = 0.3

/** Sums two aligned recordings second by second in one pass, with little memory. */
export class ComparisonTally {
  readonly #sampleRate: Hertz
  readonly #seconds: (Tally | undefined)[] = []
  readonly #spectra: readonly [BandMeter, BandMeter]
  readonly #hop: Frames
  readonly #short: Frames
  #at: Frames
  #sinceSpectrum: Frames = 0

  readonly #match: ChannelMatch
  readonly #half: Frames
  #lost: Seconds = 0

  /** `firstFrame`: of A, where the overlap begins; `lasting`: the shorter recording. */
  constructor(
    sampleRate: Hertz,
    firstFrame: Frames,
    { match = PLAIN_MATCH, lasting = 0 }: { readonly match?: ChannelMatch; readonly lasting?: Seconds } = {},
  ) {
    this.#sampleRate = sampleRate
    this.#match = match
    this.#at = firstFrame
    const size = 2 ** Math.round(Math.log2(sampleRate * SPECTRUM_SECONDS))
    this.#half = size / 2
    this.#hop = lasting > LONG ? size : size / 2
    this.#short = Math.max(1, Math.round(sampleRate / 100))
    this.#spectra = [new BandMeter(size, sampleRate), new BandMeter(size, sampleRate)]
  }

  /** For how many seconds up to now the two have had nothing in common. */
  get lost(): Seconds {
    return this.#lost
  }

  /** The next samples of both, of equal length. */
  add(plainA: Sides, plainB: Sides): void {
    const frames = plainA.left.length
    const [a, b] = [mixSides(plainA, this.#match.a), mixSides(plainB, this.#match.b)]
    for (let done = 0; done < frames;) {
      const second = Math.floor(this.#at / this.#sampleRate)
      const count = Math.min(frames - done, (second + 1) * this.#sampleRate - this.#at, this.#hop - this.#sinceSpectrum)
      this.#sum(second, a, b, done, count)
      if (this.#match !== PLAIN_MATCH) this.#sumPlain(second, plainA, plainB, done, count)
      this.#spectra[0].push(a, done, count)
      this.#spectra[1].push(b, done, count)
      done += count
      this.#at += count
      this.#sinceSpectrum += count
      if (this.#at % this.#sampleRate === 0) this.#lost = this.#hasNothingInCommon(second) ? this.#lost + 1 : 0
      if (this.#sinceSpectrum === this.#hop) this.#measure()
    }
  }

  /** By second of A's timeline; undefined outside of the overlap. */
  finish(): readonly (SecondTally | undefined)[] {
    // The rest is at most half a window: silence after it completes the last spectrum.
    if (this.#sinceSpectrum > 0) {
      const rest = { left: new Float64Array(this.#hop), right: new Float64Array(this.#hop) }
      for (const spectrum of this.#spectra) spectrum.push(rest, 0, this.#hop - this.#sinceSpectrum)
      this.#measure()
    }
    return Array.from(this.#seconds)
  }

  #sum(second: number, a: Sides, b: Sides, from: Frames, count: Frames): void {
    const tally = this.#tallyOf(second)
    let [energyA, energyB, product, crossA, crossB, leftA, leftB] = [0, 0, 0, 0, 0, 0, 0]
    let [peakA, peakB] = [tally.peakA, tally.peakB]
    let [shortA, shortB, shortProduct, next] = [0, 0, 0, from + this.#short]
    for (let i = from; i < from + count; i++) {
      // In bounds: `i` is below the number of frames.
      const [al, ar, bl, br] = [a.left[i] as number, a.right[i] as number, b.left[i] as number, b.right[i] as number]
      if (i === next) {
        tally.unexplained += shortA > 0 ? Math.max(0, shortB - shortProduct ** 2 / shortA) : shortB
        energyA += shortA
        energyB += shortB
        product += shortProduct
        ;[shortA, shortB, shortProduct, next] = [0, 0, 0, i + this.#short]
      }
      shortA += al * al + ar * ar
      shortB += bl * bl + br * br
      shortProduct += al * bl + ar * br
      crossA += al * ar
      crossB += bl * br
      leftA += al * al
      leftB += bl * bl
      peakA = Math.max(peakA, al, -al, ar, -ar)
      peakB = Math.max(peakB, bl, -bl, br, -br)
    }
    tally.peakA = peakA
    tally.peakB = peakB
    tally.unexplained += shortA > 0 ? Math.max(0, shortB - shortProduct ** 2 / shortA) : shortB
    energyA += shortA
    energyB += shortB
    product += shortProduct
    tally.frames += count
    tally.energyA += energyA
    tally.energyB += energyB
    tally.product += product
    tally.crossA += crossA
    tally.crossB += crossB
    tally.leftA += leftA
    tally.leftB += leftB
    if (this.#match !== PLAIN_MATCH) return
    tally.plain.energyA += energyA
    tally.plain.energyB += energyB
    tally.plain.product += product
  }

  #sumPlain(second: number, a: Sides, b: Sides, from: Frames, count: Frames): void {
    const { plain } = this.#tallyOf(second)
    for (let i = from; i < from + count; i++) {
      // In bounds: `i` is below the number of frames.
      const [al, ar, bl, br] = [a.left[i] as number, a.right[i] as number, b.left[i] as number, b.right[i] as number]
      plain.energyA += al * al + ar * ar
      plain.energyB += bl * bl + br * br
      plain.product += al * bl + ar * br
    }
  }

  /** A spectrum belongs to the second of its centre, half a window ago. */
  #measure(): void {
    this.#sinceSpectrum = 0
    if (this.#lost >= LOST) return
    const middle = Math.max(0, this.#at - this.#half)
    const tally = this.#seconds[Math.floor(middle / this.#sampleRate)]
    const [a, b] = this.#spectra
    if (tally) {
      a.transform()
      b.transform()
      a.addProducts(a, tally.bandsA)
      b.addProducts(b, tally.bandsB)
      a.addProducts(b, tally.bandsProduct)
      a.addSides(tally.sidesA)
      b.addSides(tally.sidesB)
    }
  }

  #hasNothingInCommon(second: number): boolean {
    const { energyA = 0, energyB = 0, product = 0 } = this.#seconds[second] ?? {}
    return Math.abs(product) < IN_COMMON * Math.sqrt(energyA * energyB)
  }

  #tallyOf(second: number): Tally {
    const found = this.#seconds[second]
    if (found) return found
    const made: Tally = {
      frames: 0,
      energyA: 0,
      energyB: 0,
      product: 0,
      crossA: 0,
      crossB: 0,
      leftA: 0,
      leftB: 0,
      peakA: 0,
      peakB: 0,
      unexplained: 0,
      plain: { energyA: 0, energyB: 0, product: 0 },
      bandsA: new Float64Array(COMPARISON_BANDS),
      bandsB: new Float64Array(COMPARISON_BANDS),
      bandsProduct: new Float64Array(COMPARISON_BANDS),
      sidesA: new Float64Array(COMPARISON_BANDS),
      sidesB: new Float64Array(COMPARISON_BANDS),
    }
    this.#seconds[second] = made
    return made
  }
}

/** The latest samples of one recording, and their energy in each band. */
class BandMeter {
  readonly #fft: Fft
  readonly #window: Float64Array
  readonly #left: Float64Array
  readonly #right: Float64Array
  readonly #re: Float64Array
  readonly #im: Float64Array
  /** First bin of each band, and the one after the last. */
  readonly #bins: readonly number[]

  constructor(size: number, sampleRate: Hertz) {
    this.#fft = new Fft(size)
    this.#window = hannWindow(size)
    this.#left = new Float64Array(size)
    this.#right = new Float64Array(size)
    this.#re = new Float64Array(size)
    this.#im = new Float64Array(size)
    this.#bins = comparisonEdges.map((edge) => Math.min(size / 2, Math.ceil((edge * size) / sampleRate)))
  }

  push({ left, right }: Sides, from: Frames, count: Frames): void {
    const kept = this.#left.length - count
    this.#left.copyWithin(0, count)
    this.#right.copyWithin(0, count)
    this.#left.set(left.subarray(from, from + count), kept)
    this.#right.set(right.subarray(from, from + count), kept)
  }

  /** Left as the real part and right as the imaginary part: a bin and its mirror together hold both. */
  transform(): void {
    const [re, im, window] = [this.#re, this.#im, this.#window]
    for (let i = 0; i < re.length; i++) {
      re[i] = (this.#left[i] as number) * (window[i] as number) // all four arrays have the same length
      im[i] = (this.#right[i] as number) * (window[i] as number)
    }
    this.#fft.forward(re, im)
  }

  /** Adds the product with another spectrum, or with itself, over both channels. */
  addProducts(other: BandMeter, bands: Float64Array): void {
    const [re, im, otherRe, otherIm, size] = [this.#re, this.#im, other.#re, other.#im, this.#re.length]
    for (let band = 0; band < COMPARISON_BANDS; band++) {
      let sum = 0
      for (let k = this.#bins[band] ?? 0; k < (this.#bins[band + 1] ?? 0); k++) {
        const mirrored = size - k
        sum +=
          (re[k] as number) * (otherRe[k] as number) +
          (im[k] as number) * (otherIm[k] as number) +
          (re[mirrored] as number) * (otherRe[mirrored] as number) +
          (im[mirrored] as number) * (otherIm[mirrored] as number) // in bounds for all bins of a band
      }
      bands[band] = (bands[band] ?? 0) + (2 * sum) / size ** 2
    }
  }

  /** Adds the energy of left minus right, in the same unit as that of both. */
  addSides(bands: Float64Array): void {
    const [re, im, size] = [this.#re, this.#im, this.#re.length]
    for (let band = 0; band < COMPARISON_BANDS; band++) {
      let sum = 0
      for (let k = this.#bins[band] ?? 0; k < (this.#bins[band + 1] ?? 0); k++) {
        const mirrored = size - k
        // In bounds. Left minus right is the real minus the imaginary part, at the bin and at its mirror.
        const [zr, zi, wr, wi] = [re[k] as number, im[k] as number, re[mirrored] as number, im[mirrored] as number]
        sum += zr * zr + zi * zi + wr * wr + wi * wi - 2 * (zr * wi + zi * wr)
      }
      bands[band] = (bands[band] ?? 0) + sum / size ** 2
    }
  }
}

import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import { FEATURE_BANDS } from '#audio/pieces/sound-features.ts'
import type { SoundFeatures } from '#audio/pieces/sound-features.ts'
import type { Seconds } from '#shared/units.ts'

/** A stretch of A, and a place of B that moves in the same way. */
export interface RoughMatch {
  readonly from: Seconds
  readonly seconds: Seconds
  /** How much later it is in B, to about one frame of the features. */
  readonly later: Seconds
  /** Correlation of the two, at most 1. */
  readonly likeness: number
}

const CHUNK: Seconds = 6
const MOST_CHUNKS = 120
const MATCHES_OF_ONE = 6
/** Of music that repeats, so many: the right one moves hardly more like it than all others do. */
const MATCHES_OF_LOOPS = 24
const AS_LIKELY = 0.8
const LEAST_LIKENESS = 0.3
/** Weaker matches of the same stretch are coincidence. */
const LEAST_SHARE = 0.6
const APART: Seconds = 0.15
/** Of a stretch that reaches beyond an end of B, this share must be in B. */
const LEAST_INSIDE = 0.5

/** For each stretch of A, the places of B that are most like it, wherever they are. */
export function roughMatches(a: SoundFeatures, b: SoundFeatures): readonly RoughMatch[] {
  const ofA = found.get(a) ?? new WeakMap<SoundFeatures, readonly RoughMatch[]>()
  found.set(a, ofA)
  const matches = ofA.get(b) ?? searched(a, b)
  ofA.set(b, matches)
  return matches
}

/** Several searches begin with them. */
const found = new WeakMap<SoundFeatures, WeakMap<SoundFeatures, readonly RoughMatch[]>>()

function searched(a: SoundFeatures, b: SoundFeatures): readonly RoughMatch[] {
  const rate = a.framesPerSecond
  const hop = Math.max(Math.round((CHUNK / 2) * rate), Math.ceil(a.count / MOST_CHUNKS))
  const length = Math.max(Math.round(CHUNK * rate), hop)
  const search = new FeatureSearch(b, Math.min(length, a.count))
  const matches: RoughMatch[] = []
  for (let from = 0; from === 0 || from + length / 2 <= a.count; from += hop) {
    const frames = Math.min(length, a.count - from)
    for (const { lag, likeness } of search.find(a, from, frames))
      matches.push({ from: from / rate, seconds: frames / rate, later: (lag - from) / rate, likeness })
  }
  return matches
}

interface FeatureMatch {
  /** B's frame at which the stretch begins. */
  readonly lag: number
  readonly likeness: number
}

/** Correlates stretches of one recording with all of another, over all bands. */
export class FeatureSearch {
  readonly #fft: Fft
  readonly #spectra: readonly (readonly [re: Float64Array, im: Float64Array])[]
  /** `sums[frame]`: the energy of B's features before this frame. */
  readonly #sums: Float64Array
  readonly #b: SoundFeatures

  constructor(b: SoundFeatures, mostFrames: number) {
    this.#b = b
    this.#fft = new Fft(nextPowerOfTwo(b.count + 2 * mostFrames))
    this.#spectra = pairs(b, 0, b.count, this.#fft.size).map(([re, im]) => {
      this.#fft.forward(re, im)
      return [re, im]
    })
    this.#sums = new Float64Array(b.count + 1)
    for (let i = 0; i < b.count; i++)
      this.#sums[i + 1] = (this.#sums[i] as number) + b.bands.reduce((sum, band) => sum + (band[i] as number) ** 2, 0)
  }

  find(a: SoundFeatures, from: number, frames: number): readonly FeatureMatch[] {
    const { size } = this.#fft
    const [sumRe, sumIm] = [new Float64Array(size), new Float64Array(size)]
    pairs(a, from, frames, size).forEach(([re, im], pair) => {
      this.#fft.forward(re, im)
      const [otherRe, otherIm] = this.#spectra[pair] ?? [re, im]
      for (let k = 0; k < size; k++) {
        // In bounds; the real part of the complex correlation is the sum of both bands'.
        const [ar, ai, br, bi] = [re[k] as number, im[k] as number, otherRe[k] as number, otherIm[k] as number]
        sumRe[k] = (sumRe[k] as number) + ar * br + ai * bi
        sumIm[k] = (sumIm[k] as number) + ar * bi - ai * br
      }
    })
    this.#fft.inverse(sumRe, sumIm)
    const own = ownEnergies(a, from, frames)
    const likeness = (lag: number) => this.#likeness(lag, frames, own, (sumRe[(lag + size) % size] as number) / size)
    const outside = Math.floor(frames * (1 - LEAST_INSIDE))
    const found: FeatureMatch[] = []
    let [before, value] = [-1, likeness(-outside)]
    for (let lag = -outside; lag <= this.#b.count - frames + outside; lag++) {
      const after = likeness(lag + 1)
      if (value >= LEAST_LIKENESS && value >= before && value >= after) found.push({ lag, likeness: value })
      ;[before, value] = [value, after]
    }
    return apart(found, APART * a.framesPerSecond)
  }

  #likeness(lag: number, frames: number, own: Float64Array, product: number): number {
    const [first, last] = [Math.max(0, lag), Math.min(this.#b.count, lag + frames)]
    if (last <= first) return 0
    const other = (this.#sums[last] as number) - (this.#sums[first] as number) // in bounds
    const inside = (own[last - lag] as number) - (own[first - lag] as number)
    return other > 0 && inside > 0 ? product / Math.sqrt(other * inside) : 0
  }
}

/** Two bands in each complex signal. */
function pairs(
  { bands }: SoundFeatures,
  from: number,
  frames: number,
  size: number,
): readonly (readonly [re: Float64Array, im: Float64Array])[] {
  return Array.from({ length: FEATURE_BANDS / 2 }, (_, pair) => {
    const [re, im] = [new Float64Array(size), new Float64Array(size)]
    re.set((bands[2 * pair] ?? re).subarray(from, from + frames))
    im.set((bands[2 * pair + 1] ?? im).subarray(from, from + frames))
    return [re, im]
  })
}

/** The energy before each frame of the stretch. */
function ownEnergies({ bands }: SoundFeatures, from: number, frames: number): Float64Array {
  const sums = new Float64Array(frames + 1)
  for (let i = 0; i < frames; i++)
    sums[i + 1] = (sums[i] as number) + bands.reduce((sum, band) => sum + (band[from + i] as number) ** 2, 0)
  return sums
}

function apart(found: readonly FeatureMatch[], least: number): readonly FeatureMatch[] {
  const chosen: FeatureMatch[] = []
  for (const match of found.toSorted((one, other) => other.likeness - one.likeness)) {
    const best = chosen[0]?.likeness ?? 0
    const isMany = chosen.length >= MATCHES_OF_ONE && match.likeness < AS_LIKELY * best
    if (isMany || chosen.length === MATCHES_OF_LOOPS || match.likeness < LEAST_SHARE * best) break
    if (!chosen.some(({ lag }) => Math.abs(lag - match.lag) < least)) chosen.push(match)
  }
  return chosen
}

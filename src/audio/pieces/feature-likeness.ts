import { FEATURE_BANDS } from '#audio/pieces/sound-features.ts'
import type { SoundFeatures } from '#audio/pieces/sound-features.ts'
import type { Seconds } from '#shared/units.ts'

/** What is judged together, to either side of a moment. */
const AROUND: Seconds = 1
/** Decibels: bands that move less are silent or steady, and say nothing. */
const LEAST_MOVEMENT = 1

/** How alike both move around each frame of A, at an offset in frames: -1..1; NaN where neither moves. */
export function likenessAlong(a: SoundFeatures, b: SoundFeatures, offset: number): Float32Array {
  const [products, ofA, ofB] = [
    new Float64Array(a.count + 1),
    new Float64Array(a.count + 1),
    new Float64Array(a.count + 1),
  ]
  for (let i = 0; i < a.count; i++) {
    let [product, own, other] = [0, 0, 0]
    for (let band = 0; band < FEATURE_BANDS; band++) {
      const [x, y] = [a.bands[band]?.[i] ?? 0, b.bands[band]?.[i + offset] ?? 0]
      product += x * y
      own += x * x
      other += y * y
    }
    // In bounds: one longer than the frames.
    products[i + 1] = (products[i] as number) + product
    ofA[i + 1] = (ofA[i] as number) + own
    ofB[i + 1] = (ofB[i] as number) + other
  }
  const reach = Math.max(1, Math.round(AROUND * a.framesPerSecond))
  return Float32Array.from({ length: a.count }, (_, i) => {
    const [from, to] = [Math.max(0, i - reach), Math.min(a.count, i + reach + 1)]
    const between = (sums: Float64Array) => (sums[to] as number) - (sums[from] as number)
    const [own, other] = [between(ofA), between(ofB)]
    const least = LEAST_MOVEMENT ** 2 * FEATURE_BANDS * (to - from)
    if (own < least && other < least) return Number.NaN
    return own > 0 && other > 0 ? between(products) / Math.sqrt(own * other) : 0
  })
}

/** The squared difference of how both move, in each frame of A. */
export function differenceAlong(a: SoundFeatures, b: SoundFeatures, offset: number, from: number, to: number) {
  return Float64Array.from({ length: Math.max(0, to - from) }, (_, i) => {
    let sum = 0
    const at = from + i
    for (let band = 0; band < FEATURE_BANDS; band++)
      sum += ((a.bands[band]?.[at] ?? 0) - (b.bands[band]?.[at + offset] ?? 0)) ** 2
    return sum
  })
}

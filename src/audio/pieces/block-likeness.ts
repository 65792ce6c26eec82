import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import type { Frames, Seconds } from '#shared/units.ts'

export const BLOCK: Seconds = 0.1
/** Blocks on either side that are judged together: fewer say too little. */
const BESIDE = 2
/** Quieter than the mean by 60 dB. */
const SILENT_SHARE = 1e-6
const EMPHASIS = 0.8

/** The blocks of A, and for each offset how much of each is the same sound in B. */
export interface BlockLikeness {
  readonly count: number
  /** In frames of the reduced sounds, with a fraction: half a frame is much of the highest tones that are left. */
  readonly offsets: readonly Frames[]
  /** `likeness[offset][block]`: the share of the sound that both have, 0..1; NaN where both are silent. */
  readonly likeness: readonly Float32Array[]
  /** Where A is silent. */
  readonly isSilent: readonly boolean[]
}

/**
 * The squared correlation of samples, whichever channels fit best: swapped, inverted, dead or folded channels are the
 * same sound.
 */
export function sampleLikeness(a: ReducedSound, b: ReducedSound, offsets: readonly Frames[]): BlockLikeness {
  const block = Math.round(BLOCK * a.sampleRate)
  const [x, y] = [emphasised(a), emphasised(b)]
  const count = Math.ceil(x.left.length / block)
  const own = blockSums(x, x, 0, block, count)
  const floorA = SILENT_SHARE * meanOf(own.both)
  const other = blockSums(y, y, 0, block, Math.ceil(y.left.length / block))
  const floorB = SILENT_SHARE * meanOf(other.both)
  const ofB = { left: runningEnergy(y.left), right: runningEnergy(y.right) }
  const shifted = new Map([[0, y]])
  const shiftedBy = (part: number) => {
    const known = shifted.get(part) ?? { left: sampledAfter(y.left, part), right: sampledAfter(y.right, part) }
    shifted.set(part, known)
    return known
  }
  const smoothA = { left: smooth(own.left), right: smooth(own.right) }
  return {
    count,
    offsets,
    likeness: offsets.map((exact) => {
      const offset = Math.floor(exact)
      const products = blockSums(x, shiftedBy(exact - offset), offset, block, count)
      const energy = (sums: Float64Array) =>
        smooth(
          Float64Array.from({ length: count }, (_, i) => between(sums, i * block + offset, (i + 1) * block + offset)),
        )
      const [leftB, rightB] = [energy(ofB.left), energy(ofB.right)]
      const [both, leftLeft, rightRight] = [smooth(products.both), smooth(products.left), smooth(products.right)]
      const [leftRight, rightLeft] = [smooth(products.leftRight), smooth(products.rightLeft)]
      return Float32Array.from({ length: count }, (_, i) => {
        // One value per block in each.
        const [al, ar, bl, br] = [smoothA.left[i], smoothA.right[i], leftB[i], rightB[i]] as [
          number,
          number,
          number,
          number,
        ]
        const [isSilentA, isSilentB] = [al + ar <= floorA, bl + br <= floorB]
        if (isSilentA && isSilentB) return Number.NaN
        if (isSilentA || isSilentB) return 0
        const share = (product: number, one: number, two: number, least: number) =>
          one > least * (al + ar) && two > least * (bl + br) ? Math.min(1, product ** 2 / (one * two)) : 0
        return Math.max(
          share(both[i] as number, al + ar, bl + br, 0),
          share(leftLeft[i] as number, al, bl, DEAD),
          share(rightRight[i] as number, ar, br, DEAD),
          share(leftRight[i] as number, al, br, DEAD),
          share(rightLeft[i] as number, ar, bl, DEAD),
        )
      })
    }),
    isSilent: Array.from(smoothA.left, (left, i) => left + (smoothA.right[i] as number) <= floorA),
  }
}

/** A weaker channel is dead: its noise fits nothing. */
const DEAD = 1e-3

interface Emphasised {
  readonly left: Float32Array
  readonly right: Float32Array
}

/**
 * Without this, low notes decide everything, and they fit at many places. The highest that are left count little as
 * well: reducing the rate leaves traces of higher ones there.
 */
function emphasised({ left, right }: ReducedSound): Emphasised {
  const made = (samples: Float32Array) => samples.map((sample, i) => sample - EMPHASIS * (samples[i - 2] ?? 0))
  return { left: made(left), right: made(right) }
}

function blockSums(a: Emphasised, b: Emphasised, offset: Frames, block: Frames, count: number) {
  const make = () => new Float64Array(count)
  const sums = { both: make(), left: make(), right: make(), leftRight: make(), rightLeft: make() }
  const most = Math.min(a.left.length, b.left.length - offset)
  for (let i = 0; i < count; i++) {
    let [ll, rr, lr, rl] = [0, 0, 0, 0]
    for (let t = Math.max(i * block, -offset); t < Math.min((i + 1) * block, most); t++) {
      // In bounds of both.
      const [al, ar] = [a.left[t] as number, a.right[t] as number]
      const [bl, br] = [b.left[t + offset] as number, b.right[t + offset] as number]
      ll += al * bl
      rr += ar * br
      lr += al * br
      rl += ar * bl
    }
    sums.both[i] = ll + rr
    sums.left[i] = ll
    sums.right[i] = rr
    sums.leftRight[i] = lr
    sums.rightLeft[i] = rl
  }
  return sums
}

function runningEnergy(samples: Float32Array): Float64Array {
  const sums = new Float64Array(samples.length + 1)
  for (let i = 0; i < samples.length; i++) sums[i + 1] = (sums[i] as number) + (samples[i] as number) ** 2 // in bounds
  return sums
}

/** Samples on either side that a sample between two is made from. */
const REACH = 6

/** The samples at a fraction after each. */
function sampledAfter(samples: Float32Array, part: number): Float32Array {
  const weights = Array.from({ length: 2 * REACH }, (_, k) => {
    const x = Math.PI * (part + REACH - 1 - k)
    return (Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / (REACH + 0.5)))
  })
  const made = new Float32Array(samples.length)
  for (let i = 0; i < made.length; i++) {
    let sum = 0
    for (let k = 0; k < weights.length; k++) sum += (weights[k] as number) * (samples[i - REACH + 1 + k] ?? 0)
    made[i] = sum
  }
  return made
}

function between(sums: Float64Array, from: Frames, to: Frames): number {
  const inside = (at: number) => sums[Math.max(0, Math.min(sums.length - 1, at))] as number
  return inside(to) - inside(from)
}

/** The sum over a block and its neighbours. */
function smooth(values: Float64Array): Float64Array {
  return values.map((_, i) => {
    let sum = 0
    for (let k = Math.max(0, i - BESIDE); k <= Math.min(values.length - 1, i + BESIDE); k++) sum += values[k] as number
    return sum
  })
}

function meanOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

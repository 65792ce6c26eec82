import type { ChannelChange } from '#audio/comparison-result.ts'
import { median } from '#audio/median.ts'
import { sumOfProducts } from '#audio/sample-alignment.ts'
import type { PlacePair, Sides } from '#audio/sample-alignment.ts'
import type { Decibels } from '#shared/units.ts'

/** What two new sides are made of: shares of the left and of the right one. */
export type SideMix = readonly [left: readonly [number, number], right: readonly [number, number]]

/** How B's sides belong to A's: what to make of both before they are held against each other, and what that says. */
export interface ChannelMatch {
  readonly a: SideMix
  readonly b: SideMix
  readonly changes: readonly ChannelChange[]
}

const AS_IS: SideMix = [
  [1, 0],
  [0, 1],
]
export const PLAIN_MATCH: ChannelMatch = { a: AS_IS, b: AS_IS, changes: [] }

/** A side so far below the other is dead: noise of a converter, if anything. */
const DEAD: Decibels = 40
/** Sides that differ by less than this against their sum are one and the same: -40 dB. */
const MONO = 1e-4
/** What differs by more than this is stereo: -30 dB. */
const STEREO = 1e-3
/** Sides are told apart by their difference, which must be more than rounding: -70 dB. */
const LEAST_SIDE = 1e-7
const ALIKE = 0.5
const SURELY_ALIKE = 0.9
const LEAST_BALANCE: Decibels = 1
/** Balance is told where it is the same everywhere, not where a part was moved. */
const STEADY: Decibels = 1.5
const MOST_PLACES = 0.75

/** Sums of products over all places, each counting alike: against A's energy there. */
interface Sums {
  readonly aLL: number
  readonly aRR: number
  readonly aLR: number
  readonly bLL: number
  readonly bRR: number
  readonly bLR: number
  readonly LL: number
  readonly RR: number
  readonly LR: number
  readonly RL: number
}

/** From places that were aligned to the sample, of recordings in stereo. */
export function matchChannels(places: readonly PlacePair[]): ChannelMatch {
  const each = places.flatMap((place) => sumsOf(place) ?? [])
  if (each.length === 0) return PLAIN_MATCH
  const sums = each.reduce((total, one) => mapSums(total, (value, key) => value + one[key]))
  return deadSide(sums) ?? foldedSides(sums, each) ?? turnedSides(sums, each)
}

/** The two sides as the match has them. */
export function mixSides({ left, right }: Sides, mix: SideMix): Sides {
  if (mix === AS_IS) return { left, right }
  const [one, other] = mix.map(([leftShare, rightShare]) =>
    left.map((sample, i) => sample * leftShare + (right[i] as number) * rightShare),
  ) as [Float64Array, Float64Array]
  return { left: one, right: other }
}

function sumsOf({ a, b }: PlacePair): Sums | undefined {
  const sums: Sums = {
    aLL: sumOfProducts(a.left, a.left),
    aRR: sumOfProducts(a.right, a.right),
    aLR: sumOfProducts(a.left, a.right),
    bLL: sumOfProducts(b.left, b.left),
    bRR: sumOfProducts(b.right, b.right),
    bLR: sumOfProducts(b.left, b.right),
    LL: sumOfProducts(a.left, b.left),
    RR: sumOfProducts(a.right, b.right),
    LR: sumOfProducts(a.left, b.right),
    RL: sumOfProducts(a.right, b.left),
  }
  const own = sums.aLL + sums.aRR
  return own === 0 || sums.bLL + sums.bRR === 0 ? undefined : mapSums(sums, (value) => value / own)
}

function mapSums(sums: Sums, change: (value: number, key: keyof Sums) => number): Sums {
  return Object.fromEntries(
    Object.entries(sums).map(([key, value]) => [key, change(value, key as keyof Sums)]),
  ) as unknown as Sums
}

function correlation(products: number, one: number, other: number): number {
  return one > 0 && other > 0 ? products / Math.sqrt(one * other) : 0
}

function deadOf(left: number, right: number): 0 | 1 | undefined {
  const ratio = 10 ** (-DEAD / 10)
  return right <= left * ratio ? 1 : left <= right * ratio ? 0 : undefined
}

const only = (side: number): SideMix =>
  side === 0
    ? [
        [1, 0],
        [1, 0],
      ]
    : [
        [0, 1],
        [0, 1],
      ]
const MIDDLE: SideMix = [
  [0.5, 0.5],
  [0.5, 0.5],
]

/** One side of one of them is silent: what the other one has is held against the side that still sounds. */
function deadSide(sums: Sums): ChannelMatch | undefined {
  const [ofA, ofB] = [deadOf(sums.aLL, sums.aRR), deadOf(sums.bLL, sums.bRR)]
  if (ofA === ofB) return undefined
  if (ofA !== undefined && ofB !== undefined)
    return { a: only(1 - ofA), b: only(1 - ofB), changes: [change('swapped', null)] }
  if (ofB !== undefined) {
    const living = 1 - ofB
    const fits = [
      living === 0 ? correlation(sums.LL, sums.aLL, sums.bLL) : correlation(sums.LR, sums.aLL, sums.bRR),
      living === 0 ? correlation(sums.RL, sums.aRR, sums.bLL) : correlation(sums.RR, sums.aRR, sums.bRR),
    ].map(Math.abs)
    return {
      a: only((fits[living] ?? 0) >= (fits[1 - living] ?? 0) - 0.02 ? living : 1 - living),
      b: only(living),
      changes: [change('dead', ofB)],
    }
  }
  const living = ofA === 0 ? 1 : 0
  return { a: only(living), b: only(living), changes: [change('restored', 1 - living)] }
}

/** Both sides of one of them are the same, and those of the other are not. */
function foldedSides(sums: Sums, each: readonly Sums[]): ChannelMatch | undefined {
  // Without their levels: one sound that was panned is no stereo either.
  const sideOf = (left: number, right: number, product: number) => 1 - correlation(product, left, right)
  // At nearly all places, or a side that falls silent half-way would be folded with the one that plays on.
  const isMostly = (holds: (one: Sums) => boolean) => each.filter(holds).length >= MOST_PLACES * each.length
  const monoA = isMostly((one) => sideOf(one.aLL, one.aRR, one.aLR) <= MONO)
  const monoB = isMostly((one) => sideOf(one.bLL, one.bRR, one.bLR) <= MONO)
  const stereoB = isMostly((one) => sideOf(one.bLL, one.bRR, one.bLR) > MONO)
  const [ofA, ofB] = [sideOf(sums.aLL, sums.aRR, sums.aLR), sideOf(sums.bLL, sums.bRR, sums.bLR)]
  if (monoB && ofB <= MONO && ofA >= STEREO) {
    const middle = correlation(sums.LL + sums.RL, sums.aLL + sums.aRR + 2 * sums.aLR, sums.bLL)
    const [left, right] = [correlation(sums.LL, sums.aLL, sums.bLL), correlation(sums.RL, sums.aRR, sums.bLL)]
    const side = Math.abs(left) >= Math.abs(right) ? 0 : 1
    const isCopy =
      Math.abs(side === 0 ? left : right) >= SURELY_ALIKE && Math.abs(side === 0 ? left : right) > Math.abs(middle)
    return isCopy
      ? { a: only(side), b: only(0), changes: [change('copied', side)] }
      : { a: MIDDLE, b: only(0), changes: [change('mono', null)] }
  }
  if (monoA && stereoB && ofA <= MONO && ofB >= STEREO)
    return { a: only(0), b: MIDDLE, changes: [change('stereo', null)] }
  return undefined
}

/** Sides that changed places, of which one is upside down, or that are not as loud against each other as they were. */
function turnedSides(sums: Sums, each: readonly Sums[]): ChannelMatch {
  const middles = [sums.aLL + sums.aRR + 2 * sums.aLR, sums.bLL + sums.bRR + 2 * sums.bLR] as const
  const sides = [sums.aLL + sums.aRR - 2 * sums.aLR, sums.bLL + sums.bRR - 2 * sums.bLR] as const
  const middle = correlation(sums.LL + sums.RR + sums.LR + sums.RL, ...middles)
  const side = correlation(sums.LL + sums.RR - sums.LR - sums.RL, ...sides)
  const whole = [sums.aLL + sums.aRR, sums.bLL + sums.bRR] as const
  const hasSides = sides[0] >= LEAST_SIDE * whole[0] && sides[1] >= LEAST_SIDE * whole[1]
  const hasMiddles = middles[0] >= LEAST_SIDE * whole[0] && middles[1] >= LEAST_SIDE * whole[1]
  const isSwapped = hasSides && hasMiddles && middle * side < 0 && Math.min(Math.abs(middle), Math.abs(side)) >= ALIKE
  const [left, right] = isSwapped
    ? [correlation(sums.LR, sums.aLL, sums.bRR), correlation(sums.RL, sums.aRR, sums.bLL)]
    : [correlation(sums.LL, sums.aLL, sums.bLL), correlation(sums.RR, sums.aRR, sums.bRR)]
  const isFlipped = !isSwapped && left * right < 0 && Math.min(Math.abs(left), Math.abs(right)) >= ALIKE
  // One alone is upside down: the one that is not as A has it. Where both stand so, the whole is, which alignment says.
  const flipped = isFlipped ? (left < 0 ? 0 : 1) : undefined
  const balance = balanceOf(each, isSwapped)
  const [leftSign, rightSign] = [flipped === 0 ? -1 : 1, flipped === 1 ? -1 : 1]
  // Undone on the side that moved: the level of the other one is the level of both.
  const [leftGain, rightGain] =
    balance === undefined
      ? [1, 1]
      : balance.channel === 1
        ? [1, 10 ** (-balance.decibels / 20)]
        : [10 ** (-balance.decibels / 20), 1]
  const changes = [
    ...(isSwapped ? [change('swapped', null)] : []),
    ...(flipped === undefined ? [] : [change('flipped', flipped)]),
    // It is told of B's own sides: what A has on the left may be on the right now.
    ...(balance === undefined
      ? []
      : [change('balance', isSwapped ? 1 - balance.channel : balance.channel, balance.decibels)]),
  ]
  if (changes.length === 0) return PLAIN_MATCH
  const mix: SideMix = isSwapped
    ? [
        [0, leftGain],
        [rightGain, 0],
      ]
    : [
        [leftSign * leftGain, 0],
        [0, rightSign * rightGain],
      ]
  return { a: AS_IS, b: mix, changes }
}

/**
 * Which of A's sides came up or down against the other, and by how much, where it is the same at nearly all places: a
 * side that falls silent half-way is no balance.
 */
function balanceOf(
  each: readonly Sums[],
  isSwapped: boolean,
): { readonly channel: 0 | 1; readonly decibels: Decibels } | undefined {
  const steps = each.flatMap((one) => {
    const [left, right] = isSwapped ? [one.bRR, one.bLL] : [one.bLL, one.bRR]
    const fits = isSwapped
      ? [correlation(one.LR, one.aLL, one.bRR), correlation(one.RL, one.aRR, one.bLL)]
      : [correlation(one.LL, one.aLL, one.bLL), correlation(one.RR, one.aRR, one.bRR)]
    if (Math.min(...fits.map(Math.abs)) < SURELY_ALIKE) return []
    return [{ left: 10 * Math.log10(left / one.aLL), right: 10 * Math.log10(right / one.aRR) }]
  })
  if (steps.length < Math.max(1, MOST_PLACES * each.length)) return undefined
  const ratios = steps.map(({ left, right }) => right - left)
  const middle = median(ratios)
  const isSteady = ratios.filter((ratio) => Math.abs(ratio - middle) <= STEADY).length >= MOST_PLACES * ratios.length
  if (!isSteady || Math.abs(middle) < LEAST_BALANCE) return undefined
  const hasRightMoved =
    Math.abs(median(steps.map(({ right }) => right))) >= Math.abs(median(steps.map(({ left }) => left)))
  return hasRightMoved ? { channel: 1, decibels: middle } : { channel: 0, decibels: -middle }
}

function change(kind: ChannelChange['kind'], channel: number | null, decibels: Decibels | null = null): ChannelChange {
  return { kind, channel, decibels }
}

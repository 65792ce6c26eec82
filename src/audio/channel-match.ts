import type { ChannelChange } from '#audio/comparison-result.ts'
import { median } from '#audio/median.ts'
import { sumOfProducts } from '#audio/sample-alignment.ts'
import type { PlacePair, Sides } from '#audio/sample-alignment.ts'
import type { Decibels } from '#shared/units.ts'

/** The shares of left and right in two new channels. */
export type SideMix = readonly [left: readonly [number, number], right: readonly [number, number]]

/** How B's channels correspond to A's: the mix of each to compare, and the changes that implies. */
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

/** A channel this far below the other is dead: at most converter noise. */
const DEAD: Decibels = 40
/** Channels whose difference is below this share of their sum are the same: -40 dB. */
const MONO = 1e-4
/** A difference above this share is stereo: -30 dB. */
const STEREO = 1e-3
/** Channels are distinguished by their difference, which must exceed rounding: -70 dB. */
const LEAST_SIDE = 1e-7
const ALIKE = 0.5
const SURELY_ALIKE = 0.9
const LEAST_BALANCE: Decibels = 1
/** A balance change counts only if it is this constant, not if one part was moved. */
const STEADY: Decibels = 1.5
const MOST_PLACES = 0.75

/** Sums of products over all places, each place normalized by A's energy. */
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

/** From stereo places that are aligned to the sample. */
export function matchChannels(places: readonly PlacePair[]): ChannelMatch {
  const each = places.flatMap((place) => sumsOf(place) ?? [])
  if (each.length === 0) return PLAIN_MATCH
  const sums = each.reduce((total, one) => mapSums(total, (value, key) => value + one[key]))
  return deadSide(sums) ?? foldedSides(sums, each) ?? turnedSides(sums, each)
}

/** Mixes the two channels as the match says. */
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

/** One recording has a silent channel: compares the other's mix with the channel that still sounds. */
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

/** One recording has two equal channels, and the other has not. */
function foldedSides(sums: Sums, each: readonly Sums[]): ChannelMatch | undefined {
  // Independent of level: one panned sound is not stereo either.
  const sideOf = (left: number, right: number, product: number) => 1 - correlation(product, left, right)
  // At nearly all places; otherwise a channel that falls silent half-way would count as mono.
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

/** Channels that were swapped, of which one was inverted, or whose relative level changed. */
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
  // Only one is inverted relative to A. If both are, the alignment reports it.
  const flipped = isFlipped ? (left < 0 ? 0 : 1) : undefined
  const balance = balanceOf(each, isSwapped)
  const [leftSign, rightSign] = [flipped === 0 ? -1 : 1, flipped === 1 ? -1 : 1]
  // Undone on the channel that changed: the other one's level is the common gain.
  const [leftGain, rightGain] =
    balance === undefined
      ? [1, 1]
      : balance.channel === 1
        ? [1, 10 ** (-balance.decibels / 20)]
        : [10 ** (-balance.decibels / 20), 1]
  const changes = [
    ...(isSwapped ? [change('swapped', null)] : []),
    ...(flipped === undefined ? [] : [change('flipped', flipped)]),
    // Reported for B's channels: A's left may be B's right.
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
 * Which channel's relative level changed, and by how much, if it is the same at nearly all places: a channel that falls
 * silent half-way is not a balance change.
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

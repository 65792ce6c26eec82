import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { median } from '#audio/median.ts'
import type { Decibels } from '#shared/units.ts'

/** What the tallies of two aligned recordings say about their levels. */
export interface ComparisonLevels {
  readonly gain: Decibels | null
  /** B against A beyond the gain, `level[second][band]`; NaN where a band says nothing in that second. */
  readonly level: readonly Float64Array[]
  /** B without A after the gain, against A's level; NaN where A is silent or they do not meet. */
  readonly residual: Float64Array
  /** The same over all seconds; null where A is silent throughout. */
  readonly wholeResidual: Decibels | null
}

/** Least and most that a residual is said to be; one deeper than this is rounding. */
const DEEPEST: Decibels = -120
/** Mean square of one sample below which a second, or a band of it, is silence: -80 dBFS. */
export const SILENT_SQUARE = 1e-8
/**
 * Bands this far below the loudest of their second are masked by it, and codecs leave them out; low ones, which the ear
 * hears less, sooner.
 */
const MASKED: Decibels = 45
const MASKED_LOW: Decibels = 30
const LOW_BANDS = comparisonEdges.filter((edge) => edge < 220).length
/** Seconds of the same sound from which a gain is sure. */
export const LEAST_SAME = 3
/** Likeness of bands that are the same sound: the first of these that enough of them have. */
const SAME_LIKENESS = [0.995, 0.95, 0.9]
const LEAST_CELLS = 6
/** A share of them that agrees so closely is not chance. */
const MANY = 0.4
const ALIKE_LEVELS: Decibels = 0.3
/** For the gain only what is well above that counts. */
const CLEAR: Decibels = 30

/**
 * Of the gain only the seconds that are the same sound may speak, where there are some: `agrees`, one for each second.
 */
export function comparisonLevels(
  seconds: readonly (SecondTally | undefined)[],
  inverted: boolean,
  agrees: readonly boolean[] = [],
): ComparisonLevels {
  const same = seconds.filter((_, second) => agrees[second])
  const speaking = same.length >= LEAST_SAME ? same : seconds
  const rough = roughGain(speaking)
  const differences = seconds.map((tally) => bandDifferences(tally, rough, MASKED))
  const gain = gainOf(speaking.flatMap((tally) => clearCells(tally, rough, inverted)))
  const level = differences.map((bands) => bands.map((value) => value - (gain ?? 0)))
  const factor = 10 ** ((gain ?? 0) / 20) * (inverted ? -1 : 1)
  const left = seconds.map((tally) => (tally ? residualEnergy(tally, factor) : 0))
  const own = seconds.map((tally) => tally?.plain.energyA ?? 0)
  const total = (energies: readonly number[]) => energies.reduce((sum, energy) => sum + energy, 0)
  return {
    gain,
    level,
    residual: Float64Array.from(seconds, (tally, i) =>
      tally && tally.plain.energyA > silence(tally) ? residualLevel(left[i] ?? 0, tally.plain.energyA) : Number.NaN,
    ),
    wholeResidual: gain === null || total(own) === 0 ? null : residualLevel(total(left), total(own)),
  }
}

/** A band of a second that says something of the gain, and how much it is the same sound: normalised correlation. */
interface Cell {
  readonly level: Decibels
  readonly likeness: number
}

function clearCells(tally: SecondTally | undefined, rough: Decibels, inverted: boolean): readonly Cell[] {
  if (!tally) return []
  return Array.from(bandDifferences(tally, rough, CLEAR)).flatMap((level, band): Cell[] => {
    const [a, b, product] = [tally.bandsA[band] ?? 0, tally.bandsB[band] ?? 0, tally.bandsProduct[band] ?? 0]
    return Number.isNaN(level) ? [] : [{ level, likeness: ((inverted ? -1 : 1) * product) / Math.sqrt(a * b) }]
  })
}

/**
 * By the bands that are the same sound: what was added to a mix is none of its gain. Where many of them say the same to
 * a third of a decibel, by those alone, as of two halves at two levels the middle is neither. Null where nothing is the
 * same.
 */
function gainOf(cells: readonly Cell[]): Decibels | null {
  const alike = SAME_LIKENESS.map((least) => cells.filter(({ likeness }) => likeness >= least)).find(
    ({ length }) => length >= LEAST_CELLS,
  )
  if (!alike) return null
  const sorted = Float64Array.from(alike, ({ level }) => level).sort()
  const many = Math.ceil(sorted.length * MANY)
  let [from, width] = [0, Infinity]
  for (let i = 0; i + many <= sorted.length; i++) {
    const between = (sorted[i + many - 1] ?? 0) - (sorted[i] ?? 0)
    if (between < width) [from, width] = [i, between]
  }
  return median(Array.from(width <= ALIKE_LEVELS ? sorted.subarray(from, from + many) : sorted))
}

/** Energy of a second of silence, both sides. */
export function silence({ frames }: SecondTally): number {
  return 2 * frames * SILENT_SQUARE
}

/** The middle of the seconds' own gains: near enough to tell which bands are heard in both. */
function roughGain(seconds: readonly (SecondTally | undefined)[]): Decibels {
  const gains = seconds.flatMap((tally) =>
    tally && tally.energyA > silence(tally) && tally.energyB > silence(tally)
      ? [10 * Math.log10(tally.energyB / tally.energyA)]
      : [],
  )
  return gains.length > 0 ? median(gains) : 0
}

/** B against A in each band where either is heard; where one is silent, at most as much as the floor lets one say. */
function bandDifferences(tally: SecondTally | undefined, gain: Decibels, mask: Decibels): Float64Array {
  const differences = new Float64Array(COMPARISON_BANDS).fill(Number.NaN)
  if (!tally) return differences
  const factor = 10 ** (gain / 10)
  // What is heard, at A's level: B is turned back by the gain.
  const heard = tally.bandsA.map((energy, band) => Math.max(energy, (tally.bandsB[band] ?? 0) / factor))
  const loudest = Math.max(...heard)
  const floor = (below: Decibels) => Math.max(loudest * 10 ** (-below / 10), Number.MIN_VALUE)
  const [floorLow, floorHigh] = [floor(Math.min(mask, MASKED_LOW)), floor(mask)]
  if (tally.energyA <= silence(tally) && tally.energyB <= silence(tally) * factor) return differences
  heard.forEach((energy, band) => {
    if (energy < (band < LOW_BANDS ? floorLow : floorHigh)) return
    const least = energy * 1e-6
    differences[band] =
      10 * Math.log10(Math.max(tally.bandsB[band] ?? 0, least * factor) / Math.max(tally.bandsA[band] ?? 0, least))
  })
  return differences
}

/** Of B turned back to A's level, less A. */
function residualEnergy({ plain: { energyA, energyB, product } }: SecondTally, factor: number): number {
  return Math.max(0, energyB / factor ** 2 - (2 * product) / factor + energyA)
}

function residualLevel(residual: number, own: number): Decibels {
  return Math.max(DEEPEST, 10 * Math.log10(Math.max(residual, Number.MIN_VALUE) / own))
}

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
 * Bands this far below the loudest of their second are masked, and codecs drop them; low bands, to which hearing is
 * less sensitive, sooner.
 */
const MASKED: Decibels = 45
const MASKED_LOW: Decibels = 30
const LOW_BANDS = comparisonEdges.filter((edge) => edge < 220).length
/** Seconds of the same sound needed for a reliable gain. */
export const LEAST_SAME = 3
/** Correlation thresholds for bands with the same sound: the first that enough bands reach. */
const SAME_LIKENESS = [0.995, 0.95, 0.9]
const LEAST_CELLS = 6
/** A share of bands in such close agreement is not coincidence. */
const MANY = 0.4
const ALIKE_LEVELS: Decibels = 0.3
/** Only bands well above the mask count for the gain. */
const CLEAR: Decibels = 30

/** The gain comes only from seconds with the same sound, if there are any: `agrees` has one entry per second. */
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

/** One band of one second that counts for the gain, with its normalized correlation. */
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
 * From bands with the same sound, because what was added to a mix is not gain. If many of them agree within a third of
 * a decibel, only from those: for two halves at two levels the median is neither. Null if nothing is the same.
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

/** The energy of one second of silence in both channels. */
export function silence({ frames }: SecondTally): number {
  return 2 * frames * SILENT_SQUARE
}

/** The median of the seconds' gains: precise enough to tell which bands are audible in both. */
function roughGain(seconds: readonly (SecondTally | undefined)[]): Decibels {
  const gains = seconds.flatMap((tally) =>
    tally && tally.energyA > silence(tally) && tally.energyB > silence(tally)
      ? [10 * Math.log10(tally.energyB / tally.energyA)]
      : [],
  )
  return gains.length > 0 ? median(gains) : 0
}

/** B against A in each band that is audible in either; if one is silent, limited by the silence floor. */
function bandDifferences(tally: SecondTally | undefined, gain: Decibels, mask: Decibels): Float64Array {
  const differences = new Float64Array(COMPARISON_BANDS).fill(Number.NaN)
  if (!tally) return differences
  const factor = 10 ** (gain / 10)
  // The audible energy at A's level: divides B by the gain.
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

/** The energy of B at A's level, minus A. */
function residualEnergy({ plain: { energyA, energyB, product } }: SecondTally, factor: number): number {
  return Math.max(0, energyB / factor ** 2 - (2 * product) / factor + energyA)
}

function residualLevel(residual: number, own: number): Decibels {
  return Math.max(DEEPEST, 10 * Math.log10(Math.max(residual, Number.MIN_VALUE) / own))
}

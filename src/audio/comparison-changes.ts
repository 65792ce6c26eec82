import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'
import type { Change, ChangeKind } from '#audio/comparison-result.ts'
import { silence } from '#audio/comparison-levels.ts'
import type { ComparisonLevels } from '#audio/comparison-levels.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { median } from '#audio/median.ts'
import type { Decibels, Seconds } from '#shared/units.ts'

/** Least change of a band that is told. */
const LEAST: Decibels = 0.8
/**
 * Codecs leave each second of a band a little off, and more so the finer they are: what is told stands well above that.
 */
const ABOVE_NOISE = 4
const MOST_NOISE: Decibels = 3
/** The same sound at another level stays alike: it loses no more likeness than this share of its change. */
const LIKENESS_LOST = 0.3
/**
 * Anything else has something more or less in it, and codecs add and drop a little everywhere: it must be more than
 * they do.
 */
const LEAST_UNLIKE: Decibels = 2.5
/** What is new must be heard beside the loudest band, or else be plainly new. */
const HEARD_BESIDE: Decibels = 20
const PLAINLY_NEW: Decibels = 12
/** Smaller patches than this are chance, unless they are plain. */
const LEAST_CELLS = 4
const PLAIN: Decibels = 6
/** Pauses within one change, as between the words of a voice. */
const PAUSE: Seconds = 2
/** Two seconds that share less than this are not the same sound. */
const LEAST_LIKENESS = 0.5
/** As much of the quieter one is in the louder one where it is a part of it. */
const CONTAINED = 0.9
/** Where A was this loud and B is silent, B is muted. */
const HEARD: Decibels = -50
const MUTED_BY: Decibels = 30
const MOST_CHANGES = 100

/** Places where the two differ, beyond their gain, in order of time. */
export function comparisonChanges(
  seconds: readonly (SecondTally | undefined)[],
  levels: ComparisonLevels,
  options: { readonly inverted: boolean; readonly isExact: boolean; readonly endSeconds: Seconds },
): readonly Change[] {
  const whole = seconds.map((tally) => wholeChange(tally, levels.gain ?? 0, options))
  // A cut in the middle of a sound clicks in the seconds beside it.
  const bands = levels.level.map((row, second) =>
    whole[second - 1] || whole[second] || whole[second + 1] ? row.map(() => Number.NaN) : row,
  )
  const changes = [
    ...wholeStretches(whole),
    ...bandPatches(bands, (second, band, level) => isChange(seconds[second], band, level)).map((patch) =>
      levelChange(patch, seconds, levels),
    ),
  ]
  const told = biggestFirst(changes).slice(0, MOST_CHANGES)
  return told
    .map((change) => ({ ...change, to: Math.min(change.to, options.endSeconds) }))
    .sort((one, other) => one.from - other.from || (one.low ?? 0) - (other.low ?? 0))
}

export function biggestFirst(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((one, other) => weightOf(other) - weightOf(one))
}

/** Whether a second as a whole is another: gone, new, or not the same sound. */
function wholeChange(
  tally: SecondTally | undefined,
  gain: Decibels,
  { inverted, isExact }: { readonly inverted: boolean; readonly isExact: boolean },
): Exclude<ChangeKind, 'level'> | undefined {
  if (!tally) return undefined
  const [a, b] = [meanLevel(tally.energyA, tally), meanLevel(tally.energyB, tally) - gain]
  if (a > HEARD && b < a - MUTED_BY) return 'muted'
  if (b > HEARD && a < b - MUTED_BY) return 'added'
  if (a <= HEARD || b <= HEARD) return undefined
  // A few samples of drift make two of the same sound unlike.
  if (!isExact) return undefined
  const product = tally.product * (inverted ? -1 : 1)
  // What is left of a sound that stops within the second is no other sound.
  const atLevelOfA = 10 ** (-gain / 20)
  if (product * atLevelOfA >= CONTAINED * Math.min(tally.energyA, tally.energyB * atLevelOfA ** 2)) return undefined
  return product < LEAST_LIKENESS * Math.sqrt(tally.energyA * tally.energyB) ? 'different' : undefined
}

/** In dBFS, silence at -80. */
function meanLevel(energy: number, tally: SecondTally): Decibels {
  return 10 * Math.log10(Math.max(energy, silence(tally)) / (2 * tally.frames))
}

function wholeStretches(kinds: readonly (Change['kind'] | undefined)[]): readonly Change[] {
  const stretches: Change[] = []
  kinds.forEach((kind, second) => {
    if (!kind) return
    const last = stretches.at(-1)
    if (last?.kind === kind && last.to === second) stretches[stretches.length - 1] = { ...last, to: second + 1 }
    else stretches.push({ kind, from: second, to: second + 1, low: null, high: null, decibels: null })
  })
  return stretches
}

/** Cells that changed the same way and hang together. */
interface Patch {
  readonly cells: readonly Cell[]
}

interface Cell {
  readonly second: number
  readonly band: number
  readonly level: Decibels
}

function bandPatches(
  level: readonly Float64Array[],
  isChange: (second: number, band: number, level: Decibels) => boolean,
): readonly Patch[] {
  const thresholds = bandThresholds(level)
  const waiting = new Map<number, Cell>()
  level.forEach((row, second) =>
    row.forEach((value, band) => {
      if (Math.abs(value) >= (thresholds[band] ?? LEAST) && isChange(second, band, value))
        waiting.set(second * COMPARISON_BANDS + band, { second, band, level: value })
    }),
  )
  const patches: Patch[] = []
  for (const cell of waiting.values()) {
    const cells = gather(cell, waiting)
    const plain = cells.length >= 2 && cells.every(({ level }) => Math.abs(level) >= PLAIN)
    if (cells.length >= LEAST_CELLS || plain) patches.push({ cells })
  }
  return patches
}

/**
 * Whether a band's new level is somebody's doing: the same sound at another level, or more or less of it than codecs
 * leave.
 */
function isChange(tally: SecondTally | undefined, band: number, level: Decibels): boolean {
  if (!tally) return false
  const [a, b, product] = [tally.bandsA[band] ?? 0, tally.bandsB[band] ?? 0, tally.bandsProduct[band] ?? 0]
  const lost = -10 * Math.log10(Math.max(product ** 2 / (a * b), Number.MIN_VALUE))
  if (lost <= LIKENESS_LOST * Math.abs(level)) return true
  if (level < 0) return level <= -LEAST_UNLIKE
  const beside = 10 * Math.log10(Math.max(...tally.bandsB) / b)
  return level >= PLAINLY_NEW || (level >= LEAST_UNLIKE && beside <= HEARD_BESIDE)
}

/** How far a band must move to be told: well beyond what it moves from one second to the next anyway. */
function bandThresholds(level: readonly Float64Array[]): readonly Decibels[] {
  return Array.from({ length: COMPARISON_BANDS }, (_, band) => {
    const steps = level.flatMap((row, second) => {
      const step = Math.abs((row[band] ?? Number.NaN) - (level[second - 1]?.[band] ?? Number.NaN))
      return Number.isNaN(step) ? [] : [step]
    })
    const noise = steps.length > 0 ? (1.4826 * median(steps)) / Math.SQRT2 : 0
    return Math.max(LEAST, Math.min(MOST_NOISE, ABOVE_NOISE * noise))
  })
}

/** Takes a cell and all that hang together with it out of those that wait. */
function gather(first: Cell, waiting: Map<number, Cell>): readonly Cell[] {
  const cells = [first]
  waiting.delete(first.second * COMPARISON_BANDS + first.band)
  for (const { second, band, level } of cells) {
    for (let s = second - PAUSE - 1; s <= second + PAUSE + 1; s++) {
      for (let b = Math.max(0, band - 1); b <= Math.min(COMPARISON_BANDS - 1, band + 1); b++) {
        const key = s * COMPARISON_BANDS + b
        const near = waiting.get(key)
        if (!near || near.second !== s || Math.sign(near.level) !== Math.sign(level)) continue
        waiting.delete(key)
        cells.push(near)
      }
    }
  }
  return cells
}

function levelChange(
  { cells }: Patch,
  seconds: readonly (SecondTally | undefined)[],
  levels: ComparisonLevels,
): Change {
  let [from, to, low, high] = [Infinity, 0, COMPARISON_BANDS, 0]
  for (const { second, band } of cells) {
    from = Math.min(from, second)
    to = Math.max(to, second + 1)
    low = Math.min(low, band)
    high = Math.max(high, band)
  }
  const heard = Array.from({ length: COMPARISON_BANDS }, (_, band) => band).filter((band) =>
    levels.level.slice(from, to).some((row) => !Number.isNaN(row[band] ?? Number.NaN)),
  )
  const all = low <= (heard[0] ?? 0) && high >= (heard.at(-1) ?? 0)
  let [a, b] = [0, 0]
  for (const { second, band } of cells) {
    a += seconds[second]?.bandsA[band] ?? 0
    b += seconds[second]?.bandsB[band] ?? 0
  }
  const decibels = a > 0 && b > 0 ? 10 * Math.log10(b / a) - (levels.gain ?? 0) : (cells[0]?.level ?? 0)
  return {
    kind: 'level',
    from,
    to,
    low: all ? null : (comparisonEdges[low] ?? null),
    high: all ? null : (comparisonEdges[high + 1] ?? null),
    decibels,
  }
}

/** The longer and wider a change, and above all the stronger, the sooner it is told. */
function weightOf({ from, to, decibels, low, high }: Change): number {
  const width =
    low === null || high === null
      ? 1
      : Math.log(high / low) / Math.log((comparisonEdges.at(-1) ?? 1) / (comparisonEdges[0] ?? 1))
  return (to - from) * width * Math.min(20, Math.abs(decibels ?? 20)) ** 2
}

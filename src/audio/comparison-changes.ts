import type { WidthChanges } from '#audio/band-width.ts'
import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'
import type { Change } from '#audio/comparison-result.ts'
import { silence } from '#audio/comparison-levels.ts'
import type { ComparisonLevels } from '#audio/comparison-levels.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { median } from '#audio/median.ts'
import type { Decibels, Hertz, Seconds } from '#shared/units.ts'

/** The smallest level change of a band that is reported. */
const LEAST: Decibels = 0.8
/**
 * Codecs change the bands of each second slightly, narrow ones more: a reported change must be this many times larger.
 */
const ABOVE_NOISE = 4
const MOST_NOISE: Decibels = 3
/** A pure level change keeps the correlation: it may lose at most this share of the change. */
const LIKENESS_LOST = 0.3
/** Otherwise something was added or removed, and codecs do that slightly everywhere: the change must exceed theirs. */
const LEAST_UNLIKE: Decibels = 2.5
/** New sound must be audible beside the loudest band, unless it is clearly new. */
const HEARD_BESIDE: Decibels = 20
const PLAINLY_NEW: Decibels = 12
/** Smaller patches are coincidence, unless they are strong. */
const LEAST_CELLS = 4
const PLAIN: Decibels = 6
/** Pauses within one change, as between the words of a vocal. */
const PAUSE: Seconds = 2
/** A second with less correlation is another sound. */
const LEAST_LIKENESS = 0.5
/** Beside another sound, this little is another sound as well. */
const LITTLE_ALIKE = 0.8
/** A correlation of minus this is the same sound upside down. */
const INVERTED = 0.9
/** The share of the quieter sound that must be in the louder one for it to count as part of it. */
const CONTAINED = 0.9
/** If A was this loud and B is silent, B is muted. */
const HEARD: Decibels = -50
const MUTED_BY: Decibels = 30
const MOST_CHANGES = 100

interface ChangeOptions {
  readonly inverted: boolean
  readonly isExact: boolean
  readonly endSeconds: Seconds
  /** Above this, two conversions of the sample rate differ. */
  readonly highest?: Hertz
  /** What was found about the sides, which explains levels too. */
  readonly width?: WidthChanges
}

/** Places where the two differ beyond the gain, in order of time. */
export function comparisonChanges(
  seconds: readonly (SecondTally | undefined)[],
  levels: ComparisonLevels,
  options: ChangeOptions,
): readonly Change[] {
  const ofSeconds = withEdges(seconds.map((tally) => wholeChange(tally, levels.gain ?? 0, options)))
  const whole = withNeighbours(ofSeconds, (second) => isLittleAlike(seconds[second], options.inverted))
  // A cut in the middle of a sound spreads into the bands of the neighbouring seconds.
  const bands = levels.level.map((row, second) =>
    whole[second - 1] || whole[second] || whole[second + 1]
      ? row.map(() => Number.NaN)
      : row.map((level, band) =>
          (comparisonEdges[band + 1] ?? 0) > (options.highest ?? Infinity) ? Number.NaN : level,
        ),
  )
  const parts = replacedParts(seconds, bands, levels.gain ?? 0, options.inverted)
  for (const { second, band } of parts.cells) (bands[second] ?? NONE)[band] = Number.NaN
  for (const cell of options.width?.cells ?? [])
    (bands[Math.floor(cell / COMPARISON_BANDS)] ?? NONE)[cell % COMPARISON_BANDS] = Number.NaN
  const changes = [
    ...wholeStretches(whole),
    ...(options.width?.changes ?? []),
    ...parts.changes,
    ...bandPatches(bands, (second, band, level) => isChange(seconds[second], band, level)).map((patch) =>
      levelChange(patch, seconds, levels),
    ),
  ]
  const reported = biggestFirst(changes).slice(0, MOST_CHANGES)
  return reported
    .map((change) => ({ ...change, to: Math.min(change.to, options.endSeconds) }))
    .sort((one, other) => one.from - other.from || (one.low ?? 0) - (other.low ?? 0))
}

export function biggestFirst(changes: readonly Change[]): readonly Change[] {
  return changes.toSorted((one, other) => weightOf(other) - weightOf(one))
}

type WholeKind = 'muted' | 'added' | 'different' | 'inverted'

/** Whether a second as a whole was removed, added or replaced. */
function wholeChange(
  tally: SecondTally | undefined,
  gain: Decibels,
  { inverted, isExact }: { readonly inverted: boolean; readonly isExact: boolean },
): WholeKind | undefined {
  if (!tally) return undefined
  const [a, b] = [meanLevel(tally.energyA, tally), meanLevel(tally.energyB, tally) - gain]
  if (a > HEARD && b < a - MUTED_BY) return 'muted'
  if (b > HEARD && a < b - MUTED_BY) return 'added'
  if (a <= HEARD || b <= HEARD) return undefined
  // A few samples of drift reduce the correlation of the same sound.
  if (!isExact) return undefined
  const product = tally.product * (inverted ? -1 : 1)
  // The rest of a sound that stops within the second is not another sound.
  const atLevelOfA = 10 ** (-gain / 20)
  if (product * atLevelOfA >= CONTAINED * Math.min(tally.energyA, tally.energyB * atLevelOfA ** 2)) return undefined
  const both = Math.sqrt(tally.energyA * tally.energyB)
  if (product <= -INVERTED * both) return 'inverted'
  return product < LEAST_LIKENESS * both ? 'different' : undefined
}

/** The second in which a sound turns upside down is half of each, and no other sound. */
function withEdges(kinds: readonly (WholeKind | undefined)[]): readonly (WholeKind | undefined)[] {
  return kinds.map((kind, i) =>
    kind === 'different' && (kinds[i - 1] === 'inverted' || kinds[i + 1] === 'inverted') ? 'inverted' : kind,
  )
}

/**
 * Other music may resemble what it replaced for a second: what is barely alike beside other sound is other sound, too.
 */
function withNeighbours(
  kinds: readonly (WholeKind | undefined)[],
  isLittleAlikeIn: (second: number) => boolean,
): readonly (WholeKind | undefined)[] {
  const made = [...kinds]
  const extend = (second: number, before: number) => {
    if (made[second] === undefined && made[before] === 'different' && isLittleAlikeIn(second))
      made[second] = 'different'
  }
  for (let second = 0; second < made.length; second++) extend(second, second - 1)
  for (let second = made.length - 1; second >= 0; second--) extend(second, second + 1)
  return made
}

function isLittleAlike(tally: SecondTally | undefined, inverted: boolean): boolean {
  if (!tally || tally.energyA <= silence(tally) || tally.energyB <= silence(tally)) return false
  return tally.product * (inverted ? -1 : 1) < LITTLE_ALIKE * Math.sqrt(tally.energyA * tally.energyB)
}

/** In dBFS; silence is -80. */
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

/** Adjacent cells that changed in the same direction. */
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

/** Whether a band's level change is intentional: the same sound at another level, or more change than codecs cause. */
function isChange(tally: SecondTally | undefined, band: number, level: Decibels): boolean {
  if (!tally) return false
  const [a, b, product] = [tally.bandsA[band] ?? 0, tally.bandsB[band] ?? 0, tally.bandsProduct[band] ?? 0]
  const lost = -10 * Math.log10(Math.max(product ** 2 / (a * b), Number.MIN_VALUE))
  if (lost <= LIKENESS_LOST * Math.abs(level)) return true
  if (level < 0) return level <= -LEAST_UNLIKE
  const beside = 10 * Math.log10(Math.max(...tally.bandsB) / b)
  return level >= PLAINLY_NEW || (level >= LEAST_UNLIKE && beside <= HEARD_BESIDE)
}

/** How far a band must change to be reported: well beyond its usual variation between seconds. */
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

/** Removes a cell and all connected ones from the waiting cells. */
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

const NONE = new Float64Array(0)
/** In bands above this, codecs make sound of their own. */
const HIGHEST_REPLACED = comparisonEdges.filter((edge) => edge < 6000).length
/** A part counts beside the loudest band of its second. */
const HEARD_PART: Decibels = 25
/** Another part has nothing to do with the one before, and is about as loud. */
const OTHER_PART = 0.5
const SAME_LEVEL: Decibels = 2.5
/** Enough of the rest must be the same to the sample. */
const CLEARLY_SAME = 0.98
const LEAST_CLEAR = 0.2
const LEAST_REPLACED = 8
const LEAST_REPLACED_SECONDS: Seconds = 2

/** Bands in which another part plays, at the same level, while the rest is the same; and the cells that explains. */
function replacedParts(
  seconds: readonly (SecondTally | undefined)[],
  levels: readonly Float64Array[],
  gain: Decibels,
  inverted: boolean,
): { readonly changes: readonly Change[]; readonly cells: readonly Cell[] } {
  const waiting = new Map<number, Cell>()
  let [all, clear] = [0, 0]
  seconds.forEach((tally, second) => {
    if (!tally) return
    const loudest = Math.max(...tally.bandsA, ...tally.bandsB)
    for (let band = 0; band < HIGHEST_REPLACED; band++) {
      const [a, b] = [tally.bandsA[band] ?? 0, tally.bandsB[band] ?? 0]
      if (Number.isNaN(levels[second]?.[band] ?? Number.NaN)) continue
      if (Math.max(a, b) < loudest * 10 ** (-HEARD_PART / 10)) continue
      const likeness = ((inverted ? -1 : 1) * (tally.bandsProduct[band] ?? 0)) / Math.sqrt(a * b)
      all++
      if (likeness >= CLEARLY_SAME) clear++
      if (likeness < OTHER_PART) waiting.set(second * COMPARISON_BANDS + band, { second, band, level: 1 })
    }
  })
  if (clear < LEAST_CLEAR * all) return { changes: [], cells: [] }
  const found = { changes: [] as Change[], cells: [] as Cell[] }
  for (const cell of waiting.values()) {
    const cells = gather(cell, waiting)
    const [from, to] = [
      Math.min(...cells.map(({ second }) => second)),
      Math.max(...cells.map(({ second }) => second)) + 1,
    ]
    const total = (of: 'bandsA' | 'bandsB') =>
      cells.reduce((sum, { second, band }) => sum + (seconds[second]?.[of][band] ?? 0), 0)
    const level = 10 * Math.log10(total('bandsB') / total('bandsA')) - gain
    if (cells.length < LEAST_REPLACED || to - from < LEAST_REPLACED_SECONDS || Math.abs(level) > SAME_LEVEL) continue
    const bands = cells.map(({ band }) => band)
    const [low, high] = [comparisonEdges[Math.min(...bands)] ?? null, comparisonEdges[Math.max(...bands) + 1] ?? null]
    found.changes.push({ kind: 'different', from, to, low, high, decibels: null })
    // The notes of both parts are louder and quieter one by one: that is no change of level.
    for (let second = from; second < to; second++)
      for (let band = Math.max(0, Math.min(...bands) - 1); band <= Math.max(...bands) + 1; band++)
        found.cells.push({ second, band, level: 1 })
  }
  return found
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

/** Ranks changes by length, width and above all strength. */
function weightOf({ from, to, decibels, low, high }: Change): number {
  const width =
    low === null || high === null
      ? 1
      : Math.log(high / low) / Math.log((comparisonEdges.at(-1) ?? 1) / (comparisonEdges[0] ?? 1))
  return (to - from) * width * Math.min(20, Math.abs(decibels ?? 20)) ** 2
}

import { COMPARISON_BANDS, comparisonEdges } from '#audio/comparison-result.ts'
import type { Change, TimeSpan } from '#audio/comparison-result.ts'
import type { SecondTally } from '#audio/comparison-tally.ts'
import { median } from '#audio/median.ts'
import type { Decibels } from '#shared/units.ts'

/** Bands this far below the loudest one of their second are not judged. */
const HEARD: Decibels = 28
/** Sides this far below the middle, in both, are not heard, and codecs change them: -20 dB. */
const HEARD_SIDES = 0.01
/** Sides as loud as the middle are those of a single channel. */
const MOST_SIDES = 0.7
/** Below this there is nothing to hear of them: -40 dB. */
const NO_SIDES = 1e-4
/** Sides that were 14 dB louder than this, and are weaker now, are gone: -30 dB. */
const MONO = 1e-3
const LEAST: Decibels = 1.5
/** What both channels share must stay as it was: otherwise one part of the mix became louder, and that is told. */
const SAME_MIDDLE: Decibels = 0.7
const PLAIN: Decibels = 4
/** Sides at another level keep this much of the correlation; codecs and rooms make other ones. */
const MOST_LOST = 0.02
const MOST_SECONDS = 0.75
const LEAST_SECONDS = 5
const LEAST_STRETCH = 3
const LEAST_LOCAL: Decibels = 2.5
const MOST_STRETCHES = 3
/** Beside bands without sides, this many belong to the slope of the filter. */
const SLOPE = 4

/** What is said of the sides in parts of the spectrum, and the bands whose level it explains. */
export interface WidthChanges {
  readonly changes: readonly Change[]
  /** Second and band, as `second * COMPARISON_BANDS + band`. */
  readonly cells: ReadonlySet<number>
}

interface Facts {
  readonly gain: Decibels
  /** What both have. */
  readonly span: TimeSpan
}

/**
 * Where the sides changed against the middle in some bands and not in all, throughout or for a while. `seconds`: by
 * second of A, with only those that have the same sound.
 */
export function widthByBand(seconds: readonly (SecondTally | undefined)[], facts: Facts): WidthChanges {
  const steps = Array.from({ length: COMPARISON_BANDS }, (_, band) =>
    seconds.map((tally) => (tally ? stepOf(tally, [band], facts.gain) : undefined)),
  )
  const judged = steps.map((ofBand) => ofBand.filter((step) => step !== undefined).length >= LEAST_SECONDS)
  const heard = seconds.filter((tally) => tally !== undefined)
  const changed = steps.map((ofBand, band) =>
    judged[band] ? directionOf(ofBand) * (isGone(heard, band) ? GONE : 1) : 0,
  )
  const known = judged.flatMap((isJudged, band) => (isJudged ? [band] : []))
  if (known.length < 2) return NOTHING
  // In all bands alike, it is a change of the whole.
  const isEverywhere = known.every(
    (band) => changed[band] !== 0 && Math.sign(changed[band] ?? 0) === Math.sign(changed[known[0] ?? 0] ?? 0),
  )
  if (isEverywhere) return NOTHING
  const ranges = rangesOf(changed, known)
  if (ranges.length === 0) return inPlaces(seconds, known, facts)
  const changes = ranges.flatMap(({ first, last, isLowest, isHighest }) =>
    changeOf(
      seconds,
      Array.from({ length: last - first + 1 }, (_, i) => first + i),
      {
        ...facts,
        low:
          isLowest ||
          hadNoSides(
            seconds,
            known.filter((band) => band < first),
          )
            ? (comparisonEdges[0] ?? null)
            : (comparisonEdges[first] ?? null),
        high: isHighest ? (comparisonEdges.at(-1) ?? null) : (comparisonEdges[last + 1] ?? null),
      },
    ),
  )
  const bands = new Set(
    ranges.flatMap(({ first, last }) => Array.from({ length: last - first + 3 }, (_, i) => first + i - 1)),
  )
  return { changes, cells: cellsOf(seconds.length, bands) }
}

const NOTHING: WidthChanges = { changes: [], cells: new Set() }

function cellsOf(seconds: number, bands: ReadonlySet<number>): ReadonlySet<number> {
  const cells = new Set<number>()
  for (let second = 0; second < seconds; second++)
    for (const band of bands) if (band >= 0 && band < COMPARISON_BANDS) cells.add(second * COMPARISON_BANDS + band)
  return cells
}

/** Bands without sides now, or before, are told apart from those with weaker ones. */
const GONE = 2

function isGone(seconds: readonly SecondTally[], band: number): boolean {
  const { a, b } = sharesOf(seconds, [band])
  return Math.min(a.share, b.share) <= MONO
}

/** How much louder the sides of these bands became against the middle; undefined where that cannot be judged. */
function stepOf(tally: SecondTally, bands: readonly number[], gain: Decibels): Decibels | undefined {
  const { a, b } = sharesOf([tally], bands)
  const total = (of: 'bandsA' | 'bandsB' | 'bandsProduct') =>
    bands.reduce((sum, band) => sum + (tally[of][band] ?? 0), 0)
  const least = 10 ** (-HEARD / 10)
  if (total('bandsA') < least * Math.max(...tally.bandsA) || total('bandsB') < least * Math.max(...tally.bandsB))
    return undefined
  if (a.middle <= 0 || b.middle <= 0) return undefined
  if (Math.max(a.share, b.share) < HEARD_SIDES || Math.max(a.share, b.share) > MOST_SIDES) return 0
  const likeness = Math.abs(total('bandsProduct')) / Math.sqrt(total('bandsA') * total('bandsB'))
  const expected = (1 + Math.sqrt(a.share * b.share)) / Math.sqrt((1 + a.share) * (1 + b.share))
  if (likeness < expected - MOST_LOST) return 0
  const step = 10 * Math.log10(Math.max(b.share, NO_SIDES) / Math.max(a.share, NO_SIDES))
  const middle = 10 * Math.log10(b.middle / a.middle) - gain
  return Math.abs(middle) <= SAME_MIDDLE || Math.abs(step) >= PLAIN + Math.abs(middle) ? step : 0
}

function sharesOf(seconds: readonly SecondTally[], bands: readonly number[]) {
  const sum = (of: 'bandsA' | 'bandsB' | 'sidesA' | 'sidesB') =>
    seconds.reduce((all, tally) => bands.reduce((some, band) => some + (tally[of][band] ?? 0), all), 0)
  const of = (sides: number, all: number) => ({ middle: all - sides, share: sides / Math.max(all - sides, 1e-30) })
  return { a: of(sum('sidesA'), sum('bandsA')), b: of(sum('sidesB'), sum('bandsB')) }
}

/** 1 for wider, -1 for narrower, 0 for neither throughout. */
function directionOf(steps: readonly (Decibels | undefined)[]): number {
  const heard = steps.filter((step) => step !== undefined)
  const middle = median(heard)
  const sign = Math.sign(middle)
  const alike = heard.filter((step) => step * sign >= LEAST / 2).length
  return Math.abs(middle) >= LEAST && alike >= MOST_SECONDS * heard.length ? sign : 0
}

/** Bands that were and are mono: what became narrower above them is so from the bottom up. */
function hadNoSides(seconds: readonly (SecondTally | undefined)[], bands: readonly number[]): boolean {
  const heard = seconds.filter((tally) => tally !== undefined)
  return bands.every((band) => {
    const { a, b } = sharesOf(heard, [band])
    return Math.max(a.share, b.share) < HEARD_SIDES
  })
}

interface BandRange {
  readonly first: number
  readonly last: number
  /** No lower, or no higher, band can be judged. */
  readonly isLowest: boolean
  readonly isHighest: boolean
}

/** Adjacent bands of one direction; what cannot be judged between them belongs to them. */
function rangesOf(changed: readonly number[], known: readonly number[]): readonly BandRange[] {
  const ranges: { first: number; last: number; direction: number }[] = []
  known.forEach((band, i) => {
    const direction = changed[band] ?? 0
    if (direction === 0) return
    const last = ranges.at(-1)
    if (last && last.direction === direction && last.last === known[i - 1]) last.last = band
    else ranges.push({ first: band, last: band, direction })
  })
  const isSlope = (range: (typeof ranges)[number]) =>
    Math.abs(range.direction) < GONE &&
    range.last - range.first < SLOPE &&
    ranges.some(
      (other) =>
        other.direction === GONE * range.direction && other.last + 1 >= range.first && other.first - 1 <= range.last,
    )
  return ranges
    .filter((range) => (range.last > range.first || known.length <= 3) && !isSlope(range))
    .map(({ first, last }) => ({ first, last, isLowest: first === known[0], isHighest: last === known.at(-1) }))
}

function changeOf(
  seconds: readonly (SecondTally | undefined)[],
  bands: readonly number[],
  { span, low, high }: Facts & { readonly low: number | null; readonly high: number | null },
): readonly Change[] {
  const heard = seconds.filter((tally) => tally !== undefined)
  const { a, b } = sharesOf(heard, bands)
  const kind =
    b.share <= MONO && a.share > 10 * MONO ? 'mono' : a.share <= MONO && b.share > 10 * MONO ? 'stereo' : 'width'
  const decibels = 10 * Math.log10(Math.max(b.share, NO_SIDES) / Math.max(a.share, NO_SIDES))
  if (kind === 'width' && Math.abs(decibels) < LEAST) return []
  return [{ kind, ...span, low, high, decibels: kind === 'width' ? decibels : null }]
}

/** Some seconds in a row in which all that can be judged became wider or narrower. */
function inPlaces(
  seconds: readonly (SecondTally | undefined)[],
  known: readonly number[],
  { gain }: Facts,
): WidthChanges {
  const stretches: { from: number; to: number; direction: number }[] = []
  seconds.forEach((tally, second) => {
    const step = tally && stepOf(tally, known, gain)
    const direction = step !== undefined && Math.abs(step) >= LEAST_LOCAL ? Math.sign(step) : 0
    if (direction === 0) return
    const last = stretches.at(-1)
    if (last?.to === second && last.direction === direction) last.to = second + 1
    else stretches.push({ from: second, to: second + 1, direction })
  })
  const found = stretches
    .filter(({ from, to }) => to - from >= LEAST_STRETCH)
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, MOST_STRETCHES)
  return {
    changes: found.flatMap(({ from, to }) =>
      changeOf(seconds.slice(from, to), known, { gain, span: { from, to }, low: null, high: null }),
    ),
    cells: new Set(),
  }
}

/** Whether something was said of the sides in parts, which is then not said of the whole. */
export function hasWidth(changes: readonly Change[]): boolean {
  return changes.some(({ kind }) => kind === 'width' || kind === 'mono' || kind === 'stereo')
}

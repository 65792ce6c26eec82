import { median } from '#audio/median.ts'
import { exactMatches } from '#audio/pieces/exact-offsets.ts'
import { FeatureSearch, roughMatches } from '#audio/pieces/offset-candidates.ts'
import type { ReducedSound } from '#audio/pieces/reduced-sound.ts'
import { featureRate, featuresOf } from '#audio/pieces/sound-features.ts'
import type { SoundFeatures } from '#audio/pieces/sound-features.ts'
import type { Seconds } from '#shared/units.ts'

/** How fast A's sound passes in B. */
export interface FoundSpeed {
  /** Seconds of B for each second of A: below 1, B is faster. */
  readonly rate: number
  /** The samples are the same, so the pitch changed too; otherwise it was played or stretched. */
  readonly isSameSound: boolean
  /** How much later it is in B at that speed, to a few milliseconds; seconds of A. */
  readonly later: Seconds
}

interface TimedMatch {
  readonly at: Seconds
  readonly later: Seconds
  readonly weight: number
}

/** Sample rates that are mistaken for each other, film speeds, and everything within ten percent. */
const RATES = [32_000, 44_100, 48_000, 88_200, 96_000]
const WIDEST = 0.1
const STEP = 0.0025
/** Found without trying speeds. */
const SLIGHT = 0.02
/** Stretches of A that are looked for at each speed. */
const PROBES = 8
const PROBE: Seconds = 10
/** Correlation of features at the right speed, and what it is at least better than at the same speed. */
const LEAST_LIKENESS = 0.5
const LEAST_BETTER = 0.08
/** Correlation of samples that cannot be coincidence. */
const SAME_SAMPLES = 0.6
/** What a line of matches explains of all of them. */
const MOST = 0.4
const LEAST_MATCHES = 5
/** Seconds that a match may lie beside the line, by how it was found. */
const BESIDE_SAMPLES: Seconds = 0.0015
/** Shifts from end to end below this are rounding. */
const LEAST_TRAVEL: Seconds = 0.00003

/** Two clocks: the samples fit, ever later or earlier. */
export function clockSpeed(a: ReducedSound, b: ReducedSound): FoundSpeed | undefined {
  const matches = samplesAlong(a, b, 1)
  const line = lineThrough(matches, BESIDE_SAMPLES, 0.003)
  if (!line || Math.abs(line.slope) * line.span < LEAST_TRAVEL || line.beside > 0.2 * Math.abs(line.slope) * line.span)
    return undefined
  return refined(a, b, 1 + line.slope)
}

/** Another speed, tempo or sample rate; undefined if there is none, or none that is certain. */
export function otherSpeed(a: ReducedSound, b: ReducedSound): FoundSpeed | undefined {
  const seconds = (sound: ReducedSound) => sound.left.length / sound.sampleRate
  const frames = featureRate(Math.max(seconds(a), seconds(b)))
  const [x, y] = [featuresOf(a, frames), featuresOf(b, frames)]
  const slight = featureLine(x, y, 1, SLIGHT)
  if (slight && Math.abs(slight.slope) * slight.span > 4 / frames) {
    const found = refined(a, b, 1 + slight.slope)
    if (found) return found
  }
  const likeness = (rate: number) => likenessAt(x, stretchedFeatures(y, rate))
  const same = likeness(1)
  let [best, most] = [1, Math.max(LEAST_LIKENESS, same + LEAST_BETTER)]
  for (const rate of possibleRates()) {
    const value = likeness(rate)
    if (value > most) [best, most] = [rate, value]
  }
  if (best === 1) return undefined
  let later = 0
  for (let round = 0; round < 3; round++) {
    const line = featureLine(x, y, best, 2 * STEP)
    if (!line) return undefined
    best *= 1 + line.slope
    later = line.start
  }
  return refined(a, b, best) ?? { rate: best, isSameSound: false, later }
}

function featureLine(a: SoundFeatures, b: SoundFeatures, rate: number, steepest: number) {
  const rough = roughMatches(a, stretchedFeatures(b, rate))
  const along = rough.map(({ from, seconds, later, likeness }) => ({ at: from + seconds / 2, later, weight: likeness }))
  return lineThrough(along, 2 / a.framesPerSecond, steepest)
}

function possibleRates(): readonly number[] {
  const steps = Math.round(WIDEST / STEP)
  const near = Array.from({ length: 2 * steps + 1 }, (_, i) => 1 + (i - steps) * STEP)
  const mistaken = RATES.flatMap((one) => RATES.map((other) => one / other))
  return [...new Set([...near, ...mistaken])].filter((rate) => rate !== 1 && rate >= 0.49 && rate <= 2.05)
}

/** By the samples, at closer and closer range; undefined if they are not the same at this speed. */
function refined(a: ReducedSound, b: ReducedSound, from: number): FoundSpeed | undefined {
  let rate = from
  let later = 0
  for (let round = 0; round < 3; round++) {
    const line = lineThrough(
      samplesAlong(a, stretchedSound(b, rate), round === 0 ? 0.4 : 1.5),
      BESIDE_SAMPLES * (round === 0 ? 4 : 1),
      0.002,
    )
    if (!line) return undefined
    rate *= 1 + line.slope
    later = line.start
  }
  return { rate, isSameSound: true, later }
}

function samplesAlong(a: ReducedSound, b: ReducedSound, length: Seconds): readonly TimedMatch[] {
  const seconds = (sound: ReducedSound) => sound.left.length / sound.sampleRate
  const frames = featureRate(Math.max(seconds(a), seconds(b)))
  const rough = roughMatches(featuresOf(a, frames), featuresOf(b, frames))
  return exactMatches(a, b, rough, { reach: 1.5 / frames, length })
    .filter(({ likeness }) => likeness >= SAME_SAMPLES)
    .map(({ at, later, likeness }) => ({ at, later: later / a.sampleRate, weight: likeness ** 4 }))
}

interface MatchLine {
  readonly slope: number
  /** At A's beginning. */
  readonly start: Seconds
  readonly span: Seconds
  /** The median distance of the matches from it. */
  readonly beside: Seconds
}

/** The best line through matches that may also lie on other lines, where music repeats or was cut. */
function lineThrough(matches: readonly TimedMatch[], beside: Seconds, steepest: number): MatchLine | undefined {
  const groups: TimedMatch[][] = []
  for (const match of matches.toSorted((one, other) => one.at - other.at)) {
    if (groups.some((one) => isSame(one.at(-1), match, beside))) continue
    const group = groups.findLast((one) => {
      const last = one.at(-1)
      return (
        last !== undefined &&
        last.at < match.at &&
        Math.abs(match.later - last.later) <= beside + steepest * (match.at - last.at)
      )
    })
    if (group) group.push(match)
    else groups.push([match])
  }
  const weightOf = (group: readonly TimedMatch[]) => group.reduce((sum, { weight }) => sum + weight, 0)
  const best = groups.reduce<readonly TimedMatch[]>((one, other) => (weightOf(other) > weightOf(one) ? other : one), [])
  const moments = new Set(matches.map(({ at }) => at)).size
  // What was cut or repeated lies on lines of its own, with the same slope.
  const lines = groups.filter(({ length }) => length >= 3)
  const count = lines.reduce((sum, { length }) => sum + length, 0)
  if (best.length < 3 || count < Math.min(LEAST_MATCHES, moments) || count < MOST * moments) return undefined
  const slope = median(lines.flatMap(slopesOf))
  const starts = best.map(({ at, later }) => later - slope * at)
  const middle = median(starts)
  const span = Math.max(...lines.map((line) => (line.at(-1)?.at ?? 0) - (line[0]?.at ?? 0)))
  return { slope, start: middle, span, beside: median(starts.map((start) => Math.abs(start - middle))) }
}

function isSame(one: TimedMatch | undefined, other: TimedMatch, beside: Seconds): boolean {
  return one?.at === other.at && Math.abs(one.later - other.later) <= beside
}

/** Between matches that are far apart. */
function slopesOf(line: readonly TimedMatch[]): readonly number[] {
  const longest = (line.at(-1)?.at ?? 0) - (line[0]?.at ?? 0)
  return line.flatMap((one, i) =>
    line
      .slice(i + 1)
      .flatMap((other) => (other.at - one.at > longest / 3 ? [(other.later - one.later) / (other.at - one.at)] : [])),
  )
}

function likenessAt(a: SoundFeatures, b: SoundFeatures): number {
  const length = Math.min(a.count, Math.round(PROBE * a.framesPerSecond))
  const search = new FeatureSearch(b, length)
  const count = Math.max(1, Math.min(PROBES, Math.floor(a.count / length)))
  const found = Array.from({ length: count }, (_, i) => {
    const from = count === 1 ? 0 : Math.round((i * (a.count - length)) / (count - 1))
    return search.find(a, from, length)[0]?.likeness ?? 0
  })
  return median(found)
}

function stretchedFeatures(features: SoundFeatures, rate: number): SoundFeatures {
  const count = Math.max(1, Math.floor(features.count / rate))
  return { ...features, count, bands: features.bands.map((band) => interpolated(band, count, rate)) }
}

/** B at A's speed; accurate enough for a few kilohertz. */
export function stretchedSound({ sampleRate, left, right }: ReducedSound, rate: number): ReducedSound {
  const count = Math.max(1, Math.floor(left.length / rate))
  return {
    sampleRate,
    left: new Float32Array(interpolated(left, count, rate)),
    right: new Float32Array(interpolated(right, count, rate)),
  }
}

/** By cubic curves through four neighbours. */
function interpolated(values: Float32Array | Float64Array, count: number, rate: number): Float64Array {
  const made = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const position = i * rate
    const at = Math.floor(position)
    const t = position - at
    const p = values[at - 1] ?? 0
    const q = values[at] ?? 0
    const r = values[at + 1] ?? 0
    const s = values[at + 2] ?? 0
    made[i] = q + 0.5 * t * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)))
  }
  return made
}

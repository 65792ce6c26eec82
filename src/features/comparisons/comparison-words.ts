import { biggestFirst } from '#audio/comparison-changes.ts'
import { isExact } from '#audio/comparison-result.ts'
import type { Change, ChannelChange, ComparisonResult, OwnEnd } from '#audio/comparison-result.ts'
import { secondsLaterAt } from '#audio/turned-comparison.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'
import { comparisonStrings as strings } from './comparison.strings.ts'
import { editLines } from './edit-words.ts'
import type { KnownMusic } from './edit-words.ts'
import { speedLines } from './speed-words.ts'
import { durationWords, wholeClock } from './time-words.ts'

/** One sentence about a comparison. A line about a place links to it. */
export interface ComparisonLine {
  readonly text: string
  /** On the requested timeline. */
  readonly from: Seconds | null
  readonly to: Seconds | null
  /** Otherwise it is only probable, as its text says. */
  readonly isSure: boolean
}

export interface ComparedNames {
  /** `v2`, or with its title if the versions are of different tracks. */
  readonly a: string
  readonly b: string
  readonly areVersions: boolean
}

/** Smaller differences are inaudible and not reported. */
const LEAST_GAIN: Decibels = 0.05
const SHORTEST_END: Seconds = 0.1
const SHORTEST_SILENCE: Seconds = 0.01
/** If the offset is not exact, only silence longer than this is reported, which no wrong offset causes. */
const PLAIN_SILENCE: Seconds = 1
/** The residual of the worst lossy copy after alignment and gain; a larger one is an intentional change. */
const MOST_LEFT: Decibels = -14

/** What the sentences compare: always B against A, the newer against the older. */
export function aboutWords({ a, b, areVersions }: ComparedNames): string {
  return areVersions ? strings.about(b, a) : strings.aboutTracks(b, a)
}

/**
 * A comparison's result in sentences: the whole first, then the changes, largest first. B is described relative to A,
 * so pass the older version as A. Times are on A's or B's timeline.
 */
export function comparisonLines(
  result: ComparisonResult,
  names: ComparedNames,
  clock: 'a' | 'b' = 'a',
  known?: KnownMusic,
): readonly ComparisonLine[] {
  const places = biggestFirst(result.changes).map((change) => changeLine(change, result, clock))
  const { edits, frames, sampleRate } = result
  const lengths = { a: frames.a / sampleRate, b: frames.b / sampleRate }
  const [first = '', ...more] = wholeLines(result)
  return [
    ...[`${aboutWords(names)}: ${first}`, ...more].map((text) => ({
      text,
      from: null,
      to: null,
      isSure: true,
    })),
    ...editLines(edits, { lengths, clock, beat: result.beat, known }),
    ...places,
    ...(result.isPartlyUnnamed && isSomethingNamed(result)
      ? [{ text: strings.unnamed, from: null, to: null, isSure: true }]
      : []),
  ]
}

function wholeLines(result: ComparisonResult): readonly string[] {
  const { identicalAudio, agreement } = result
  const isLinedUp = identicalAudio || (agreement?.isWhole ?? false)
  return [
    firstLine(result),
    ...(isLinedUp ? startLines(result) : []),
    ...speedLines(result),
    ...polarityLines(result),
    ...(isLinedUp ? endLines(result) : []),
    ...result.channelChanges.map(channelLine),
    ...partLines(result),
    ...dynamicsLines(result),
    ...shapeLines(result),
  ]
}

/** Otherwise the first sentence says that nothing is. */
function isSomethingNamed({ changes, channelChanges, edits }: ComparisonResult): boolean {
  return changes.length + channelChanges.length + edits.length > 0
}

function firstLine({
  alignment,
  gain,
  identicalAudio,
  unaligned,
  agreement,
  changes,
  channelChanges,
  residual,
  edits,
  speed,
  dynamics,
  partTiming,
  isRenderedAgain,
  isPartlyUnnamed,
}: ComparisonResult): string {
  if (unaligned === 'silence') return identicalAudio ? strings.bothSilent : strings.tooQuiet
  if (identicalAudio) return strings.identical
  if (unaligned === 'unrelated' || agreement === null) return strings.unrelated
  const level = gain === null ? undefined : levelWords(gain)
  if (alignment?.timing === 'ambiguous') return level === undefined ? strings.ambiguous : strings.ambiguousWith(level)
  if (speed?.kind === 'tempo') return edits.length > 0 ? strings.editedAtTempo : strings.atTempo
  if (isRenderedAgain) return edits.length > 0 ? strings.editedAgain : strings.renderedAgain
  if (speed && edits.length === 0 && level !== undefined) return strings.sameMixAtSpeed(level)
  if (partTiming) return level === undefined ? strings.changedMix : strings.otherMix(level)
  if (edits.length > 0) return level === undefined ? strings.editedOnly : strings.editedMix(level)
  if (!agreement.isWhole) return level === undefined ? strings.edited : strings.editedWith(level)
  if (level === undefined) return strings.changedMix
  if (changes.length > 0 || channelChanges.length > 0 || dynamics !== null) return strings.otherMix(level)
  return isPartlyUnnamed || (residual !== null && residual > MOST_LEFT)
    ? strings.similarMix(level)
    : strings.sameMix(level)
}

function levelWords(gain: Decibels): string {
  return Math.abs(gain) < LEAST_GAIN
    ? strings.sameLevel
    : gain < 0
      ? strings.quieter(decibels(gain))
      : strings.louder(decibels(gain))
}

function startLines(result: ComparisonResult): readonly string[] {
  const { alignment, sampleRate, only } = result
  if (!alignment || alignment.offsetFrames === 0) return []
  const { offsetFrames } = alignment
  const seconds = Math.abs(offsetFrames) / sampleRate
  const audible = offsetFrames > 0 ? only.b.head.audible : only.a.head.audible
  if (audible && seconds < SHORTEST_END) return []
  if (audible)
    return [offsetFrames > 0 ? strings.addedHead(durationWords(seconds)) : strings.missingHead(durationWords(seconds))]
  if (!isOffsetExact(result)) return []
  const amount = distance(Math.abs(offsetFrames), sampleRate)
  return [offsetFrames > 0 ? strings.startsLater(amount) : strings.startsEarlier(amount)]
}

/** To the sample. If much is left unexplained, as with drones or drift, another offset may be equally right. */
function isOffsetExact({ alignment, identicalAudio, residual, changes, channelChanges }: ComparisonResult): boolean {
  const isExplained = residual === null || residual <= MOST_LEFT || changes.length > 0 || channelChanges.length > 0
  return identicalAudio || (alignment !== null && isExact(alignment) && isExplained)
}

/** Without shared sound, or with drift, the polarity is a guess. */
function polarityLines({ alignment, gain, identicalAudio }: ComparisonResult): readonly string[] {
  return alignment?.inverted && (identicalAudio || (gain !== null && isExact(alignment))) ? [strings.inverted] : []
}

function endLines(result: ComparisonResult): readonly string[] {
  const { a, b } = { a: result.only.a.tail, b: result.only.b.tail }
  const leastSilence = isOffsetExact(result) ? SHORTEST_SILENCE : PLAIN_SILENCE
  const isWorth = ({ seconds, audible }: OwnEnd) => seconds >= (audible ? SHORTEST_END : leastSilence)
  if (isWorth(b))
    return [b.audible ? strings.addedTail(durationWords(b.seconds)) : strings.moreSilence(durationWords(b.seconds))]
  if (isWorth(a))
    return [a.audible ? strings.missingTail(durationWords(a.seconds)) : strings.lessSilence(durationWords(a.seconds))]
  return []
}

function channelLine({ kind, channel, decibels: amount }: ChannelChange): string {
  const side = channel === 0 ? strings.left : strings.right
  switch (kind) {
    case 'swapped':
      return strings.swapped
    case 'flipped':
      return strings.flipped(side)
    case 'dead':
      return strings.dead(side)
    case 'restored':
      return strings.restored(side)
    case 'balance':
      return (amount ?? 0) < 0
        ? strings.weaker(side, decibels(amount ?? 0))
        : strings.stronger(side, decibels(amount ?? 0))
    case 'mono':
      return strings.mono
    case 'copied':
      return strings.copied(side)
    case 'stereo':
      return strings.stereo
    case 'sides':
      return strings.sides
    case 'width':
      return (amount ?? 0) < 0 ? strings.narrower(decibels(amount ?? 0)) : strings.wider(decibels(amount ?? 0))
  }
}

function partLines({ partTiming }: ComparisonResult): readonly string[] {
  if (!partTiming) return []
  const { later, low, high } = partTiming
  const [amount, band] = [Math.abs(later * 1000).toFixed(1), bandName(low, high)]
  return [later > 0 ? strings.partLater(amount, band) : strings.partEarlier(amount, band)]
}

function dynamicsLines({ dynamics }: ComparisonResult): readonly string[] {
  if (!dynamics) return []
  const { a, b } = dynamics
  const [from, to] = [a.toFixed(0), b.toFixed(0)]
  const amount = String(Math.abs(Number(to) - Number(from)))
  return [b < a ? strings.limited(amount, from, to) : strings.opened(amount, from, to)]
}

function shapeLines({ sampleRates, sampleRate, channels }: ComparisonResult): readonly string[] {
  return [
    ...(sampleRates.a === sampleRates.b
      ? []
      : [strings.otherRate(kilohertz(sampleRates.a), kilohertz(sampleRates.b), kilohertz(sampleRate))]),
    ...(channels.a === channels.b ? [] : [strings.otherChannels(channels.a, channels.b)]),
  ]
}

function changeLine(
  { kind, from, to, low, high, decibels: amount }: Change,
  result: ComparisonResult,
  timeline: 'a' | 'b',
): ComparisonLine {
  const { overlap } = result
  const throughout = overlap !== null && from <= overlap.from + 1 && to >= overlap.to - 1
  const shift = timeline === 'a' ? () => 0 : (at: Seconds) => secondsLaterAt(result, at)
  const later = shift((from + to) / 2)
  const at = { from: Math.max(0, from + later), to: Math.max(0, to + later), isSure: true }
  const place = throughout ? strings.throughout : strings.between(wholeClock(at.from), wholeClock(at.to))
  const band = low === null || high === null ? strings.everything : bandName(low, high)
  if (kind === 'different' && low !== null) return { text: strings.differentPart(band, place), ...at }
  const size = decibels(amount ?? 0)
  switch (kind) {
    case 'level':
      return { text: (amount ?? 0) < 0 ? strings.down(band, size, place) : strings.up(band, size, place), ...at }
    case 'width':
      return {
        text: ((amount ?? 0) < 0 ? strings.narrowerIn : strings.widerIn)(rangeName(low, high), size, place),
        ...at,
      }
    case 'mono':
      return { text: strings.monoIn(rangeName(low, high), place), ...at }
    case 'stereo':
      return { text: strings.stereoIn(rangeName(low, high), place), ...at }
    case 'inverted':
      return { text: strings.invertedIn(place), ...at }
    default:
      return { text: strings[kind](place), ...at }
  }
}

/** `below 200 Hz`, `above 4 kHz`, `from 200 Hz to 4 kHz`, or all of it. */
function rangeName(low: Hertz | null, high: Hertz | null): string {
  if (low === null || high === null) return strings.inAll
  if (low < WHOLE_LOW) return strings.below(frequency(high))
  return high > WHOLE_HIGH ? strings.above(frequency(low)) : strings.inRange(frequency(low), frequency(high))
}

/** Upper edges of the frequency ranges that engineers have names for. */
const PARTS = [
  ['sub', 60],
  ['bass', 250],
  ['lowMids', 500],
  ['mids', 2000],
  ['presence', 6000],
  ['air', Infinity],
] as const
/** A range is named only if it has at least this share of the change, on a logarithmic scale. */
const LEAST_SHARE = 0.2
const WHOLE_LOW: Hertz = 30
const WHOLE_HIGH: Hertz = 15_900

function bandName(low: Hertz, high: Hertz): string {
  const width = Math.log(high / low)
  const named = PARTS.filter(
    ([, upper], i) => Math.log(Math.min(high, upper) / Math.max(low, PARTS[i - 1]?.[1] ?? 0)) / width >= LEAST_SHARE,
  )
  const [first, last] = [named[0]?.[0] ?? 'mids', named.at(-1)?.[0] ?? 'mids']
  if (low < WHOLE_LOW)
    return strings.band(
      high <= 500 ? strings.lowEnd : strings.upTo(strings.parts[last]),
      strings.below(frequency(high)),
    )
  if (high > WHOLE_HIGH)
    return strings.band(
      low >= 6000 ? strings.parts.air : strings.andUp(strings.parts[first]),
      strings.above(frequency(low)),
    )
  return strings.band(
    first === last ? strings.parts[first] : strings.partRange(strings.parts[first], strings.parts[last]),
    strings.range(frequency(low), frequency(high)),
  )
}

/** Two significant digits: 123.4 Hz is 120 Hz. */
function frequency(hertz: Hertz): string {
  const step = 10 ** (Math.floor(Math.log10(hertz)) - 1)
  const rounded = Math.round(hertz / step) * step
  return rounded >= 1000
    ? strings.kilohertz(String(Number((rounded / 1000).toFixed(1))))
    : strings.hertz(String(rounded))
}

function kilohertz(rate: Hertz): string {
  return strings.kilohertz(String(Number((rate / 1000).toFixed(3))))
}

function decibels(amount: Decibels): string {
  return Math.abs(amount).toFixed(1)
}

function distance(frames: Frames, sampleRate: Hertz): string {
  return frames < sampleRate / 10 ? strings.samples(frames) : durationWords(frames / sampleRate)
}

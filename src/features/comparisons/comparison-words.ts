import { biggestFirst } from '#audio/comparison-changes.ts'
import { isExact } from '#audio/comparison-result.ts'
import type { Change, ChannelChange, ComparisonResult, OwnEnd } from '#audio/comparison-result.ts'
import { secondsLaterAt } from '#audio/turned-comparison.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'
import { comparisonStrings as words } from './comparison.strings.ts'
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
  return areVersions ? words.about(b, a) : words.aboutTracks(b, a)
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
      ? [{ text: words.unnamed, from: null, to: null, isSure: true }]
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
  if (unaligned === 'silence') return identicalAudio ? words.bothSilent : words.tooQuiet
  if (identicalAudio) return words.identical
  if (unaligned === 'unrelated' || agreement === null) return words.unrelated
  const level = gain === null ? undefined : levelWords(gain)
  if (alignment?.timing === 'ambiguous') return level === undefined ? words.ambiguous : words.ambiguousWith(level)
  if (speed?.kind === 'tempo') return edits.length > 0 ? words.editedAtTempo : words.atTempo
  if (isRenderedAgain) return edits.length > 0 ? words.editedAgain : words.renderedAgain
  if (speed && edits.length === 0 && level !== undefined) return words.sameMixAtSpeed(level)
  if (partTiming) return level === undefined ? words.changedMix : words.otherMix(level)
  if (edits.length > 0) return level === undefined ? words.editedOnly : words.editedMix(level)
  if (!agreement.isWhole) return level === undefined ? words.edited : words.editedWith(level)
  if (level === undefined) return words.changedMix
  if (changes.length > 0 || channelChanges.length > 0 || dynamics !== null) return words.otherMix(level)
  return isPartlyUnnamed || (residual !== null && residual > MOST_LEFT) ? words.similarMix(level) : words.sameMix(level)
}

function levelWords(gain: Decibels): string {
  return Math.abs(gain) < LEAST_GAIN
    ? words.sameLevel
    : gain < 0
      ? words.quieter(decibels(gain))
      : words.louder(decibels(gain))
}

function startLines(result: ComparisonResult): readonly string[] {
  const { alignment, sampleRate, only } = result
  if (!alignment || alignment.offsetFrames === 0) return []
  const { offsetFrames } = alignment
  const seconds = Math.abs(offsetFrames) / sampleRate
  const audible = offsetFrames > 0 ? only.b.head.audible : only.a.head.audible
  if (audible && seconds < SHORTEST_END) return []
  if (audible)
    return [offsetFrames > 0 ? words.addedHead(durationWords(seconds)) : words.missingHead(durationWords(seconds))]
  if (!isOffsetExact(result)) return []
  const amount = distance(Math.abs(offsetFrames), sampleRate)
  return [offsetFrames > 0 ? words.startsLater(amount) : words.startsEarlier(amount)]
}

/** To the sample. If much is left unexplained, as with drones or drift, another offset may be equally right. */
function isOffsetExact({ alignment, identicalAudio, residual, changes, channelChanges }: ComparisonResult): boolean {
  const isExplained = residual === null || residual <= MOST_LEFT || changes.length > 0 || channelChanges.length > 0
  return identicalAudio || (alignment !== null && isExact(alignment) && isExplained)
}

/** Without shared sound, or with drift, the polarity is a guess. */
function polarityLines({ alignment, gain, identicalAudio }: ComparisonResult): readonly string[] {
  return alignment?.inverted && (identicalAudio || (gain !== null && isExact(alignment))) ? [words.inverted] : []
}

function endLines(result: ComparisonResult): readonly string[] {
  const { a, b } = { a: result.only.a.tail, b: result.only.b.tail }
  const leastSilence = isOffsetExact(result) ? SHORTEST_SILENCE : PLAIN_SILENCE
  const isWorth = ({ seconds, audible }: OwnEnd) => seconds >= (audible ? SHORTEST_END : leastSilence)
  if (isWorth(b))
    return [b.audible ? words.addedTail(durationWords(b.seconds)) : words.moreSilence(durationWords(b.seconds))]
  if (isWorth(a))
    return [a.audible ? words.missingTail(durationWords(a.seconds)) : words.lessSilence(durationWords(a.seconds))]
  return []
}

function channelLine({ kind, channel, decibels: amount }: ChannelChange): string {
  const side = channel === 0 ? words.left : words.right
  switch (kind) {
    case 'swapped':
      return words.swapped
    case 'flipped':
      return words.flipped(side)
    case 'dead':
      return words.dead(side)
    case 'restored':
      return words.restored(side)
    case 'balance':
      return (amount ?? 0) < 0 ? words.weaker(side, decibels(amount ?? 0)) : words.stronger(side, decibels(amount ?? 0))
    case 'mono':
      return words.mono
    case 'copied':
      return words.copied(side)
    case 'stereo':
      return words.stereo
    case 'sides':
      return words.sides
    case 'width':
      return (amount ?? 0) < 0 ? words.narrower(decibels(amount ?? 0)) : words.wider(decibels(amount ?? 0))
  }
}

function partLines({ partTiming }: ComparisonResult): readonly string[] {
  if (!partTiming) return []
  const { later, low, high } = partTiming
  const [amount, band] = [Math.abs(later * 1000).toFixed(1), bandName(low, high)]
  return [later > 0 ? words.partLater(amount, band) : words.partEarlier(amount, band)]
}

function dynamicsLines({ dynamics }: ComparisonResult): readonly string[] {
  if (!dynamics) return []
  const { a, b } = dynamics
  const [from, to] = [a.toFixed(0), b.toFixed(0)]
  const amount = String(Math.abs(Number(to) - Number(from)))
  return [b < a ? words.limited(amount, from, to) : words.opened(amount, from, to)]
}

function shapeLines({ sampleRates, sampleRate, channels }: ComparisonResult): readonly string[] {
  return [
    ...(sampleRates.a === sampleRates.b
      ? []
      : [words.otherRate(kilohertz(sampleRates.a), kilohertz(sampleRates.b), kilohertz(sampleRate))]),
    ...(channels.a === channels.b ? [] : [words.otherChannels(channels.a, channels.b)]),
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
  const place = throughout ? words.throughout : words.between(wholeClock(at.from), wholeClock(at.to))
  const band = low === null || high === null ? words.everything : bandName(low, high)
  if (kind === 'different' && low !== null) return { text: words.differentPart(band, place), ...at }
  const size = decibels(amount ?? 0)
  switch (kind) {
    case 'level':
      return { text: (amount ?? 0) < 0 ? words.down(band, size, place) : words.up(band, size, place), ...at }
    case 'width':
      return {
        text: ((amount ?? 0) < 0 ? words.narrowerIn : words.widerIn)(rangeName(low, high), size, place),
        ...at,
      }
    case 'mono':
      return { text: words.monoIn(rangeName(low, high), place), ...at }
    case 'stereo':
      return { text: words.stereoIn(rangeName(low, high), place), ...at }
    case 'inverted':
      return { text: words.invertedIn(place), ...at }
    default:
      return { text: words[kind](place), ...at }
  }
}

/** `below 200 Hz`, `above 4 kHz`, `from 200 Hz to 4 kHz`, or all of it. */
function rangeName(low: Hertz | null, high: Hertz | null): string {
  if (low === null || high === null) return words.inAll
  if (low < WHOLE_LOW) return words.below(frequency(high))
  return high > WHOLE_HIGH ? words.above(frequency(low)) : words.inRange(frequency(low), frequency(high))
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
    return words.band(high <= 500 ? words.lowEnd : words.upTo(words.parts[last]), words.below(frequency(high)))
  if (high > WHOLE_HIGH)
    return words.band(low >= 6000 ? words.parts.air : words.andUp(words.parts[first]), words.above(frequency(low)))
  return words.band(
    first === last ? words.parts[first] : words.partRange(words.parts[first], words.parts[last]),
    words.range(frequency(low), frequency(high)),
  )
}

/** Two significant digits: 123.4 Hz is 120 Hz. */
function frequency(hertz: Hertz): string {
  const step = 10 ** (Math.floor(Math.log10(hertz)) - 1)
  const rounded = Math.round(hertz / step) * step
  return rounded >= 1000 ? words.kilohertz(String(Number((rounded / 1000).toFixed(1)))) : words.hertz(String(rounded))
}

function kilohertz(rate: Hertz): string {
  return words.kilohertz(String(Number((rate / 1000).toFixed(3))))
}

function decibels(amount: Decibels): string {
  return Math.abs(amount).toFixed(1)
}

function distance(frames: Frames, sampleRate: Hertz): string {
  return frames < sampleRate / 10 ? words.samples(frames) : durationWords(frames / sampleRate)
}

import type { Finding } from '#audio/analysis-report.ts'
import { faultFindings } from '#audio/faults/fault-findings.ts'
import type { SoundFaults } from '#audio/faults/fault-watch.ts'
import type { SideBalance } from '#audio/faults/side-balance.ts'
import { decibels, finding, MOST_PLACES, placeOf } from '#audio/finding-parts.ts'
import { OUT_OF_PHASE } from '#audio/phase-watch.ts'
import type { PhasePlace } from '#audio/phase-watch.ts'
import type { PlaceList } from '#audio/place-list.ts'
import type { SideFault } from '#audio/side-faults.ts'
import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

/** What a pass over the samples found, for findings. Frames are -1 for what never happened. */
export interface SampleFacts {
  readonly sampleRate: Hertz
  readonly totalFrames: Frames
  readonly channels: readonly ChannelLevels[]
  /** Sums of left × right and of (left - right)²; zero unless stereo. */
  readonly products: number
  readonly differences: number
  readonly overs: Pick<PlaceList, 'count' | 'worst' | 'frames'>
  readonly clips: Pick<PlaceList, 'count' | 'worst'>
  readonly phase: { readonly places: readonly PhasePlace[] }
  /** Stereo only. */
  readonly sideFaults: readonly SideFault[]
  /** Null if the centre is in the centre. */
  readonly balance: (Pick<SideBalance, 'off' | 'unsure'> & { readonly at: Seconds }) | null
  /** Where what both sides share is opposite in them, hidden by the rest; null if it is not. */
  readonly opposed: { readonly at: Seconds; readonly correlation: number } | null
  /** Null for a recording whose faults were not looked for. */
  readonly faults: SoundFaults | null
  /** The loudest and the quietest second, among those that sound: where to hear what is true of the whole. */
  readonly heardBest: HeardBest
  readonly invalidSamples: number
  readonly firstInvalid: Frames
}

export interface HeardBest {
  readonly loudest: Seconds
  readonly quietest: Seconds
}

/** Measurements of one channel. Frames are positions in the recording, -1 for what never happened. */
export interface ChannelLevels {
  readonly truePeak: number
  readonly samplePeak: number
  readonly sum: number
  readonly squares: number
  readonly clippedRuns: number
  readonly clippedSamples: number
  readonly firstSound: Frames
  readonly lastSound: Frames
}

/** A channel's mean above -60 dBFS is audible as a click at each edit. */
const DC_LIMIT = 0.001
/** 0.02 dB over full scale: a sine at full scale, whose peak the filter rounds up, is none. */
const OVER = 1.0023
/** Offsets of channels that differ less are one. */
const SAME_OFFSET: Decibels = 1
/** The lowest audible frequency, in Hz: cut off within a period, a tone has a nonzero mean that is not a DC offset. */
const DEEPEST_TONE = 20
/** The difference of left and right is 80 dB below their level. */
const MONO_DIFFERENCE = 1e-8
/**
 * A channel this far below the other over the whole recording is dead; so is one below the level limit that is clearly
 * weaker.
 */
const DEAD_BELOW: Decibels = 40
const DEAD_LEVEL: Decibels = -75
/** More than panning does to a part, let alone to a mix: an instrument panned 90 % to one side leaves 16 dB. */
const WEAK_BELOW: Decibels = 18
/** A bar or two may be wide; this many seconds in a row are worth checking. */
const LONG_OUT_OF_PHASE: Seconds = 3
const SILENT_HEAD: Seconds = 0.5
const SILENT_TAIL: Seconds = 2

/** Findings from the samples themselves, worst first. */
export function sampleFindings(facts: SampleFacts): readonly Finding[] {
  if (facts.channels.every((channel) => channel.firstSound < 0))
    return [...invalid(facts), finding('silent', 'problem')]
  return [
    ...invalid(facts),
    ...truePeakOvers(facts),
    ...clipping(facts),
    ...(facts.faults ? faultFindings(withoutDrops(facts.faults, facts), { ...facts, level: levelOf(facts) }) : []),
    ...stereo(facts),
    ...dcOffset(facts),
    ...silence(facts),
  ]
}

/** Root mean square of the loudest channel. */
function levelOf({ channels, totalFrames }: SampleFacts): number {
  return Math.sqrt(Math.max(...channels.map(({ squares }) => squares)) / Math.max(1, totalFrames))
}

function invalid({ invalidSamples, firstInvalid, sampleRate }: SampleFacts): readonly Finding[] {
  return invalidSamples > 0
    ? [finding('invalid-samples', 'problem', { at: firstInvalid / sampleRate, count: invalidSamples })]
    : []
}

function truePeakOvers({ channels, sampleRate, overs }: SampleFacts): readonly Finding[] {
  const places = overs
    .worst(MOST_PLACES)
    .map(({ from, level, channel }) => placeOf(from / sampleRate, decibels(level), channel))
  const [first] = places
  if (!first || most(channels, 'truePeak') < OVER) return []
  return [
    finding('true-peak-over', 'warning', {
      at: first.at,
      count: overs.count,
      length: overs.frames / sampleRate,
      value: decibels(most(channels, 'truePeak')),
      channel: onlyOne(
        channels,
        channels.filter((channel) => channel.truePeak > 1),
      ),
      places,
    }),
  ]
}

function clipping({ channels, sampleRate, clips }: SampleFacts): readonly Finding[] {
  const clipped = channels.filter((channel) => channel.clippedRuns > 0)
  const places = clips.worst(MOST_PLACES).map(({ from, channel }) => placeOf(from / sampleRate, null, channel))
  const [first] = places
  if (!first) return []
  return [
    finding('clipped', 'warning', {
      at: first.at,
      count: most(clipped, 'clippedRuns'),
      channel: onlyOne(channels, clipped),
      places,
    }),
  ]
}

function stereo(facts: SampleFacts): readonly Finding[] {
  const { channels, products, differences } = facts
  const [left, right] = channels
  if (channels.length !== 2 || !left || !right) return []
  const energy = left.squares + right.squares
  if (differences <= energy * MONO_DIFFERENCE) return [finding('mono', 'notice', { at: facts.heardBest.loudest })]
  const uneven = unevenSides(facts, left, right)
  // With a dead channel nothing can cancel.
  if (uneven?.kind === 'channel-dead') return [uneven]
  const faults = facts.sideFaults.map(sideFault)
  return [
    ...(uneven ? [uneven] : offBalance(facts)),
    ...faults,
    ...outOfPhase(facts, products / Math.sqrt(left.squares * right.squares)),
  ]
}

const SIDE_KINDS = { drops: 'channel-drops', weakens: 'channel-weakens', flips: 'polarity-flips' } as const

/** A gap in one channel that its levels have told already is told once. */
function withoutDrops(faults: SoundFaults, { sideFaults, sampleRate }: SampleFacts): SoundFaults {
  const isTold = ({ from, to, channel }: SoundFaults['gaps'][number]) =>
    channel !== null &&
    sideFaults.some(
      (fault) => fault.kind === 'drops' && fault.from * sampleRate < to && from < (fault.to ?? Infinity) * sampleRate,
    )
  return { ...faults, gaps: faults.gaps.filter((gap) => !isTold(gap)) }
}

/** One finding per fault, because each has its own end. */
function sideFault({ kind, from, to, channel, unsure }: SideFault): Finding {
  return finding(SIDE_KINDS[kind], unsure ? 'notice' : 'warning', {
    at: from,
    value: to === null ? null : to - from,
    channel,
    ...(unsure && { unsure }),
  })
}

/** One channel contains only noise, or is weaker than any panning of a whole mix would make it. */
function unevenSides(
  { totalFrames, heardBest }: SampleFacts,
  left: ChannelLevels,
  right: ChannelLevels,
): Finding | undefined {
  const [weaker, stronger] = left.squares < right.squares ? [left, right] : [right, left]
  const level = (squares: number) => decibels(Math.sqrt(squares / totalFrames)) ?? -Infinity
  const below = level(weaker.squares) - level(stronger.squares)
  const channel = weaker === left ? 0 : 1
  if (below <= -DEAD_BELOW || (level(weaker.squares) <= DEAD_LEVEL && below <= -WEAK_BELOW))
    return finding('channel-dead', 'problem', {
      at: heardBest.loudest,
      channel,
      value: Number.isFinite(below) ? below : null,
    })
  return below <= -WEAK_BELOW
    ? finding('channel-weak', 'warning', { at: heardBest.loudest, channel, value: below })
    : undefined
}

/** The centre is not in the centre. `channel` is the louder one. */
function offBalance({ balance }: SampleFacts): readonly Finding[] {
  if (balance === null) return []
  const { off, unsure, at } = balance
  return [
    finding('off-balance', unsure ? 'notice' : 'warning', {
      at,
      value: Math.abs(off),
      channel: off > 0 ? 0 : 1,
      ...(unsure && { unsure: true }),
    }),
  ]
}

/** The whole recording, or long stretches of it. */
function outOfPhase(
  { phase, sampleRate, sideFaults, opposed, heardBest }: SampleFacts,
  correlation: number,
): readonly Finding[] {
  const throughout = correlation < OUT_OF_PHASE
  const isTold = ({ from, to }: PhasePlace) =>
    sideFaults.some(
      (fault) =>
        fault.kind === 'flips' &&
        (from + to) / 2 >= fault.from * sampleRate &&
        (from + to) / 2 <= (fault.to ?? Infinity) * sampleRate,
    )
  const stretches = throughout
    ? phase.places
    : phase.places.filter((place) => place.to - place.from >= LONG_OUT_OF_PHASE * sampleRate && !isTold(place))
  const [first] = stretches
  if (!throughout && !first)
    return opposed
      ? [finding('out-of-phase', 'notice', { at: opposed.at, value: opposed.correlation, unsure: true })]
      : []
  const places = stretches
    .slice(0, MOST_PLACES)
    .map((place) => placeOf(place.from / sampleRate, place.correlation, null))
  const value = throughout ? correlation : Math.min(...stretches.map((place) => place.correlation))
  return [
    finding('out-of-phase', throughout ? 'warning' : 'notice', {
      at: first ? first.from / sampleRate : heardBest.loudest,
      value,
      ...(places.length > 0 && { places }),
    }),
  ]
}

function dcOffset({ channels, totalFrames, sampleRate, heardBest }: SampleFacts): readonly Finding[] {
  const periods = Math.PI * DEEPEST_TONE * (totalFrames / sampleRate)
  const means = channels.map((channel) => Math.abs(channel.sum / totalFrames))
  const offset = means.flatMap((mean, channel) =>
    mean > Math.max(DC_LIMIT, (channels[channel]?.samplePeak ?? 0) / periods) ? [{ mean, channel }] : [],
  )
  const levels = offset.map(({ mean }) => decibels(mean) ?? 0)
  const isCommon = offset.length > 1 && offset.length === channels.length
  if (isCommon && Math.max(...levels) - Math.min(...levels) < SAME_OFFSET)
    return [finding('dc-offset', 'warning', { at: heardBest.quietest, value: Math.max(...levels) })]
  return offset.map(({ channel }, i) =>
    finding('dc-offset', 'warning', {
      at: heardBest.quietest,
      value: levels[i] ?? null,
      channel: channels.length > 1 ? channel : null,
    }),
  )
}

/** The silence before and after the sound, in seconds; null if nothing sounds. */
export function silenceAround({ channels, sampleRate, totalFrames }: SampleFacts) {
  const sounding = channels.filter((channel) => channel.firstSound >= 0)
  if (sounding.length === 0) return null
  const head = earliest(sounding, 'firstSound') / sampleRate
  const tail = Math.max(0, (totalFrames - most(sounding, 'lastSound')) / sampleRate)
  return { head, tail }
}

function silence(facts: SampleFacts): readonly Finding[] {
  const { head, tail } = silenceAround(facts) ?? { head: 0, tail: 0 }
  const end = facts.totalFrames / facts.sampleRate - tail
  return [
    ...(head >= SILENT_HEAD ? [finding('silence-head', 'notice', { at: 0, value: head })] : []),
    ...(tail >= SILENT_TAIL ? [finding('silence-tail', 'notice', { at: end, value: tail })] : []),
  ]
}

function earliest(channels: readonly ChannelLevels[], field: 'firstSound'): Frames {
  return Math.min(...channels.map((channel) => channel[field]))
}

function most(channels: readonly ChannelLevels[], field: 'truePeak' | 'clippedRuns' | 'lastSound'): number {
  return Math.max(...channels.map((channel) => channel[field]))
}

function onlyOne(all: readonly ChannelLevels[], some: readonly ChannelLevels[]): number | null {
  const [one] = some
  return one && some.length === 1 && all.length > 1 ? all.indexOf(one) : null
}

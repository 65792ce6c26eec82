import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

/**
 * What changed from recording A (before) to recording B (after). Times are on A's timeline, in seconds from A's first
 * sample. All fields are described in docs/formats/comparison.md.
 */
export interface ComparisonResult {
  /** The common rate, the lower of the two: frames below count at this rate. */
  readonly sampleRate: Hertz
  /** The files' rates. If they differ, the higher one was converted for the comparison. */
  readonly sampleRates: ComparedPair<Hertz>
  readonly channels: ComparedPair<number>
  readonly frames: ComparedPair<Frames>
  /** The version of the comparison algorithm; results of older ones are computed again. */
  readonly version: number
  /** B's position against A; null if it is unknown, and then both are compared from their first samples. */
  readonly alignment: Alignment | null
  /** Why there is no alignment. */
  readonly unaligned: 'silence' | 'unrelated' | null
  /** The parts that the alignment covers; null without one. */
  readonly agreement: Agreement | null
  /**
   * The parts that both have, in order of A's time, at most 1000; no moment of A or B is in two of them. What lies
   * between them is in one recording only.
   */
  readonly segments: readonly AlignedSegment[]
  /** The same music but not the same sound: segments are right to some hundredths of a second, and levels unknown. */
  readonly isRenderedAgain: boolean
  /** B's speed, if it is not A's. */
  readonly speed: SpeedChange | null
  /** The beat of both, if something was edited and both have one tempo. */
  readonly beat: Beat | null
  /** What was cut, added, replaced or moved between sure segments, in order of A's time; at most 100. */
  readonly edits: readonly Edit[]
  /** B's level minus A's for the same sound; null if the two could not be aligned. */
  readonly gain: Decibels | null
  /**
   * Every decoded sample of every channel is equal after the offset, and what only one has is digital silence. Compared
   * one by one, never inferred; false also if they could not be compared (different rates or channels, damaged files).
   */
  readonly identicalAudio: boolean
  /** The part of A's timeline that both have; null if they do not overlap. */
  readonly overlap: TimeSpan | null
  /** What only one of them has, before and after the overlap. */
  readonly only: ComparedPair<OwnEnds>
  /**
   * The energy of B minus A over the overlap, after alignment and gain, relative to A; null if A is silent there. -120
   * is the minimum.
   */
  readonly residual: Decibels | null
  /** By start time, at most 100. Empty for a copy, even a lossy one, and if they do not fully align. */
  readonly changes: readonly Change[]
  /** One part of the mix is earlier or later than before. */
  readonly partTiming: PartTiming | null
  /** Peak above loudness in both, in decibels, if limiting or its reverse changed it. */
  readonly dynamics: ComparedPair<Decibels> | null
  /** Changes of left and right over the whole recording; only for mono and stereo. */
  readonly channelChanges: readonly ChannelChange[]
  /** Most of an audible difference is none of what is named here. */
  readonly isPartlyUnnamed: boolean
}

export const COMPARISON_VERSION = 8

export interface ComparedPair<T> {
  readonly a: T
  readonly b: T
}

export interface Alignment {
  /** Frame n of A is frame n + offset of B: if positive, B starts later. Exact to the frame. */
  readonly offsetFrames: Frames
  /**
   * Normalized correlation at that offset, 0..1, over the better half of a few loud places: 1 is the same sound. Below
   * 0.4 there is no alignment.
   */
  readonly confidence: number
  /** B's polarity is inverted relative to A. */
  readonly inverted: boolean
  readonly timing: AlignmentTiming
}

/**
 * `steady`: the same offset everywhere. `varies`: it changes over time, as between two clocks, or differs between the
 * channels, so it is right on average at best, or for the biggest part. `ambiguous`: the sound fits nearly as well at
 * other nearby offsets, as steady tones do.
 */
export type AlignmentTiming = 'steady' | 'varies' | 'ambiguous'

/** Of the one offset; also set at another tempo, which has none. */
export interface Agreement {
  /** One offset is right for all of both: nothing was cut, inserted or moved inside, and only the ends may be new. */
  readonly isWhole: boolean
  /** Seconds in which both have the same sound, at any level. */
  readonly seconds: number
  /**
   * Spans with the same sound that occurs nowhere else, so positions inside can be mapped by that offset; `segments`
   * have those at other offsets. In order of time, at most 1000.
   */
  readonly spans: readonly TimeSpan[]
}

export interface TimeSpan {
  readonly from: Seconds
  readonly to: Seconds
}

/** A part of A that is in B as well: A's moment `t` is B's moment `at + (t - from) * rate`. */
export interface AlignedSegment extends TimeSpan {
  /** B's moment of `from`, in seconds from B's first sample. */
  readonly at: Seconds
  /** Seconds of B for each second of A: 1 at the same speed. */
  readonly rate: number
  /** Right to the sample, not only to a few milliseconds. */
  readonly isExact: boolean
  /** It fits nowhere else. Only then are notes moved by it and sentences written about it. */
  readonly isSure: boolean
}

export interface PartTiming {
  /** Negative: earlier. */
  readonly later: Seconds
  /** Where most of its energy is. */
  readonly low: Hertz
  readonly high: Hertz
}

export interface SpeedChange {
  /** Seconds of B for each second of A: below 1, B is faster. */
  readonly rate: number
  /** `clock`: the same samples at another rate, so the pitch changed too. `tempo`: played or stretched. */
  readonly kind: 'clock' | 'tempo'
  /** In beats per minute, if both are known and account for the rate. */
  readonly tempi: ComparedPair<number> | null
}

export interface Beat {
  readonly beatsPerMinute: number
  /** It cannot be half or twice that. */
  readonly isCertain: boolean
  /** Null if unknown. */
  readonly beatsPerBar: 3 | 4 | null
}

/**
 * `cut`: only in A. `added`: only in B. `replaced`: other sound in its place. `moved`: in both, but not in the same
 * order.
 */
export type EditKind = 'cut' | 'added' | 'replaced' | 'moved'

export interface Edit {
  readonly kind: EditKind
  /** On A's timeline; empty for what was added: there it is a point. */
  readonly a: TimeSpan
  /** On B's timeline; empty for what was cut. */
  readonly b: TimeSpan
  /** Audible; otherwise it is silence that was cut or added. */
  readonly isAudible: boolean
  /** The seam may lie this much earlier or later, where music repeats. */
  readonly slack: Seconds
  /** How alike the parts beside it are, 0..1; those of what was moved, to what they were. */
  readonly confidence: number
}

export interface OwnEnds {
  readonly head: OwnEnd
  readonly tail: OwnEnd
}

export interface OwnEnd {
  readonly seconds: Seconds
  /** Louder than -60 dBFS somewhere. */
  readonly audible: boolean
}

/**
 * `level`: louder or quieter in these bands, beyond the overall gain. `muted`: audible in A, silent in B. `added`:
 * silent in A, audible in B. `different`: another sound, not the same at another level. `inverted`: the same with the
 * opposite polarity. `width`: in these bands the sides are louder or quieter against the middle; `mono`: they are gone;
 * `stereo`: there were none.
 */
export type ChangeKind = 'level' | 'muted' | 'added' | 'different' | 'inverted' | 'width' | 'mono' | 'stereo'

export interface Change extends TimeSpan {
  readonly kind: ChangeKind
  /** The range of bands that changed; null if all did. */
  readonly low: Hertz | null
  readonly high: Hertz | null
  /** Averaged over the span; beyond `gain` for `level`, of the sides for `width`, and null for other kinds. */
  readonly decibels: Decibels | null
}

/**
 * `swapped`: left and right were exchanged. `flipped`: one channel's polarity is inverted. `dead`: audible in A, silent
 * in B; `restored`: the reverse. `balance`: the channel's level relative to the other. `mono`: both channels are now
 * the sum of A's; `copied`: both are one of A's; `stereo`: A's channels were equal. `width`: the level of the side
 * signal relative to the mid. `sides`: any of those or the balance changed, but not over the whole recording.
 */
export type ChannelChangeKind =
  'swapped' | 'flipped' | 'dead' | 'restored' | 'balance' | 'mono' | 'copied' | 'stereo' | 'width' | 'sides'

export interface ChannelChange {
  readonly kind: ChannelChangeKind
  /** 0 is left, 1 right; null for both. */
  readonly channel: number | null
  /** For `balance` and `width`. */
  readonly decibels: Decibels | null
}

/** Bands slightly wider than a third of an octave, from 25 Hz to 16 kHz. */
export const COMPARISON_BANDS = 24
const LOWEST_EDGE: Hertz = 25
const HIGHEST_EDGE: Hertz = 16_000

/** The 25 edges of the 24 bands. */
export const comparisonEdges: readonly Hertz[] = Array.from(
  { length: COMPARISON_BANDS + 1 },
  (_, i) => LOWEST_EDGE * (HIGHEST_EDGE / LOWEST_EDGE) ** (i / COMPARISON_BANDS),
)

/**
 * Below this confidence the recordings may be separate renderings: nothing is reported that needs a sample-exact
 * offset.
 */
const EXACT = 0.9

export function isExact({ confidence, timing }: Alignment): boolean {
  return confidence >= EXACT && timing === 'steady'
}

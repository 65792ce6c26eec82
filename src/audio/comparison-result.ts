import type { Decibels, Frames, Hertz, Seconds } from '#shared/units.ts'

/**
 * What changed from recording A (before) to recording B (after). Times are A's own, in seconds from A's first sample.
 * Shape and meaning of every field: docs/formats/comparison.md.
 */
export interface ComparisonResult {
  /** The rate both were compared at, which is the lower of theirs: frames below count at this rate. */
  readonly sampleRate: Hertz
  /** As the files are. Where they differ the higher one was converted for the comparison. */
  readonly sampleRates: ComparedPair<Hertz>
  readonly channels: ComparedPair<number>
  readonly frames: ComparedPair<Frames>
  /** Which way of comparing this is of: one of an older release is made anew. */
  readonly version: number
  /** How B lies against A; null where nothing says so, and then both are compared from their first samples on. */
  readonly alignment: Alignment | null
  /** Why there is no alignment. */
  readonly unaligned: 'silence' | 'unrelated' | null
  /** How far that alignment carries; null where there is none. */
  readonly agreement: Agreement | null
  /** B's level less A's where the sound is the same; null where the two could not be lined up. */
  readonly gain: Decibels | null
  /**
   * Every decoded sample of every channel is the same after the offset, and what only one of them has is digital
   * silence. Compared one by one, never inferred: false also where it could not be compared (other rates or channels,
   * damaged files).
   */
  readonly identicalAudio: boolean
  /** The part of A's time that both have; null where they do not meet. */
  readonly overlap: TimeSpan | null
  /** What only one of them has, before and after the overlap. */
  readonly only: ComparedPair<OwnEnds>
  /**
   * B without A over the whole overlap, after alignment and gain, against A's level; null where A is silent there. -120
   * is the least said.
   */
  readonly residual: Decibels | null
  /** In order of their beginning, at most 100. Empty for a copy, also a lossy one, and where not all of it lines up. */
  readonly changes: readonly Change[]
  /** Of left and right, over the whole recording; told of one and two channels only. */
  readonly channelChanges: readonly ChannelChange[]
}

export const COMPARISON_VERSION = 3

export interface ComparedPair<T> {
  readonly a: T
  readonly b: T
}

export interface Alignment {
  /** Frame n of A is heard at frame n + offset of B: above zero B starts later. Exact to the frame. */
  readonly offsetFrames: Frames
  /**
   * Normalised correlation at that offset, 0..1, in the better half of a few loud places: 1 is the same sound. Below
   * 0.4 no alignment is claimed.
   */
  readonly confidence: number
  /** B is upside down against A. */
  readonly inverted: boolean
  readonly timing: AlignmentTiming
}

/**
 * `steady`: the offset is the same all over both. `varies`: it changes on the way, as between two clocks, or is another
 * on each side, so that it is right on the average at best. `ambiguous`: the sound fits nearly as well at other offsets
 * close by, as steady tones do.
 */
export type AlignmentTiming = 'steady' | 'varies' | 'ambiguous'

export interface Agreement {
  /**
   * One alignment is right for all of both: nothing was cut, put in or moved, and only what stands at the ends may be
   * new.
   */
  readonly isWhole: boolean
  /** Seconds in which the sound of both is the same, at whatever level. */
  readonly seconds: number
  /**
   * Where it is the same, and nowhere else as well: a place within may be carried from one to the other. In order of
   * time, at most 1000.
   */
  readonly spans: readonly TimeSpan[]
}

export interface TimeSpan {
  readonly from: Seconds
  readonly to: Seconds
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
 * `level`: louder or quieter in these bands, beyond the gain of the whole. `muted`: heard in A, silent in B. `added`:
 * silent in A, heard in B. `different`: another sound at that place, not the same at another level.
 */
export type ChangeKind = 'level' | 'muted' | 'added' | 'different'

export interface Change extends TimeSpan {
  readonly kind: ChangeKind
  /** Of the bands that changed; null where all did. */
  readonly low: Hertz | null
  readonly high: Hertz | null
  /** Beyond `gain`, over the place as a whole; null but for `level`. */
  readonly decibels: Decibels | null
}

/**
 * `swapped`: left and right changed places. `flipped`: one channel is upside down against A's. `dead`: heard in A,
 * silent in B; `restored`: the other way round. `balance`: the channel's level against the other's. `mono`: both sides
 * are now the sum of A's; `copied`: both are A's one channel; `stereo`: A's two sides were the same. `width`: the level
 * of what differs between the sides against what they share. `sides`: either of those or the balance changed, but not
 * all over the recording.
 */
export type ChannelChangeKind =
  'swapped' | 'flipped' | 'dead' | 'restored' | 'balance' | 'mono' | 'copied' | 'stereo' | 'width' | 'sides'

export interface ChannelChange {
  readonly kind: ChannelChangeKind
  /** 0 is left, 1 right; null where both are meant. */
  readonly channel: number | null
  /** Of `balance` and `width`. */
  readonly decibels: Decibels | null
}

/** Bands are a little wider than a third of an octave, from 25 Hz to 16 kHz. */
export const COMPARISON_BANDS = 24
const LOWEST_EDGE: Hertz = 25
const HIGHEST_EDGE: Hertz = 16_000

/** The 25 edges of the 24 bands. */
export const comparisonEdges: readonly Hertz[] = Array.from(
  { length: COMPARISON_BANDS + 1 },
  (_, i) => LOWEST_EDGE * (HIGHEST_EDGE / LOWEST_EDGE) ** (i / COMPARISON_BANDS),
)

/** Below this confidence two may have been rendered anew: nothing is said that rests on the offset to the sample. */
const EXACT = 0.9

export function isExact({ confidence, timing }: Alignment): boolean {
  return confidence >= EXACT && timing === 'steady'
}

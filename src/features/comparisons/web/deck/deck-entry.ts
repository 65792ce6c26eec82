import type { AlignedSegment, TimeSpan } from '#audio/comparison-result.ts'
import type { Decibels, Frames, Hertz, Instant, Lufs } from '#shared/units.ts'
import type { Heard } from '#web/player/listening.ts'
import type { Playable } from '#web/player/read/playable.ts'

/** A version that can be compared. */
export interface DeckEntry {
  readonly heard: Heard
  /** It belongs to another track than the page. */
  readonly isReference: boolean
  /** What it is called beside its number: label, beginning of the changes, or the file name. */
  readonly words: string
  readonly by: string
  readonly createdAt: Instant
  readonly loudness: Lufs | null
  readonly truePeak: Decibels | null
  /** Object audio: there is sound, but no loudness. */
  readonly isNotMeasured?: boolean
}

/** An entry with its playable at the deck's rate. */
export interface DeckVoice extends DeckEntry {
  /** Undefined while the server makes it. */
  readonly playable: Playable | undefined
  readonly resampledFrom?: Hertz
}

/** The server's comparison of a version with the first of the deck. */
export interface FoundPlace {
  /** The parts that both have, in seconds of the first; if omitted or empty, `offset` everywhere. */
  readonly segments?: readonly AlignedSegment[]
  /** In frames of the deck. */
  readonly offset: Frames
  /** Its level minus the first's where both have the same sound; null if there is none, or they cannot be compared. */
  readonly gain: Decibels | null
  readonly isInverted: boolean
  /**
   * Where the two certainly line up, on the clock of the first; `all` if one offset fits everything, `unknown` if none
   * was found.
   */
  readonly linesUp: 'all' | 'unknown' | readonly TimeSpan[]
}

export const mostEntries = 4
export const letters = ['A', 'B', 'C', 'D'] as const

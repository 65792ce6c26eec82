import type { TimeSpan } from '#audio/comparison-result.ts'
import type { Decibels, Frames, Hertz, Instant, Lufs } from '#shared/units.ts'
import type { Heard } from '#web/player/listening.ts'
import type { Playable } from '#web/player/read/playable.ts'

/** A version that can be compared. */
export interface DeckEntry {
  readonly heard: Heard
  /** It is of another track than the one whose page this is. */
  readonly isReference: boolean
  /** What it is called beside its number: label, first words of the changes, or the file. */
  readonly words: string
  readonly by: string
  readonly createdAt: Instant
  readonly loudness: Lufs | null
  readonly truePeak: Decibels | null
  /** Object audio: there is sound, and no figure for it. */
  readonly isNotMeasured?: boolean
}

/** An entry with what is played of it at the deck's rate. */
export interface DeckVoice extends DeckEntry {
  /** Undefined while the server makes it. */
  readonly playable: Playable | undefined
  readonly resampledFrom?: Hertz
}

/** What the server found of a version against the first of the deck. */
export interface FoundPlace {
  /** In frames of the deck. */
  readonly offset: Frames
  /** Its level less the first's where their sound is the same; null where it is not, or they cannot be compared. */
  readonly gain: Decibels | null
  readonly isInverted: boolean
  /**
   * Where the two lie on each other for sure, on the clock of the first; `all` where one offset is right for
   * everything, `unknown` where none was found.
   */
  readonly linesUp: 'all' | 'unknown' | readonly TimeSpan[]
}

export const mostEntries = 4
export const letters = ['A', 'B', 'C', 'D'] as const

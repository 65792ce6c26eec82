import type { Decibels, Frames, Hertz } from '#shared/units.ts'
import type { DeckVoice } from './deck-entry.ts'
import type { DeckMap } from './deck-map.ts'
import { type LoudnessMatch, matchLoudness } from './loudness-match.ts'

export interface DeckState {
  readonly voices: readonly DeckVoice[]
  /** Index of the audible source, from 0. */
  readonly audible: number
  /** The source to which flip returns. */
  readonly previous: number
  /** The source that is compared with the first: the last other one that was audible. */
  readonly other: number
  readonly isDifference: boolean
  readonly isMatched: boolean
  readonly match: LoudnessMatch
  /** In order, the gain of each, at most 0. */
  readonly gains: readonly Decibels[]
  /** In order, how many frames later the same moment occurs than in the first source. */
  readonly offsets: readonly Frames[]
  /** In order, from the first source to each. */
  readonly maps: readonly DeckMap[]
  /** The source whose own time the player counts. */
  readonly clock: number
  /** Two of these play at different speeds: no difference and no blind test of them. */
  readonly isAtOtherSpeed: boolean
  /** The source that was asked for where it has nothing. */
  readonly missing: number | undefined
  /** A blind test is running: nothing outside it may reveal what is playing. */
  readonly isVeiled: boolean
}

export const NOTHING_COMPARED: DeckState = {
  voices: [],
  audible: 0,
  previous: 1,
  other: 1,
  isDifference: false,
  isMatched: true,
  match: matchLoudness([]),
  gains: [],
  offsets: [],
  maps: [],
  clock: 0,
  isAtOtherSpeed: false,
  missing: undefined,
  isVeiled: false,
}

/** The deck's rate is the first one's. */
export function rateOf(voices: readonly DeckVoice[]): Hertz {
  return voices[0]?.heard.playable.source.sampleRate ?? 1
}

export function streamsOf(voices: readonly DeckVoice[]): string {
  return voices.map(({ playable }) => playable?.urls.stream ?? '').join(' ')
}

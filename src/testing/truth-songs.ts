import { seededRandom } from '#audio/song-instruments.ts'
import type { Hertz, Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import { madeSong } from '#testing/made-song.ts'
import type { MadeSongSettings } from '#testing/made-song.ts'
import type { MusicKind } from '#testing/made-music.ts'
import type { SaidLine } from '#testing/said-lines.ts'
import { EDIT_RATE } from '#testing/sound-edits.ts'

/** Music that a set of pairs is made from: one set was made to tune by, another one only afterwards. */
export interface TruthSet {
  readonly name: string
  readonly beatsPerMinute: number
  readonly seed: number
  /** Edits are this much beside the beat. */
  readonly beside: Seconds
}

export const TUNED: TruthSet = { name: 'tuned', beatsPerMinute: 120, seed: 3, beside: 0 }
export const HELD_BACK: TruthSet = { name: 'held back', beatsPerMinute: 104, seed: 208, beside: 0.137 }

/** A set that nobody has tuned by: its music, tempo and edits follow from a seed. */
export function freshSet(seed: number): TruthSet {
  const random = seededRandom(seed)
  return {
    name: `seed ${seed}`,
    beatsPerMinute: 92 + Math.floor(random() * 40),
    seed: 300 + Math.floor(random() * 600),
    beside: Number((random() * 0.3).toFixed(3)),
  }
}

/** A song of a set, in one kind of music. */
export interface TruthSong {
  readonly set: TruthSet
  readonly kind: MusicKind
  readonly v1: SampleChannels
  /** The time of a beat, beside it as edits are. */
  readonly at: (beat: number) => Seconds
  /** So many beats last this long. */
  readonly lasting: (beats: number) => Seconds
  readonly again: (more: Partial<MadeSongSettings>) => SampleChannels
}

const BEATS = 96

export function truthSong(set: TruthSet, kind: MusicKind): TruthSong {
  const again = (more: Partial<MadeSongSettings>) =>
    madeSong({ kind, sampleRate: EDIT_RATE, beats: BEATS, beatsPerMinute: set.beatsPerMinute, seed: set.seed, ...more })
  const lasting = (beats: number) => (beats * 60) / set.beatsPerMinute
  return { set, kind, v1: again({}), at: (beat) => lasting(beat) + set.beside, lasting, again }
}

/** How a version is made from a song, and what is true of it. */
export interface TruthClass {
  readonly group: string
  readonly make: (song: TruthSong) => SampleChannels
  /** Another first version than the song. */
  readonly makeFirst?: (song: TruthSong) => SampleChannels
  /** Each is said by one of the sentences. */
  readonly says: (song: TruthSong) => readonly (RegExp | SaidLine)[]
  /** Also true, if it is said. */
  readonly maySay?: (song: TruthSong) => readonly (RegExp | SaidLine)[]
  /** Where a moment of the first is in the second; null if it is not. */
  readonly truth?: (song: TruthSong) => (at: Seconds) => Seconds | null
  readonly kinds?: readonly MusicKind[]
  readonly rateOfB?: Hertz
  /** Seconds that a place may be off; 0.02 otherwise. */
  readonly within?: Seconds
}

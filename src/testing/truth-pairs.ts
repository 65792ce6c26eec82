import type { Hertz, Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import { MUSIC_KINDS } from '#testing/made-music.ts'
import type { MusicKind } from '#testing/made-music.ts'
import type { SaidLine } from '#testing/said-lines.ts'
import { EDIT_RATE } from '#testing/sound-edits.ts'
import { EDIT_CLASSES } from '#testing/truth-edits.ts'
import { RENDER_CLASSES } from '#testing/truth-renders.ts'
import { HELD_BACK, truthSong, TUNED } from '#testing/truth-songs.ts'
import type { TruthSet, TruthSong } from '#testing/truth-songs.ts'
import { SOUND_CLASSES } from '#testing/truth-sounds.ts'

/** Two versions whose difference is known from how the second was made. */
export interface TruthPair {
  readonly group: string
  readonly kind: MusicKind
  readonly make: () => { readonly a: SampleChannels; readonly b: SampleChannels; readonly rates: PairRates }
  /** What a true description says. */
  readonly says: readonly SaidLine[]
  /** What it may say. */
  readonly maySay: readonly SaidLine[]
  /** Where a moment of A is in B; null if it is not. Undefined if that is not asked. */
  readonly truth?: (at: Seconds) => Seconds | null
  /** How far a place may be off. */
  readonly within: Seconds
}

interface PairRates {
  readonly a: Hertz
  readonly b: Hertz
}

const PLACES: Seconds = 0.02

/** Every kind of change in every kind of music that it makes sense in. */
export function pairsOf(set: TruthSet): readonly TruthPair[] {
  const songs = new Map<MusicKind, TruthSong>()
  const songOf = (kind: MusicKind) => {
    const known = songs.get(kind) ?? truthSong(set, kind)
    songs.set(kind, known)
    return known
  }
  const asLines = (said: readonly (RegExp | SaidLine)[]) =>
    said.map((one): SaidLine => (typeof one === 'function' ? one : (line) => one.test(line)))
  return [...EDIT_CLASSES, ...SOUND_CLASSES, ...RENDER_CLASSES].flatMap((made) =>
    (made.kinds ?? MUSIC_KINDS).map((kind): TruthPair => ({
      group: made.group,
      kind,
      get says() {
        return asLines(made.says(songOf(kind)))
      },
      get maySay() {
        return asLines(made.maySay?.(songOf(kind)) ?? [])
      },
      ...(made.truth && { truth: (at: Seconds) => made.truth?.(songOf(kind))(at) ?? null }),
      within: made.within ?? PLACES,
      make: () => {
        const song = songOf(kind)
        const a = made.makeFirst?.(song) ?? song.v1
        return { a, b: made.make(song), rates: { a: EDIT_RATE, b: made.rateOfB ?? EDIT_RATE } }
      },
    })),
  )
}

export const truthPairs = pairsOf(TUNED)
/** Made when nothing was tuned any more, to see whether it holds for other music. */
export const heldBackPairs = pairsOf(HELD_BACK)

/** Claims about what was done; a description that makes one that is not expected is false. */
export const CLAIMS = new RegExp(
  [
    'cut out|cut from|added at|moved to|in place of|Runs|Plays|Tempo|in tempo|Limited|More dynamic|same mix|identical',
    'Different|is [\\d.]+ ms|swapped|upside down|silent now|Stereo|[Mm]ono|Starts|Muted|New sound|rendered again',
    'Wider|Narrower|Polarity|same recording|another tempo|Left and right',
  ].join('|'),
)

import type { Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import type { MadeSongSettings } from '#testing/made-song.ts'
import { tells } from '#testing/said-lines.ts'
import * as edit from '#testing/sound-edits.ts'
import { cut, cutTruth, moved, movedTruth, saysCut } from '#testing/truth-edits.ts'
import type { TruthClass, TruthSong } from '#testing/truth-songs.ts'

/** Not one sample is as it was. */
const AGAIN: Partial<MadeSongSettings> = { noiseSeed: 51, phaseSeed: 52 }
const PLAYED: Partial<MadeSongSettings> = { ...AGAIN, humanised: { seed: 53, most: 0.012 } }
const REMIXED: Partial<MadeSongSettings> = { ...AGAIN, gains: { rhythm: 0.7, ground: 1.4, lead: 1.2 } }

/** In loops that were played again, nothing tells one round from the next. */
const KINDS = ['through-composed', 'voice', 'ambient'] as const
const PLACES: Seconds = 0.05

const cutAgain = (group: string, make: (song: TruthSong) => SampleChannels): TruthClass => ({
  group: `rendered again and cut, ${group}`,
  make: (song) => cut(song, make(song)),
  says: (song) => [saysCut(song, 0.9)],
  // Another lead is another sound in its place.
  maySay: () => [group.includes('lead') ? /rendered again|in place of/ : /rendered again/],
  truth: cutTruth,
  kinds: KINDS,
  within: PLACES,
})

export const RENDER_CLASSES: readonly TruthClass[] = [
  cutAgain('as it was', ({ again }) => again(AGAIN)),
  cutAgain('another equalizer', ({ again }) => edit.shelved(edit.shelved(again(AGAIN), 250, 4), 1500, -5)),
  cutAgain('another room', ({ again }) => edit.reverberated(again(AGAIN), 1, 1.2)),
  cutAgain('played again', ({ again }) => again(PLAYED)),
  cutAgain('other levels', ({ again }) => again(REMIXED)),
  cutAgain('compressed', ({ again }) => edit.compressed(again(AGAIN), 0.1, 4)),
  cutAgain('another lead in a part', ({ again, at }) =>
    edit.within(again(AGAIN), at(12), at(28), () => edit.part(again({ ...AGAIN, leadSeed: 11 }), at(12), at(28))),
  ),
  {
    group: 'rendered again and added',
    make: ({ at, lasting, again }) => {
      const sound = edit.louder(again(PLAYED), -2)
      return edit.joined(
        edit.part(sound, 0, at(48)),
        edit.part(again({ ...AGAIN, seed: 77, leadSeed: 78 }), 2, 2 + lasting(16)),
        edit.part(sound, at(48)),
      )
    },
    says: (song) => [tells({ pattern: /added at/, clocks: [song.at(48)], length: song.lasting(16), within: 1.5 })],
    maySay: () => [/rendered again/],
    truth:
      ({ at: time, lasting }) =>
      (at) =>
        at < time(48) ? at : at + lasting(16),
    kinds: KINDS,
    within: PLACES,
  },
  {
    group: 'rendered again and moved',
    make: (song) => moved(song, song.again(REMIXED)),
    says: () => [/moved to/],
    maySay: () => [/rendered again/],
    truth: movedTruth,
    kinds: KINDS,
    within: PLACES,
  },
  {
    group: 'loops rendered again and cut',
    make: (song) => cut(song, song.again(PLAYED)),
    says: () => [/could not line|could not tell|was cut out/],
    maySay: () => [/was cut out|rendered again/],
    truth: cutTruth,
    kinds: ['loop-based'],
    within: PLACES,
  },
  {
    group: 'rendered again',
    make: ({ again }) => edit.reverberated(again(PLAYED), 0.5, 1),
    says: () => [/rendered again|similar mix|could not line|cannot name/],
    truth: () => (at) => at,
    within: PLACES,
  },
  {
    group: 'tempo and cut',
    make: (song) => cut(song, song.v1),
    makeFirst: ({ again, set }) => again({ beatsPerMinute: set.beatsPerMinute * 0.97 }),
    says: () => [/Tempo \d|in tempo/, /was cut out/],
    maySay: () => [/another tempo/],
    truth: (song) => (at) => cutTruth(song)(at * 0.97),
    kinds: KINDS,
    within: PLACES,
  },
]

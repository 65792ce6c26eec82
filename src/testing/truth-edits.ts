import type { Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import { tells } from '#testing/said-lines.ts'
import type { SaidLine } from '#testing/said-lines.ts'
import * as edit from '#testing/sound-edits.ts'
import type { TruthClass, TruthSong } from '#testing/truth-songs.ts'

const { joined, part, louder, channel } = edit

/** Seams in music that repeats may be a loop off. */
const near = ({ kind }: TruthSong) => (kind === 'loop-based' ? 4.5 : 0.6)

export const cut = ({ at }: TruthSong, sound: SampleChannels) => joined(part(sound, 0, at(48)), part(sound, at(64)))
export const saysCut = (song: TruthSong, more = 0): SaidLine =>
  tells({
    pattern: /was cut out/,
    clocks: [song.at(48), song.at(64)],
    length: song.lasting(16),
    within: near(song) + more,
  })
export const cutTruth =
  ({ at: time, lasting }: TruthSong) =>
  (at: Seconds) =>
    at < time(48) ? at : at < time(64) ? null : at - lasting(16)

export const moved = ({ at }: TruthSong, sound: SampleChannels) =>
  joined(part(sound, 0, at(24)), part(sound, at(48), at(68)), part(sound, at(24), at(48)), part(sound, at(68)))
export const movedTruth =
  ({ at: time, lasting }: TruthSong) =>
  (at: Seconds) =>
    at < time(24) || at >= time(68) ? at : at < time(48) ? at + lasting(20) : at - lasting(24)
const NOT_LOOPS = ['through-composed', 'voice', 'ambient'] as const

const cutClass = (name: string, make: (song: TruthSong) => SampleChannels, ...more: RegExp[]): TruthClass => ({
  group: name,
  make,
  says: (song) => [saysCut(song), ...more],
  truth: cutTruth,
})

/** Parts that were cut, added and moved, and what else may happen to a version on the way. */
export const EDIT_CLASSES: readonly TruthClass[] = [
  cutClass('cut', (song) => cut(song, song.v1)),
  cutClass('cut, quieter', (song) => louder(cut(song, song.v1), -2), /2\.0 dB quieter/),
  cutClass('cut, coded', (song) => edit.coded(cut(song, song.v1))),
  cutClass('cut, limited', (song) => edit.limited(cut(song, song.v1), 4), /Limited by about [2-5]/),
  cutClass('cut, inverted', (song) => louder(edit.inverted(cut(song, song.v1)), -1), /Polarity is inverted|edited/),
  cutClass('cut, one channel dead', (song) => channel(cut(song, song.v1), 1, 0), /right channel is silent/),
  cutClass('cut, one channel flipped', (song) => channel(cut(song, song.v1), 1, -1), /right channel is upside down/),
  cutClass('cut, swapped', (song) => cut(song, song.v1).toReversed(), /swapped/),
  {
    group: 'added',
    make: ({ v1, at, lasting, again }) =>
      joined(part(v1, 0, at(48)), part(again({ seed: 77 }), 2, 2 + lasting(16)), part(v1, at(48))),
    says: (song) => [
      tells({ pattern: /added at/, clocks: [song.at(48)], length: song.lasting(16), within: near(song) }),
    ],
    truth:
      ({ at: time, lasting }) =>
      (at) =>
        at < time(48) ? at : at + lasting(16),
  },
  {
    group: 'start trimmed and cut',
    make: ({ v1, at }) => joined(part(v1, 3.1234, at(48)), part(v1, at(64))),
    says: (song) => [saysCut(song), /3\.12 s/],
    truth: (song) => (at) => {
      const place = cutTruth(song)(at)
      return place === null || at < 3.1234 ? null : place - 3.1234
    },
  },
  {
    group: 'moved',
    make: (song) => moved(song, song.v1),
    says: () => [/moved to/],
    truth: movedTruth,
    kinds: NOT_LOOPS,
  },
  {
    group: 'moved, coded',
    make: (song) => edit.coded(moved(song, song.v1)),
    says: () => [/moved to/],
    truth: movedTruth,
    kinds: NOT_LOOPS,
  },
  {
    group: 'cut and added',
    make: ({ v1, at, lasting, again }) =>
      joined(
        part(v1, 0, at(20)),
        part(v1, at(30), at(60)),
        part(again({ seed: 78 }), 2, 2 + lasting(12)),
        part(v1, at(60)),
      ),
    says: () => [/was cut out/, /added at/],
    truth:
      ({ at: time, lasting }) =>
      (at) =>
        at < time(20) ? at : at < time(30) ? null : at < time(60) ? at - lasting(10) : at + lasting(2),
  },
  {
    group: 'silence inserted',
    make: ({ v1, at }) => joined(part(v1, 0, at(40)), edit.silent(3), part(v1, at(40))),
    says: (song) => [tells({ pattern: /of silence added at/, clocks: [song.at(40)], length: 3, within: near(song) })],
    truth:
      ({ at: time }) =>
      (at) =>
        at < time(40) ? at : at + 3,
  },
  {
    group: 'stretched middle',
    make: ({ v1, at, lasting, again, set }) => {
      const slower = 0.95
      const middle = again({ beatsPerMinute: set.beatsPerMinute * slower })
      return joined(
        part(v1, 0, at(32)),
        part(middle, at(32) / slower, at(32) / slower + lasting(32) / slower),
        part(v1, at(64)),
      )
    },
    // Single notes of it are the same sound, only later.
    says: () => [/in place of/],
    within: 0.06,
    truth:
      ({ at: time, lasting }) =>
      (at) =>
        at < time(32) ? at : at >= time(64) ? at + lasting(32) * (1 / 0.95 - 1) : time(32) + (at - time(32)) / 0.95,
    kinds: NOT_LOOPS,
  },
]

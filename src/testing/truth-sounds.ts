import type { Seconds } from '#shared/units.ts'
import { tells } from '#testing/said-lines.ts'
import * as edit from '#testing/sound-edits.ts'
import type { TruthClass, TruthSong } from '#testing/truth-songs.ts'

const { joined, part, louder } = edit

const stays = () => (at: Seconds) => at
const inMiddle = (song: TruthSong, pattern: RegExp) =>
  tells({ pattern, clocks: [song.at(32), song.at(48)], within: 1.1 })
const middle = (song: TruthSong, change: Parameters<typeof edit.within>[3]) =>
  edit.within(song.v1, song.at(32), song.at(48), change)

/** What happens to a version without a cut: speed, level, sides, sound. */
export const SOUND_CLASSES: readonly TruthClass[] = [
  {
    group: 'clocks',
    make: ({ v1 }) => edit.resampled(v1, 1.0001),
    says: () => [/Runs (99|100|101) ppm faster/],
    maySay: () => [/same recording at another speed/],
    truth: () => (at) => at / 1.0001,
  },
  {
    group: 'wrong label',
    make: ({ v1 }) => edit.resampled(v1, 44.1 / 48),
    says: () => [/8\.1% slower.*recorded at 48 kHz and labelled 44\.1/],
    maySay: () => [/same recording at another speed/],
    truth: () => (at) => (at * 48) / 44.1,
  },
  {
    group: 'tempo',
    make: ({ again, set }) => again({ beatsPerMinute: set.beatsPerMinute * (61 / 60) }),
    says: ({ set: { beatsPerMinute } }) => [
      (line) =>
        /1\.[67] % faster in tempo/.test(line) ||
        line === `Tempo ${beatsPerMinute} to ${Number(((beatsPerMinute * 61) / 60).toFixed(1))} BPM`,
    ],
    maySay: () => [/another tempo/],
    truth: () => (at) => (at * 60) / 61,
  },
  { group: 'limited', make: ({ v1 }) => edit.limited(v1, 6), says: () => [/Limited by about [3-7]/], truth: stays },
  {
    group: 'part replaced',
    make: ({ v1, at, again }) => joined(part(v1, 0, at(32)), part(again({ leadSeed: 11 }), at(32))),
    says: () => [/Different sound at the same level/],
    truth: stays,
    kinds: ['through-composed', 'loop-based', 'ambient'],
  },
  {
    group: 'part late',
    make: ({ again }) => again({ later: { rhythm: 0.005 } }),
    says: () => [/is 5\.0 ms late/],
    truth: stays,
    kinds: ['through-composed', 'loop-based'],
  },
  { group: 'same', make: ({ v1 }) => louder(v1, -1.3), says: () => [/same mix, 1\.3 dB quieter/], truth: stays },
  { group: 'coded', make: ({ v1 }) => edit.coded(v1), says: () => [/ mix, at the same level/], truth: stays },
  {
    group: 'another song',
    make: ({ again, set }) => again({ seed: 41, leadSeed: 43, beatsPerMinute: set.beatsPerMinute * 0.81 }),
    says: () => [/could not line|could not tell/],
    truth: () => () => null,
  },
  {
    group: 'another song at one tempo',
    make: ({ again }) => again({ seed: 47, leadSeed: 49, noiseSeed: 7, phaseSeed: 5 }),
    says: () => [/could not line|could not tell/],
    truth: () => () => null,
  },
  {
    group: 'longer fade',
    makeFirst: ({ v1 }) => edit.fadedOut(v1, 2),
    make: ({ v1 }) => edit.fadedOut(v1, 10),
    says: () => [/−\d+\.\d dB|Muted/],
    truth: stays,
  },
  { group: 'folded', make: ({ v1 }) => edit.folded(v1), says: () => [/Folded to mono/], truth: stays },
  {
    group: 'de-essed',
    make: ({ v1 }) => edit.deEssed(v1, 2500, -6),
    says: () => [/−\d+\.\d dB|cannot name|Limited/],
    truth: stays,
    kinds: ['through-composed', 'loop-based', 'voice'],
  },
  {
    group: 'reverb added',
    make: ({ v1 }) => edit.reverberated(v1, 0.35, 1.5),
    says: () => [/cannot name|could not line|could not tell|Wider/],
    maySay: () => [/dB|Wider|Stereo|Sound where|rendered again/],
    truth: stays,
  },
  {
    group: 'rhythm muted',
    make: ({ again }) => again({ gains: { rhythm: 0 } }),
    says: () => [/−\d+\.\d dB|Muted/],
    maySay: () => [/Wider/],
    truth: stays,
    kinds: ['through-composed', 'loop-based'],
  },
  {
    group: 'lead up 1 dB',
    make: ({ again }) => again({ gains: { lead: 10 ** (1 / 20) } }),
    says: () => [/\+\d+\.\d dB|\d\.\d dB louder/],
    truth: stays,
    kinds: ['through-composed', 'loop-based', 'voice'],
  },
  {
    group: 'part transposed',
    make: (song) => middle(song, () => part(song.again({ transposed: 1 }), song.at(32), song.at(48))),
    says: () => [/Different sound/],
    maySay: () => [/in place of/],
    truth: stays,
  },
  {
    group: 'part reversed',
    make: (song) => middle(song, edit.reversed),
    says: (song) => [inMiddle(song, /Different sound/)],
    truth:
      ({ at: time }) =>
      (at) =>
        at >= time(32) && at < time(48) ? null : at,
  },
  {
    group: 'part of another song, at its level',
    make: (song) => middle(song, () => part(song.again({ seed: 61, leadSeed: 62 }), song.at(32), song.at(48))),
    says: (song) => [inMiddle(song, /Different sound/)],
    truth:
      ({ at: time }) =>
      (at) =>
        at >= time(32) && at < time(48) ? null : at,
    kinds: ['through-composed', 'voice', 'ambient'],
  },
  {
    group: 'part upside down',
    make: (song) => middle(song, edit.inverted),
    says: (song) => [inMiddle(song, /Polarity is inverted/)],
    truth: stays,
  },
  {
    group: 'another sample rate',
    make: ({ v1 }) => edit.resampled(v1, 12_000 / 11_025),
    says: () => [/same mix/, /Sample rate changed/],
    truth: stays,
    rateOfB: 11_025,
  },
  { group: 'dithered to 16 bits', make: ({ v1 }) => edit.dithered(v1), says: () => [/same mix/], truth: stays },
  {
    group: 'noise added',
    make: ({ v1 }) => edit.noisy(v1, -24),
    says: () => [/cannot name|\+\d+\.\d dB|Sound where/],
    maySay: () => [/Wider/],
    truth: stays,
  },
  {
    group: 'treble up',
    make: ({ v1 }) => edit.shelved(v1, 2000, 2),
    says: () => [/\+[12]\.\d dB/],
    truth: stays,
    kinds: ['through-composed', 'loop-based', 'voice'],
  },
  {
    group: 'wider above 700 Hz',
    make: ({ v1 }) => edit.widened(v1, { above: 700 }, 10 ** (5 / 20)),
    // Where nothing was heard of the sides, nothing is said of them.
    says: () => [/Wider above ([5-9]\d0 Hz|1\.\d kHz).*[3-5]\.\d dB/],
    maySay: () => [/Wider from [5-9]\d0 Hz to 1\.\d kHz.*[3-5]\.\d dB/],
    truth: stays,
    kinds: ['through-composed', 'ambient'],
  },
  {
    group: 'narrower below 300 Hz',
    make: ({ v1 }) => edit.widened(v1, { below: 300 }, 10 ** (-6 / 20)),
    says: () => [/Narrower (?:below|from \d+ Hz to) [2-4]\d0 Hz.*[56]\.\d dB/],
    truth: stays,
    kinds: ['through-composed', 'loop-based', 'ambient'],
  },
  {
    group: 'mono below 250 Hz',
    make: ({ v1 }) => edit.widened(v1, { below: 250 }, 0),
    says: () => [/Mono (?:below|from \d\d Hz to) (1[5-9]0|2\d0|3[0-2]0) Hz/],
    truth: stays,
    kinds: ['through-composed', 'loop-based', 'ambient'],
  },
]

import type { Hertz, Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import { madeSong } from '#testing/made-song.ts'
import type { MadeSongSettings } from '#testing/made-song.ts'
import { MUSIC_KINDS } from '#testing/made-music.ts'
import type { MusicKind } from '#testing/made-music.ts'

/** Two versions whose difference is known from how the second was made. */
export interface TruthPair {
  readonly group: string
  readonly kind: MusicKind
  readonly make: () => { readonly a: SampleChannels; readonly b: SampleChannels; readonly rates: PairRates }
  /** What a true description says. */
  readonly says: readonly RegExp[]
  /** Where a moment of A is in B; null if it is not. Undefined if that is not asked. */
  readonly truth?: (at: Seconds) => Seconds | null
}

interface PairRates {
  readonly a: Hertz
  readonly b: Hertz
}

const RATE: Hertz = 12_000
const frames = (seconds: Seconds) => Math.round(seconds * RATE)
const part = (sound: SampleChannels, from: Seconds, to?: Seconds) =>
  sound.map((side) => side.slice(frames(from), to === undefined ? undefined : frames(to)))
const joined = (...sounds: readonly SampleChannels[]): SampleChannels =>
  [0, 1].map((channel) => Float64Array.from(sounds.flatMap((sound) => Array.from(sound[channel] ?? []))))
const each = (sound: SampleChannels, change: (sample: number) => number) => sound.map((side) => side.map(change))
const louder = (sound: SampleChannels, decibels: number) => each(sound, (sample) => sample * 10 ** (decibels / 20))
const swapped = (sound: SampleChannels) => sound.toReversed()
const channel = (sound: SampleChannels, changed: number, gain: number) =>
  sound.map((side, i) => (i === changed ? side.map((sample) => sample * gain) : side))

/** Sums of sines around each place: precise below half the rate. */
function resampled(sound: SampleChannels, step: number): SampleChannels {
  const reach = 24
  return sound.map((side) =>
    Float64Array.from({ length: Math.floor(side.length / step) }, (_, i) => {
      const at = i * step
      const whole = Math.floor(at)
      let sum = 0
      for (let k = whole - reach + 1; k <= whole + reach; k++) {
        const x = Math.PI * (at - k)
        sum += (side[k] ?? 0) * (x === 0 ? 1 : Math.sin(x) / x) * (0.5 + 0.5 * Math.cos(x / (reach + 1)))
      }
      return sum
    }),
  )
}

function limited(sound: SampleChannels, decibels: number): SampleChannels {
  const peak = Math.max(...sound.map((side) => side.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)))
  const drive = 10 ** (decibels / 20)
  const [left = new Float64Array(0), right = left] = sound
  const ahead = 24
  let gain = 1
  const gains = left.map((_, i) => {
    let most = 0
    for (let k = i; k < Math.min(left.length, i + ahead); k++)
      most = Math.max(most, Math.abs(left[k] ?? 0), Math.abs(right[k] ?? 0))
    const wanted = Math.min(1, peak / (drive * most || 1))
    gain = wanted < gain ? wanted : gain + (wanted - gain) * 0.002
    return gain
  })
  return sound.map((side) => side.map((sample, i) => drive * sample * (gains[i] ?? 1)))
}

/** The noise and the missing treble of a codec. */
function coded(sound: SampleChannels): SampleChannels {
  return sound.map((side) => {
    let smooth = 0
    return side.map((sample) => {
      smooth += (sample - smooth) * 0.9
      return Math.round(smooth * 600) / 600
    })
  })
}

const song = (kind: MusicKind, more: Partial<MadeSongSettings> = {}) =>
  madeSong({ kind, sampleRate: RATE, beats: 96, beatsPerMinute: 120, seed: 3, ...more })
const same = { a: RATE, b: RATE }

const CUT = [/0:(2[0-4](\.\d)?)–0:(2\d|3[0-2])(\.\d)? was cut out \(8\.00 s\)/]
const cutTruth = (at: Seconds) => (at < 24 ? at : at < 32 ? null : at - 8)
const cut = (v1: SampleChannels) => joined(part(v1, 0, 24), part(v1, 32))

interface Made {
  readonly group: string
  readonly make: (v1: SampleChannels, kind: MusicKind) => SampleChannels
  readonly says: readonly RegExp[]
  readonly truth?: (at: Seconds) => Seconds | null
  readonly kinds?: readonly MusicKind[]
  readonly rates?: PairRates
}

const MADE: readonly Made[] = [
  { group: 'cut', make: cut, says: CUT, truth: cutTruth },
  { group: 'cut, quieter', make: (v1) => louder(cut(v1), -2), says: [...CUT, /2\.0 dB quieter/], truth: cutTruth },
  { group: 'cut, coded', make: (v1) => coded(cut(v1)), says: CUT, truth: cutTruth },
  {
    group: 'cut, limited',
    make: (v1) => limited(cut(v1), 4),
    says: [...CUT, /Limited by about [2-5] dB/],
    truth: cutTruth,
  },
  {
    group: 'cut, inverted',
    make: (v1) =>
      louder(
        each(cut(v1), (x) => -x),
        -1,
      ),
    says: CUT,
    truth: cutTruth,
  },
  {
    group: 'cut, one channel dead',
    make: (v1) => channel(cut(v1), 1, 0),
    says: [...CUT, /right channel is silent/],
    truth: cutTruth,
  },
  {
    group: 'cut, one channel flipped',
    make: (v1) => channel(cut(v1), 1, -1),
    says: [...CUT, /right channel is upside down/],
    truth: cutTruth,
  },
  { group: 'cut, swapped', make: (v1) => swapped(cut(v1)), says: [...CUT, /swapped/], truth: cutTruth },
  {
    group: 'added',
    make: (v1, kind) => joined(part(v1, 0, 24), part(song(kind, { seed: 77 }), 2, 10), part(v1, 24)),
    says: [/8\.\d\d s added at 0:2[34]/],
    truth: (at) => (at < 24 ? at : at + 8),
  },
  {
    group: 'start trimmed and cut',
    make: (v1) => joined(part(v1, 3.1234, 24), part(v1, 32)),
    says: [/\(8\.00 s\)/, /3\.12 s/],
    truth: (at) => (at < 3.1234 || (at >= 24 && at < 32) ? null : at < 24 ? at - 3.1234 : at - 11.1234),
  },
  {
    group: 'moved',
    make: (v1) => joined(part(v1, 0, 12), part(v1, 24, 34), part(v1, 12, 24), part(v1, 34)),
    says: [/moved to/],
    truth: (at) => (at < 12 || at >= 34 ? at : at < 24 ? at + 10 : at - 12),
    kinds: ['through-composed', 'voice', 'ambient'],
  },
  {
    group: 'cut and added',
    make: (v1, kind) => joined(part(v1, 0, 10), part(v1, 15, 30), part(song(kind, { seed: 78 }), 2, 8), part(v1, 30)),
    says: [/was cut out/, /added at/],
    truth: (at) => (at < 10 ? at : at < 15 ? null : at < 30 ? at - 5 : at + 1),
  },
  {
    group: 'clocks',
    make: (v1) => resampled(v1, 1.0001),
    says: [/Runs (99|100|101) ppm faster/],
    truth: (at) => at / 1.0001,
  },
  {
    group: 'wrong label',
    make: (v1) => resampled(v1, 44.1 / 48),
    says: [/8\.1 % slower.*recorded at 48 kHz and labelled 44\.1/],
    truth: (at) => (at * 48) / 44.1,
  },
  {
    group: 'tempo',
    make: (_, kind) => song(kind, { beatsPerMinute: 122 }),
    says: [/Tempo 120 to 122 BPM|1\.[67] % faster in tempo/],
    truth: (at) => (at * 120) / 122,
  },
  { group: 'limited', make: (v1) => limited(v1, 6), says: [/Limited by about [4-7] dB/], truth: (at) => at },
  {
    group: 'part replaced',
    make: (v1, kind) => joined(part(v1, 0, 16), part(song(kind, { leadSeed: 11 }), 16)),
    says: [/Different sound at the same level/],
    truth: (at) => at,
    kinds: ['through-composed', 'loop-based', 'ambient'],
  },
  {
    group: 'part late',
    make: (_, kind) => song(kind, { later: { rhythm: 0.005 } }),
    says: [/is 5\.0 ms late/],
    truth: (at) => at,
    kinds: ['through-composed', 'loop-based'],
  },
  { group: 'same', make: (v1) => louder(v1, -1.3), says: [/same mix, 1\.3 dB quieter/], truth: (at) => at },
  {
    group: 'another song',
    make: (_, kind) => song(kind, { seed: 41, leadSeed: 43, beatsPerMinute: 97 }),
    says: [/could not line|could not tell/],
    truth: () => null,
  },
]

/** Every kind of change in every kind of music that it makes sense in. */
export const truthPairs: readonly TruthPair[] = MADE.flatMap(({ group, make, says, truth, kinds, rates = same }) =>
  (kinds ?? MUSIC_KINDS).map((kind): TruthPair => ({
    group,
    kind,
    says,
    ...(truth && { truth }),
    make: () => {
      const a = song(kind)
      return { a, b: make(a, kind), rates }
    },
  })),
)

/** Claims about what was done; a description that makes one that is not expected is false. */
export const CLAIMS = new RegExp(
  [
    'cut out|cut from|added at|moved to|in place of|Runs|Plays|Tempo|in tempo|Limited|More dynamic',
    'Different|is [\\d.]+ ms|swapped|upside down|silent now|Stereo|mono|Starts|Muted|New sound',
  ].join('|'),
)

import { describe, expect, test } from 'vitest'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import { comparedSounds } from '#testing/compared-sounds.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import { EDIT_RATE, joined, louder, part, silent } from '#testing/sound-edits.ts'
import { madeMusic, MORE_KINDS, MUSIC_KINDS } from '#testing/made-music.ts'
import type { AnyMusicKind, MusicKind } from '#testing/made-music.ts'
import { comparisonLines } from '#features/comparisons/comparison-words.ts'
import { carriedBy, placeNote } from '#features/notes/note-places.ts'

const RATE = EDIT_RATE
const SECONDS = 48

const made = new Map<string, SampleChannels>()
function music(kind: AnyMusicKind, seconds = SECONDS, seed = 5): SampleChannels {
  const key = `${kind} ${seconds} ${seed}`
  const known = made.get(key) ?? madeMusic(kind, RATE, seconds, seed)
  made.set(key, known)
  return known
}

const frames = (seconds: Seconds) => Math.round(seconds * RATE)
const sides = (
  sound: SampleChannels,
  change: (left: number, right: number) => readonly [number, number],
): SampleChannels => {
  const [left = new Float64Array(0), right = left] = sound
  return [0, 1].map((channel) => left.map((sample, i) => change(sample, right[i] ?? 0)[channel] ?? 0))
}
/** Resampled, like another tape speed or a wrong sample rate in the header. */
const stretched = (sound: SampleChannels, factor: number): SampleChannels =>
  sound.map((side) =>
    Float64Array.from({ length: Math.floor(side.length / factor) - 1 }, (_, i) => {
      const at = i * factor
      const whole = Math.floor(at)
      return (side[whole] ?? 0) * (1 - at + whole) + (side[whole + 1] ?? 0) * (at - whole)
    }),
  )

/** v2 made from v1, and the new position of each of v1's moments: null if removed. */
interface Edit {
  readonly make: (v1: SampleChannels, kind: MusicKind) => SampleChannels
  readonly truth: (at: Seconds) => Seconds | null
  /** Everything lines up; otherwise no position may be claimed. */
  readonly isWhole: boolean
}

const EDITS: Readonly<Record<string, Edit>> = {
  'a cut in the middle': {
    make: (v1) => joined(part(v1, 0, 20), part(v1, 28, SECONDS)),
    truth: (at) => (at < 20 ? at : at < 28 ? null : at - 8),
    isWhole: false,
  },
  'a cut near the start': {
    make: (v1) => joined(part(v1, 0, 4), part(v1, 8, SECONDS)),
    truth: (at) => (at < 4 ? at : at < 8 ? null : at - 4),
    isWhole: false,
  },
  'a cut near the end': {
    make: (v1) => joined(part(v1, 0, 36), part(v1, 42, SECONDS)),
    truth: (at) => (at < 36 ? at : at < 42 ? null : at - 6),
    isWhole: false,
  },
  'eight seconds put in': {
    make: (v1, kind) => joined(part(v1, 0, 24), music(kind, 8, 77), part(v1, 24, SECONDS)),
    truth: (at) => (at < 24 ? at : at + 8),
    isWhole: false,
  },
  'a pause put in': {
    make: (v1) => joined(part(v1, 0, 30), silent(3), part(v1, 30, SECONDS)),
    truth: (at) => (at < 30 ? at : at + 3),
    isWhole: false,
  },
  'two parts that changed places': {
    make: (v1) => joined(part(v1, 0, 12), part(v1, 24, 36), part(v1, 12, 24), part(v1, 36, SECONDS)),
    truth: (at) => (at < 12 || at >= 36 ? at : at < 24 ? at + 12 : at - 12),
    isWhole: false,
  },
  'another intro': {
    make: (v1, kind) => joined(music(kind, 5, 99), part(v1, 8, SECONDS)),
    truth: (at) => (at < 8 ? null : at - 3),
    isWhole: false,
  },
  'one percent faster': { make: (v1) => stretched(v1, 1.01), truth: (at) => at / 1.01, isWhole: false },
  'a wrong rate': { make: (v1) => stretched(v1, 44.1 / 48), truth: (at) => (at * 48) / 44.1, isWhole: false },
  'a new intro in front': { make: (v1, kind) => joined(music(kind, 6, 88), v1), truth: (at) => at + 6, isWhole: true },
  'silence in front': { make: (v1) => joined(silent(2), v1), truth: (at) => at + 2, isWhole: true },
  'the start cut off': { make: (v1) => part(v1, 8, SECONDS), truth: (at) => (at < 8 ? null : at - 8), isWhole: true },
  'the end cut off': { make: (v1) => part(v1, 0, 40), truth: (at) => (at < 40 ? at : null), isWhole: true },
  'four seconds muted': {
    make: (v1) => joined(part(v1, 0, 20), silent(4), part(v1, 24, SECONDS)),
    truth: (at) => at,
    isWhole: true,
  },
}

const names = { a: 'v1', b: 'v2', areVersions: true }
const PLACES = [0.5, 3, 6.2, 11, 15.5, 19.2, 22, 25, 29.5, 33, 38.4, 41, 45]
const OF_PLACES = /cut from|New sound|Muted|Different sound (?!in place of|at the same)|Sound where|louder than|Starts/

function placesOf(result: ComparisonResult, durationSeconds: Seconds) {
  const note = { toSeconds: null, state: 'open', versionNumber: 1, fixedInNumber: null, isOrphan: false } as const
  return PLACES.map((at) => ({
    at,
    place: placeNote(
      { ...note, fromSeconds: at },
      { number: 2, durationSeconds },
      [carriedBy(result, 'there')].flatMap((carried) => (carried ? [[{ carried, number: 2 }]] : [])),
    ),
  }))
}

/** All edits of one kind of music, half of them of loops, and a third of the rest: `bench truth` has all. */
const editsOf = (kind: MusicKind) =>
  Object.entries(EDITS).filter((_, i) =>
    kind === 'loop-based' ? i % 2 === 1 : kind === 'through-composed' || i % 3 === (kind === 'voice' ? 0 : 1),
  )

describe.each(MUSIC_KINDS)('of %s music', (kind) => {
  test.each(editsOf(kind))(
    '%s: nothing is said that is not so, and every note is right or unsure',
    async (name, { make, truth, isWhole }) => {
      const v1 = music(kind)
      const v2 = louder(make(v1, kind), -1.3)
      const result = await comparedSounds(v1, v2, { a: RATE, b: RATE })
      const lines = comparisonLines(result, names).map(({ text }) => text)
      const wrong = placesOf(result, (v2[0]?.length ?? 0) / RATE).filter(({ at, place }) =>
        place?.by === 'aligned' || place?.by === 'cut'
          ? (truth(at) === null) !== (place.by === 'cut') ||
            Math.abs((truth(at) ?? place.fromSeconds) - place.fromSeconds) > 0.05
          : place?.by !== 'unsure' || place.fromSeconds !== Math.min(at, (v2[0]?.length ?? 0) / RATE),
      )
      expect({ wrong, lines }).toMatchObject({ wrong: [] })
      // Bars of a loop that swapped places are identical: it is also true that a part of the lead is louder there now.
      const isSame = kind === 'loop-based' && name === 'two parts that changed places'
      expect(isSame ? isWhole : (result.agreement?.isWhole ?? false), lines.join('; ')).toBe(isWhole)
      expect(isWhole ? [] : lines.filter((line) => OF_PLACES.test(line))).toEqual([])
      expect(Math.abs((result.gain ?? -1.3) + 1.3), lines.join('; ')).toBeLessThan(0.02)
    },
  )
})

const CHANNELS: Readonly<
  Record<string, readonly [change: (left: number, right: number) => readonly [number, number], line: RegExp]>
> = {
  'right silent': [(l) => [l, 0], /right channel is silent now/],
  'left silent': [(_, r) => [0, r], /left channel is silent now/],
  'right of nothing but noise': [(l, r) => [l, 3e-5 * (((r * 1e6) % 1) - 0.5)], /right channel is silent now/],
  'right 20 dB down': [(l, r) => [l, r / 10], /right channel is 20\.0 dB quieter/],
  'right upside down': [(l, r) => [l, -r], /right channel is upside down/],
  'left upside down': [(l, r) => [-l, r], /left channel is upside down/],
  swapped: [(l, r) => [r, l], /Left and right are swapped/],
  'folded to mono': [(l, r) => [(l + r) / 2, (l + r) / 2], /Folded to mono|Mono: the/],
  'left on both sides': [(l) => [l, l], /Mono: the left channel|Folded to mono/],
  wider: [(l, r) => [l + 0.2 * (l - r), r - 0.2 * (l - r)], /Wider/],
}

describe.each(['through-composed', 'loop-based', 'ambient'] as const)('channels of %s music', (kind) => {
  const some = Object.entries(CHANNELS).filter(
    (_, i) => kind === 'through-composed' || i % 2 === (kind === 'loop-based' ? 0 : 1),
  )
  test.each(some)('%s is said, and that it is the same mix is not', async (_, [change, line]) => {
    const v1 = music(kind)
    const result = await comparedSounds(v1, sides(v1, change), { a: RATE, b: RATE })
    const lines = comparisonLines(result, names).map(({ text }) => text)
    expect(lines.join('; ')).toMatch(line)
    expect(lines.join('; ')).not.toMatch(/same mix|similar mix|could not line/)
    expect(lines.slice(2)).toEqual([])
  })
})

test.each(['through-composed', 'loop-based', 'ambient'] as const)(
  'a side that falls silent half-way through %s is no change of width',
  async (kind) => {
    const v1 = music(kind)
    const half = Math.floor((v1[0]?.length ?? 0) / 2)
    const lines = comparisonLines(
      await comparedSounds(
        v1,
        v1.map((side, channel) => side.map((sample, i) => (channel === 1 && i > half ? 0 : sample))),
        { a: RATE, b: RATE },
      ),
      names,
    ).map(({ text }) => text)
    expect(lines.join('; ')).toMatch(/changed mix/)
    expect(lines.join('; ')).not.toMatch(/Wider|Narrower/)
  },
)

describe.each(['through-composed', 'full mix'] as const)('%s that ends in silence', (kind) => {
  test.each<[string, (v1: SampleChannels) => SampleChannels]>([
    ['a tenth of a second was cut out near the end', (v1) => joined(part(v1, 0, 40), part(v1, 40.1, SECONDS + 2))],
    [
      'thirty milliseconds were cut out near the end, and are added behind it',
      (v1) => joined(part(v1, 0, 37), part(v1, 37.03, SECONDS + 2), silent(0.03)),
    ],
    [
      'eight seconds come a quarter of a second late',
      (v1) => joined(part(v1, 0, 20), part(v1, 27, 27.25), part(v1, 20, 27.75), part(v1, 28, SECONDS + 2)),
    ],
  ])('%s: it is no different sound, and nothing is said of the end', async (_, make) => {
    const v1 = joined(music(kind), silent(2))
    const result = await comparedSounds(v1, louder(make(v1), -1.3), { a: RATE, b: RATE })
    const lines = comparisonLines(result, names).map(({ text }) => text)
    expect(lines[0]).toMatch(/(edited, |could not line all of it up.*: )1\.3 dB quieter$/)
    expect(lines.join('; ')).not.toMatch(/Different|Starts|from the end|at the end/)
    expect(result.agreement?.isWhole).toBe(false)
  })
})

test('of sides that are swapped, the one is louder that is so now', async () => {
  const v1 = music('through-composed')
  const { channelChanges } = await comparedSounds(
    v1,
    sides(v1, (l, r) => [r / 2, l]),
    { a: RATE, b: RATE },
  )
  expect(channelChanges).toEqual([
    { kind: 'swapped', channel: null, decibels: null },
    { kind: 'balance', channel: 0, decibels: expect.closeTo(-6.02, 1) },
  ])
})

test.each([20, 20.15, 20.85])('what is muted from %d s on is no other sound', async (from) => {
  const v1 = music('through-composed')
  const muted = v1.map((side) => side.map((sample, i) => (i >= frames(from) && i < frames(from + 2.5) ? 0 : sample)))
  for (const [one, other, line] of [
    [v1, muted, /Muted/],
    [muted, v1, /Sound where/],
  ] as const) {
    const lines = comparisonLines(await comparedSounds(one, other, { a: RATE, b: RATE }), names)
      .map(({ text }) => text)
      .join('; ')
    expect(lines).toMatch(line)
    expect(lines).not.toMatch(/Different/)
  }
})

test('nothing is said of channels that became louder, quieter or duller, limited, or inverted together', async () => {
  const v1 = music('through-composed')
  const dulled = v1.map((side) => side.map((sample, i) => 0.7 * sample + 0.3 * (side[i - 1] ?? 0)))
  const limited = louder(v1, 8).map((side) => side.map((sample) => Math.tanh(sample)))
  for (const v2 of [louder(v1, 3), louder(v1, -7), dulled, limited, sides(v1, (l, r) => [-l, -r])])
    expect((await comparedSounds(v1, v2, { a: RATE, b: RATE })).channelChanges).toEqual([])
})

describe.each(['through-composed', 'loop-based'] as const)('the gain of identical %s', (kind) => {
  test.each<[string, (v1: SampleChannels) => SampleChannels]>([
    ['with one of ten bars muted', (v1) => joined(part(v1, 0, 20), silent(4.8), part(v1, 24.8, SECONDS))],
    ['with the first half gone', (v1) => part(v1, 24, SECONDS)],
    ['with a quiet half in front', (v1) => joined(louder(part(v1, 0, 24), -15), part(v1, 24, SECONDS))],
  ])('%s is found to 0.01 dB', async (what, make) => {
    const v1 = what.includes('quiet') ? make(music(kind)) : music(kind)
    const v2 = what.includes('quiet') ? part(v1, 24, SECONDS) : make(v1)
    const { gain } = await comparedSounds(v1, louder(v2, -1.3), { a: RATE, b: RATE })
    expect(Math.abs((gain ?? 9) + 1.3)).toBeLessThan(0.01)
  })
})

const DRIFTS = [3, -10, 30, -100, 300]

describe.each([...MUSIC_KINDS, ...MORE_KINDS].map((kind, i) => ({ kind, i })))('drift of $kind', ({ kind, i }) => {
  test.each([DRIFTS[i % 5] ?? 0])(
    '%d ppm: the drift is said or nothing, and nothing of starts, cuts, parts, sides or polarity',
    async (ppm) => {
      const v1 = music(kind)
      const v2 = louder(stretched(v1, 1 + ppm / 1e6), -1.3)
      const result = await comparedSounds(v1, v2, { a: RATE, b: RATE })
      const lines = comparisonLines(result, names)
        .map(({ text }) => text)
        .join('; ')
      expect(lines).toMatch(/^v2 against v1: (we could not line|steady sound fits|same recording at another speed)/)
      expect(lines).not.toMatch(/Starts|cut|added|moved|Muted|Different|One part|Wider|Narrower|Polarity|channel/)
      const said = /Runs ([\d.]+) ppm (faster|slower)/.exec(lines)
      const told = Number(said?.[1]) * (said?.[2] === 'faster' ? 1 : -1)
      expect(said ? Math.abs(told - ppm) : 0).toBeLessThan(1 + Math.abs(ppm) / 100)
      // The level claimed is within the audible tolerance.
      expect(Math.abs((result.gain ?? -1.3) + 1.3)).toBeLessThan(0.05)
      const isWrong = (at: Seconds, carried: Seconds) => Math.abs(at / (1 + ppm / 1e6) - carried) > 0.005
      expect(
        placesOf(result, SECONDS).filter(({ at, place }) => place?.by === 'aligned' && isWrong(at, place.fromSeconds)),
      ).toEqual([])
    },
  )
})

describe.each(['drone', 'drums', 'full mix'] as const)('%s', (kind) => {
  test.each<[string, (v1: SampleChannels) => SampleChannels, RegExp]>([
    ['the same', (v1) => v1, /^same mix, 1\.3 dB quieter$/],
    [
      'more treble',
      (v1) => v1.map((side) => side.map((sample, i) => 1.4 * sample - 0.4 * (side[i - 1] ?? 0))),
      /^(changed|similar|same) mix/,
    ],
    [
      'a part of it cut out',
      (v1) => joined(part(v1, 0, 20), part(v1, 23.54, SECONDS)),
      /^(edited|we could not line all of it up)/,
    ],
    [
      'the right side 20 ms late',
      (v1) => [
        v1[0] ?? new Float64Array(0),
        (v1[1] ?? new Float64Array(0)).map((_, i, right) => right[i - frames(0.02)] ?? 0),
      ],
      /^(we could not line|steady sound fits|changed mix)/,
    ],
    [
      'drums over it that were not there',
      (v1) =>
        louder(v1, -6).map((side, channel) =>
          side.map((sample, i) => sample + (music('drums', SECONDS, 8)[channel]?.[i] ?? 0)),
        ),
      /mix|line/,
    ],
  ])('with %s: the words and the places are right', async (what, make, first) => {
    const v1 = music(kind)
    const result = await comparedSounds(v1, louder(make(v1), -1.3), { a: RATE, b: RATE })
    const lines = comparisonLines(result, names).map(({ text }) => text.replace('v2 against v1: ', ''))
    expect(lines[0]).toMatch(first)
    expect(lines.join('; ')).not.toMatch(/Muted|Starts|Different sound (?!in place of|at the same)|Polarity/)
    const truth = (at: Seconds) => (what.includes('cut') && at > 20 ? at - 3.54 : at)
    expect(
      placesOf(result, SECONDS).filter(
        ({ at, place }) => place?.by === 'aligned' && Math.abs(truth(at) - place.fromSeconds) > 0.005,
      ),
    ).toEqual([])
  })
})

test('of two halves at two levels, the level of one is told and the other against it', async () => {
  for (const kind of ['through-composed', 'ambient', 'drums', 'full mix'] as const) {
    const v1 = music(kind)
    const { gain } = await comparedSounds(
      v1,
      v1.map((side) => side.map((sample, i) => (i < frames(SECONDS / 2) ? sample : sample * 10 ** (2 / 20)))),
      { a: RATE, b: RATE },
    )
    expect(Math.min(Math.abs(gain ?? 9), Math.abs((gain ?? 9) - 2)), kind).toBeLessThan(0.05)
  }
})

test.each<[string, (left: number, right: number) => readonly [number, number]]>([
  ['mono', (l, r) => [(l + r) / 2, (l + r) / 2]],
  ['narrower', (l, r) => [0.65 * l + 0.35 * r, 0.35 * l + 0.65 * r]],
  ['dead on the right', (l) => [l, 0]],
  ['upside down on the right', (l, r) => [l, -r]],
])(
  'a recording whose second half is %s is not the same mix, and its level is that of the first half',
  async (_, change) => {
    for (const kind of ['through-composed', 'voice'] as const) {
      const v1 = music(kind)
      const half = frames(SECONDS / 2)
      const changed = sides(v1, change)
      const result = await comparedSounds(
        v1,
        louder(
          v1.map((side, channel) => side.map((sample, i) => (i < half ? sample : (changed[channel]?.[i] ?? 0)))),
          -1.3,
        ),
        { a: RATE, b: RATE },
      )
      const lines = comparisonLines(result, names)
        .map(({ text }) => text)
        .join('; ')
      // A voice in the middle has hardly any side signal to lose.
      expect(kind === 'voice' ? '' : lines, kind).not.toMatch(/same mix/)
      expect(lines, kind).not.toMatch(/Stereo|Muted|mono|Polarity/)
      expect(Math.abs((result.gain ?? -1.3) + 1.3), `${kind}: ${lines}`).toBeLessThan(0.05)
    }
  },
)

test('a mono source panned to one side is folded to mono, not wider', async () => {
  const v1 = music('through-composed')
  const [left, right] = v1
  if (!left || !right) throw new Error('stereo is made')
  const middle = left.map((sample, i) => (sample + (right[i] as number)) / 2)
  const lines = comparisonLines(
    await comparedSounds(v1, [middle, middle.map((sample) => sample * 10 ** (-12 / 20))], { a: RATE, b: RATE }),
    names,
  )
    .map(({ text }) => text)
    .join('; ')
  expect(lines).toMatch(/mono/i)
  expect(lines).not.toMatch(/wider|narrower/i)
})

test('a side that comes up leaves the level of the other one as it was', async () => {
  const v1 = music('through-composed')
  const [left, right] = v1
  if (!left || !right) throw new Error('stereo is made')
  const result = await comparedSounds([left, right.map((sample) => sample / 4)], v1, { a: RATE, b: RATE })
  expect(result.gain).toBeCloseTo(0, 1)
  expect(result.channelChanges).toEqual([{ kind: 'balance', channel: 1, decibels: expect.closeTo(12.04, 1) }])
})

test('another piece of the same kind is not lined up', async () => {
  for (const kind of MUSIC_KINDS) {
    const result = await comparedSounds(music(kind), music(kind, SECONDS, 31), { a: RATE, b: RATE })
    expect([kind, result.agreement?.isWhole ?? false, result.gain, result.changes]).toEqual([kind, false, null, []])
  }
})

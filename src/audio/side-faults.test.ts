import { describe, expect, test } from 'vitest'
import { sideFaults } from '#audio/side-faults.ts'
import { SideRows } from '#audio/side-levels.ts'
import type { Seconds } from '#shared/units.ts'
import type { SampleChannels } from '#testing/compared-sounds.ts'
import { madeMusic, MORE_KINDS, MUSIC_KINDS } from '#testing/made-music.ts'
import type { AnyMusicKind } from '#testing/made-music.ts'

const RATE = 6000
const SECONDS = 40
const BLOCK = 576

type Change = (left: number, right: number, at: Seconds) => readonly [number, number]

const made = new Map<string, SampleChannels>()
function music(kind: AnyMusicKind, seed = 5): SampleChannels {
  const known = made.get(`${kind} ${seed}`) ?? madeMusic(kind, RATE, SECONDS, seed)
  made.set(`${kind} ${seed}`, known)
  return known
}

function changed([left = new Float64Array(0), right = left]: SampleChannels, change: Change): SampleChannels {
  const both = [new Float64Array(left.length), new Float64Array(left.length)] as const
  left.forEach((sample, i) => ([both[0][i], both[1][i]] = change(sample, right[i] ?? 0, i / RATE)))
  return both
}

/** `inside` from `from` to `to`, `outside` everywhere else. */
const between = (from: Seconds, to: Seconds, inside: SampleChannels, outside: SampleChannels): SampleChannels =>
  outside.map((side, channel) =>
    side.map((sample, i) => (i >= from * RATE && i < to * RATE ? (inside[channel]?.[i] ?? 0) : sample)),
  )
const sum = (one: SampleChannels, other: SampleChannels): SampleChannels =>
  one.map((side, channel) => side.map((sample, i) => sample + (other[channel]?.[i] ?? 0)))
const onLeft = (sound: SampleChannels): SampleChannels => changed(sound, (l, r) => [(l + r) / 2, 0])
const inMiddle = (sound: SampleChannels): SampleChannels => changed(sound, (l, r) => [(l + r) / 2, (l + r) / 2])
/** A voice with pauses. */
const inTurns = (sound: SampleChannels, isFirst: boolean): SampleChannels =>
  changed(sound, (l, r, at) => ((Math.floor(at / 3.3) % 2 === 0) === isFirst ? [l, r] : [0, 0]))

function faultsOf([left = new Float64Array(0), right = left]: SampleChannels): ReturnType<typeof sideFaults> {
  const rows = new SideRows(RATE)
  const sums = { left: 0, right: 0, products: 0 }
  left.forEach((l, i) => {
    const r = right[i] ?? 0
    sums.left += l * l
    sums.right += r * r
    sums.products += l * r
    if ((i + 1) % BLOCK === 0 || i + 1 === left.length) rows.add(i + 1, { ...sums })
  })
  return sideFaults(rows)
}

const FAULTS: Readonly<Record<string, readonly [change: Change, found: object]>> = {
  'the right side silent from 24 s on': [(l, r, at) => [l, at < 24 ? r : 0], { kind: 'drops', channel: 1, to: null }],
  'nothing but noise on the left from 24 s on': [
    (l, r, at) => [at < 24 ? l : 3e-5 * Math.sin(1e4 * at), r],
    { kind: 'drops', channel: 0, to: null },
  ],
  'the right side silent for eight seconds': [
    (l, r, at) => [l, at < 24 || at > 32 ? r : 0],
    { kind: 'drops', channel: 1, to: 32 },
  ],
  'the left side upside down from 24 s on': [
    (l, r, at) => [at < 24 ? l : -l, r],
    { kind: 'flips', channel: null, to: null },
  ],
  'the right side upside down for eight seconds': [
    (l, r, at) => [l, at < 24 || at > 32 ? r : -r],
    { kind: 'flips', channel: null, to: 32 },
  ],
  'the right side 20 dB down from 24 s on': [
    (l, r, at) => [l, at < 24 ? r : r / 10],
    { kind: 'weakens', channel: 1, to: null },
  ],
  'the right side 20 dB down for eight seconds': [
    (l, r, at) => [l, at < 24 || at > 32 ? r : r / 10],
    { kind: 'weakens', channel: 1, to: 32 },
  ],
}

describe.each(['through-composed', 'loop-based', 'full mix', 'drone'] as const)('of %s', (kind) => {
  test.each(Object.entries(FAULTS))('%s is told, and nothing else', (_, [change, found]) => {
    const faults = faultsOf(changed(music(kind), change)).map((fault) => ({
      ...fault,
      from: Math.round(fault.from),
      to: fault.to === null ? null : Math.round(fault.to),
    }))
    expect(faults).toEqual([{ from: 24, ...found }])
  })
})

const mix = music('full mix')
const guitar = music('through-composed', 77)
const CLEAN: Readonly<Record<string, () => SampleChannels>> = {
  ...Object.fromEntries(
    [...MUSIC_KINDS, ...MORE_KINDS].flatMap((kind) =>
      [5, 6].map((seed) => [`${kind} ${seed}`, () => music(kind, seed)]),
    ),
  ),
  'a guitar that begins on the left alone': () => between(0, 8, onLeft(guitar), sum(mix, onLeft(guitar))),
  'a guitar that is left over on the left, without any reverb': () =>
    between(20, 26, onLeft(guitar), sum(mix, onLeft(guitar))),
  'a guitar that ends on the left alone': () => between(32, SECONDS, onLeft(guitar), sum(mix, onLeft(guitar))),
  'an effect on one side': () =>
    changed(mix, (l, r, at) => [l, at > 20 && at < 23 ? r + 0.3 * Math.sin(1e4 * at * at) : r]),
  'a fade-out that is sooner over on the right': () =>
    changed(mix, (l, r, at) => [
      l * Math.min(1, (SECONDS - at) / 10) ** 2,
      r * Math.min(1, Math.max(0, (36 - at) / 8)) ** 2,
    ]),
  'a tail on the left alone': () =>
    changed(mix, (l, r, at) => (at < 34 ? [l, r] : [l * Math.exp(34 - at), r * Math.exp(30 * (34 - at))])),
  'mono in two channels': () => inMiddle(mix),
  'mono, and one instrument to the left': () =>
    between(
      16,
      24,
      changed(guitar, (l, r) => [0.9 * (l + r), 0.1 * (l + r)]),
      inMiddle(mix),
    ),
  'a side that was always silent': () => changed(mix, (l) => [l, 0]),
  'two people who speak in turns, each on a side': () =>
    sum(
      onLeft(inTurns(music('voice'), true)),
      changed(onLeft(inTurns(music('voice', 8), false)), (l, r) => [r, l]),
    ),
  'one who speaks on the left, one now and then on the right': () =>
    sum(
      onLeft(music('voice')),
      changed(onLeft(inTurns(music('voice', 8), false)), (l, r) => [r, l]),
    ),
  'a sound that wanders from side to side': () =>
    changed(guitar, (l, r, at) => [
      (l + r) * (0.5 + 0.5 * Math.sin(0.6 * at)),
      (l + r) * (0.5 - 0.5 * Math.sin(0.6 * at)),
    ]),
  'hits on either side in turn': () =>
    changed(music('drums'), (l, r, at) => (Math.floor(at) % 2 === 0 ? [l, 0] : [0, r])),
  'a voice in the middle, and after a pause on the left': () =>
    changed(inMiddle(music('voice')), (l, r, at) => (at > 16 && at < 16.4 ? [0, 0] : [l, at < 16 || at > 24 ? r : 0])),
  'music, and after a pause a voice on the left': () =>
    changed(between(16, SECONDS, onLeft(music('voice')), mix), (l, r, at) => (at > 16 && at < 16.4 ? [0, 0] : [l, r])),
  'a part that is 6 dB to the left': () => changed(mix, (l, r, at) => [l, at > 16 && at < 24 ? r / 2 : r]),
  'a wide part whose sides cancel': () =>
    between(
      16,
      24,
      changed(sum(mix, music('ambient')), (l, r) => [l, 0.7 * r - 0.8 * l]),
      mix,
    ),
  pauses: () => changed(mix, (l, r, at) => (at % 8 > 7 ? [0, 0] : [l, r])),
  'an end that was cut a little sooner on the right': () => changed(mix, (l, r, at) => [l, at > SECONDS - 0.4 ? 0 : r]),
}

test.each(Object.entries(CLEAN))('nothing is told of %s', (_, make) => {
  expect(faultsOf(make())).toEqual([])
})

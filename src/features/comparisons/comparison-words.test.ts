import { describe, expect, test } from 'vitest'
import type { Alignment, Change, ChannelChange, ComparisonResult } from '#audio/comparison-result.ts'
import { turnedComparison } from '#audio/turned-comparison.ts'
import { sampleResult as result, silentEnds, whole } from './comparison-result-sample.ts'
import { comparisonLines } from './comparison-words.ts'

const names = { a: 'v2', b: 'v3', areVersions: true }

const lines = (said: Partial<ComparisonResult>) =>
  comparisonLines(result(said), names).map(({ text }) => text.replace('v3 against v2: ', ''))
const aligned = (said: Partial<Alignment>): Pick<ComparisonResult, 'alignment'> => ({
  alignment: { offsetFrames: 0, confidence: 0.99, inverted: false, timing: 'steady', ...said },
})
const channels = (
  kind: ChannelChange['kind'],
  channel: number | null = null,
  decibels: number | null = null,
): ChannelChange => ({ kind, channel, decibels })
const level = (said: Partial<Change>): Change => ({
  kind: 'level',
  from: 72,
  to: 90,
  low: 25,
  high: 123,
  decibels: -1.2,
  ...said,
})
const ends = (head: number, tail: number, audible: boolean) => ({
  head: { seconds: head, audible },
  tail: { seconds: tail, audible },
})

describe('a comparison in words', () => {
  test.each<[string, Partial<ComparisonResult>, readonly string[]]>([
    ['identical audio', { identicalAudio: true }, ['identical audio']],
    [
      'identical audio that starts later',
      { identicalAudio: true, ...aligned({ offsetFrames: 333 }) },
      ['identical audio', 'Starts 333 samples later'],
    ],
    ['a lossy copy', {}, ['same mix, at the same level']],
    [
      'another master with the same balance',
      { residual: -9, gain: 2 },
      ['similar mix, 2.0 dB louder, changed in a way we cannot name'],
    ],
    ['a quieter bounce', { gain: -1.2 }, ['same mix, 1.2 dB quieter']],
    ['a louder bounce', { gain: 0.31 }, ['same mix, 0.3 dB louder']],
    ['a level nobody hears', { gain: -0.04 }, ['same mix, at the same level']],
    [
      'a bounce from one sample earlier',
      { ...aligned({ offsetFrames: -1 }) },
      ['same mix, at the same level', 'Starts 1 sample earlier'],
    ],
    [
      'silence before it',
      { ...aligned({ offsetFrames: 120_000 }) },
      ['same mix, at the same level', 'Starts 2.50 s later'],
    ],
    [
      'a new intro',
      { ...aligned({ offsetFrames: 480_000 }), only: { a: silentEnds, b: ends(10, 0, true) } },
      ['same mix, at the same level', 'New sound at the start, 10.0 s long'],
    ],
    [
      'a shortened end',
      { only: { a: ends(0, 4.5, true), b: silentEnds } },
      ['same mix, at the same level', '4.50 s cut from the end'],
    ],
    [
      'a longer fade into silence',
      { only: { a: silentEnds, b: ends(0, 0.5, false) } },
      ['same mix, at the same level', '500 ms more silence at the end'],
    ],
    ['polarity', { ...aligned({ inverted: true }) }, ['same mix, at the same level', 'Polarity is inverted']],
    [
      'another rate',
      { sampleRates: { a: 44_100, b: 96_000 }, sampleRate: 44_100 },
      ['same mix, at the same level', 'Sample rate changed from 44.1 kHz to 96 kHz; compared at 44.1 kHz'],
    ],
    [
      'mono of what was stereo',
      { channels: { a: 2, b: 1 } },
      ['same mix, at the same level', 'Channels changed from 2 to 1'],
    ],
    [
      'two songs',
      { alignment: null, unaligned: 'unrelated', agreement: null, gain: null },
      ['we could not line them up. They may be different recordings, or one song at two speeds'],
    ],
    [
      'silence',
      { alignment: null, unaligned: 'silence', agreement: null, gain: null, identicalAudio: true },
      ['identical audio, both are silent'],
    ],
    [
      'silence and a song',
      { alignment: null, unaligned: 'silence', agreement: null, gain: null },
      ['there is not enough sound to line the two up'],
    ],
    [
      'left and right the other way round',
      { channelChanges: [channels('swapped')] },
      ['changed mix, at the same level', 'Left and right are swapped'],
    ],
    [
      'a dead channel',
      { channelChanges: [channels('dead', 1)] },
      ['changed mix, at the same level', 'The right channel is silent now'],
    ],
    [
      'a channel upside down',
      { channelChanges: [channels('flipped', 0)] },
      ['changed mix, at the same level', 'The left channel is upside down (its polarity is inverted)'],
    ],
    [
      'a weak channel',
      { channelChanges: [channels('balance', 1, -20)] },
      ['changed mix, at the same level', 'The right channel is 20.0 dB quieter against the other one'],
    ],
    [
      'a wider master',
      { gain: 1, channelChanges: [channels('width', null, 3)] },
      [
        'changed mix, 1.0 dB louder',
        'Wider: what differs between left and right is 3.0 dB louder against what they share',
      ],
    ],
    [
      'bars that were cut',
      {
        ...aligned({ offsetFrames: -384_000 }),
        agreement: { ...whole, isWhole: false },
        gain: 0,
        only: { a: ends(8, 0, true), b: silentEnds },
      },
      ['we could not line all of it up. It may be edited or timed differently. Where they line up: at the same level'],
    ],
    [
      'another tempo',
      { ...aligned({ confidence: 0.5 }), agreement: { isWhole: false, seconds: 0, spans: [] }, gain: null },
      ['we could not line all of it up. It may be edited or timed differently'],
    ],
    [
      'a tape a little slower, which no offset fits',
      {
        ...aligned({ confidence: 0.71, inverted: true }),
        agreement: { isWhole: false, seconds: 0, spans: [] },
        gain: null,
      },
      ['we could not line all of it up. It may be edited or timed differently'],
    ],
    [
      'a drift, upside down by chance',
      {
        ...aligned({ confidence: 0.95, inverted: true, timing: 'varies' }),
        agreement: { ...whole, isWhole: false },
        gain: -1.2,
      },
      ['we could not line all of it up. It may be edited or timed differently. Where they line up: 1.2 dB quieter'],
    ],
    [
      'steady tones',
      {
        ...aligned({ confidence: 0.95, inverted: true, timing: 'ambiguous' }),
        agreement: { ...whole, isWhole: false },
        gain: -1.2,
      },
      [
        'steady sound fits at several places, so we could not tell how the two line up. As ' +
          'far as they can be compared: 1.2 dB quieter',
      ],
    ],
    [
      'bars that were cut, upside down',
      { ...aligned({ inverted: true }), agreement: { ...whole, isWhole: false }, gain: 0 },
      [
        'we could not line all of it up. It may be edited or timed differently. Where they line up: at the same level',
        'Polarity is inverted',
      ],
    ],
    [
      'drones that fit nearly as well elsewhere',
      {
        ...aligned({ offsetFrames: -3226, confidence: 0.98 }),
        residual: -6,
        only: { a: silentEnds, b: ends(0, 0.072, false) },
      },
      ['similar mix, at the same level, changed in a way we cannot name'],
    ],
    [
      'a new rendering with more silence after it',
      {
        ...aligned({ offsetFrames: 23, confidence: 0.46 }),
        residual: -2,
        only: { a: silentEnds, b: ends(0, 2.5, false) },
      },
      ['similar mix, at the same level, changed in a way we cannot name', '2.50 s more silence at the end'],
    ],
    [
      'music that was rendered again',
      { alignment: null, isRenderedAgain: true, agreement: { ...whole, isWhole: false }, gain: null },
      ['the same music, played, mixed or rendered again'],
    ],
    [
      'a change that is only partly named',
      { isPartlyUnnamed: true, channelChanges: [channels('swapped')] },
      [
        'changed mix, at the same level',
        'Left and right are swapped',
        'Most of the difference is something we cannot name',
      ],
    ],
    [
      'a change that is not named',
      { isPartlyUnnamed: true },
      ['similar mix, at the same level, changed in a way we cannot name'],
    ],
    [
      'a new rendering a few samples off',
      { ...aligned({ offsetFrames: 23, confidence: 0.459 }), only: { a: silentEnds, b: ends(0.0005, 0, true) } },
      ['same mix, at the same level'],
    ],
  ])('tells of %s', (_, said, expected) => expect(lines(said)).toEqual(expected))

  test.each<[Partial<Change>, string]>([
    [{}, 'Low end (below 120 Hz) −1.2 dB in 1:12–1:30'],
    [{ kind: 'muted', from: 200, to: 204, low: null, high: null, decibels: null }, 'Muted in 3:20–3:24'],
    [{ kind: 'added', low: null, high: null, decibels: null }, 'Sound where there was silence in 1:12–1:30'],
    [{ kind: 'different', low: null, high: null, decibels: null }, 'Different sound in 1:12–1:30'],
    [{ kind: 'inverted', low: null, high: null, decibels: null }, 'Polarity is inverted in 1:12–1:30'],
    [{ kind: 'width', low: 4170, high: 16_000, decibels: 3 }, 'Wider above 4.2 kHz in 1:12–1:30: sides +3.0 dB'],
    [{ kind: 'width', low: 25, high: 210, decibels: -4 }, 'Narrower below 210 Hz in 1:12–1:30: sides −4.0 dB'],
    [{ kind: 'width', low: 371, high: 4170, decibels: 2 }, 'Wider from 370 Hz to 4.2 kHz in 1:12–1:30: sides +2.0 dB'],
    [{ kind: 'width', low: null, high: null, decibels: 3 }, 'Wider at all frequencies in 1:12–1:30: sides +3.0 dB'],
    [{ kind: 'mono', low: 25, high: 123, decibels: null, from: 0, to: 180 }, 'Mono below 120 Hz throughout'],
    [{ kind: 'stereo', low: 25, high: 123, decibels: null }, 'Stereo below 120 Hz in 1:12–1:30, where it was mono'],
    [{ low: 371, high: 4170, decibels: 1.46 }, 'Mids to presence (370 Hz–4.2 kHz) +1.5 dB in 1:12–1:30'],
    [{ low: 7131, high: 16_000, decibels: 2 }, 'Air (above 7.1 kHz) +2.0 dB in 1:12–1:30'],
    [{ low: 2430, high: 16_000, decibels: -3 }, 'Presence and up (above 2.4 kHz) −3.0 dB in 1:12–1:30'],
    [{ low: 72, high: 210, decibels: 1 }, 'Bass (72 Hz–210 Hz) +1.0 dB in 1:12–1:30'],
    [{ low: 25, high: 1800, decibels: 1 }, 'Low end to mids (below 1.8 kHz) +1.0 dB in 1:12–1:30'],
    [{ low: null, high: null, decibels: -2 }, 'Whole mix −2.0 dB in 1:12–1:30'],
    [{ from: 0, to: 180 }, 'Low end (below 120 Hz) −1.2 dB throughout'],
    [{ from: 3661, to: 3725 }, 'Low end (below 120 Hz) −1.2 dB in 1:01:01–1:02:05'],
  ])('tells of a place: %o', (said, expected) => {
    const [first, place] = comparisonLines(result({ changes: [level(said)] }), names)
    expect(first?.text).toBe('v3 against v2: changed mix, at the same level')
    expect(place?.text).toBe(expected)
  })

  test('leads to the place it speaks of', () =>
    expect(comparisonLines(result({ changes: [level({})] }), names).at(-1)).toMatchObject({ from: 72, to: 90 }))

  test('has the biggest change first, on whichever clock', () => {
    const said = result({
      ...aligned({ offsetFrames: 48_000 }),
      segments: [{ from: 0, to: 180, at: 1, rate: 1, isExact: true, isSure: true }],
      changes: [level({ from: 10, to: 12 }), level({ decibels: -6.6, from: 90, to: 100 })],
    })
    expect(
      comparisonLines(said, names)
        .slice(-2)
        .map(({ text }) => text),
    ).toEqual(['Low end (below 120 Hz) −6.6 dB in 1:30–1:40', 'Low end (below 120 Hz) −1.2 dB in 0:10–0:12'])
    expect(comparisonLines(said, names, 'b').at(-2)).toMatchObject({
      text: 'Low end (below 120 Hz) −6.6 dB in 1:31–1:41',
      from: 91,
      to: 101,
    })
  })

  test('counts the bars of what was edited, and says of each sentence whether it is sure', () => {
    const added = {
      kind: 'added',
      a: { from: 64, to: 64 },
      b: { from: 64, to: 80 },
      isAudible: true,
      slack: 0,
    } as const
    const said = result({
      agreement: { ...whole, isWhole: false },
      edits: [{ ...added, confidence: 1 }],
      beat: { beatsPerMinute: 120, isCertain: false, beatsPerBar: 4 },
    })
    const told = (beatsPerMinute?: number) => comparisonLines(said, names, 'a', { beatsPerMinute }).at(-1)
    expect([told()?.text, told(120)]).toEqual([
      '16.0 s added at 1:04',
      { text: '8 bars added at 1:04 (16.0 s)', from: 64, to: 64, isSure: true },
    ])
  })

  test('names two tracks, and says that they are two', () => {
    expect(comparisonLines(result(), { a: 'Beta v1', b: 'Alpha v3', areVersions: false })[0]?.text).toBe(
      'Alpha v3 against Beta v1 (different tracks): same mix, at the same level',
    )
  })

  test('is the same from the other side, and back', () => {
    const there = result({
      ...aligned({ offsetFrames: 333 }),
      gain: -1.2,
      only: { a: silentEnds, b: ends(2, 0, true) },
      changes: [level({ kind: 'muted', decibels: null })],
      channelChanges: [channels('dead', 1)],
    })
    const back = turnedComparison(there)
    expect(back).toMatchObject({
      alignment: { offsetFrames: -333 },
      gain: 1.2,
      only: { a: ends(2, 0, true) },
      changes: [{ kind: 'added' }],
      channelChanges: [{ kind: 'restored', channel: 1 }],
    })
    expect(turnedComparison(back)).toMatchObject({
      alignment: there.alignment,
      gain: there.gain,
      only: there.only,
      channelChanges: there.channelChanges,
    })
  })
})

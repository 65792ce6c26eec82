import { describe, expect, test } from 'vitest'
import type { Alignment, Change, ComparisonResult } from '#audio/comparison-result.ts'
import { comparisonLines } from './comparison-words.ts'

const silentEnds = { head: { seconds: 0, audible: false }, tail: { seconds: 0, audible: false } }

/** A song of three minutes and a copy of it, but for what is said. */
function result(said: Partial<ComparisonResult> = {}): ComparisonResult {
  return {
    sampleRate: 48_000, sampleRates: { a: 48_000, b: 48_000 }, channels: { a: 2, b: 2 }, frames: { a: 8_640_000, b: 8_640_000 },
    alignment: { offsetFrames: 0, confidence: 1, inverted: false }, unaligned: null, gain: 0, identicalAudio: false, overlap: { from: 0, to: 180 },
    only: { a: silentEnds, b: silentEnds }, residual: -120, changes: [], ...said,
  }
}

const lines = (said: Partial<ComparisonResult>) => comparisonLines(result(said)).map(({ text }) => text)
const aligned = (said: Partial<Alignment>): Pick<ComparisonResult, 'alignment'> => ({ alignment: { offsetFrames: 0, confidence: 0.99, inverted: false, ...said } })
const level = (said: Partial<Change>): Change => ({ kind: 'level', from: 72, to: 90, low: 25, high: 123, decibels: -1.2, ...said })
const ends = (head: number, tail: number, audible: boolean) => ({ head: { seconds: head, audible }, tail: { seconds: tail, audible } })

describe('a comparison in words', () => {
  test.each<[string, Partial<ComparisonResult>, readonly string[]]>([
    ['identical audio', { identicalAudio: true }, ['Identical audio']],
    ['identical audio that starts later', { identicalAudio: true, ...aligned({ offsetFrames: 333 }) }, ['Identical audio', 'Starts 333 samples later']],
    ['a lossy copy', {}, ['Same mix, at the same level']],
    ['another master with the same balance', { residual: -9, gain: 2 }, ['Similar mix, 2.0 dB louder, a little different throughout']],
    ['a quieter bounce', { gain: -1.2 }, ['Same mix, 1.2 dB quieter']],
    ['a louder bounce', { gain: 0.31 }, ['Same mix, 0.3 dB louder']],
    ['a level nobody hears', { gain: -0.04 }, ['Same mix, at the same level']],
    ['a bounce from one sample earlier', { ...aligned({ offsetFrames: -1 }) }, ['Same mix, at the same level', 'Starts 1 sample earlier']],
    ['silence before it', { ...aligned({ offsetFrames: 120_000 }) }, ['Same mix, at the same level', 'Starts 2.50 s later']],
    ['a new intro', { ...aligned({ offsetFrames: 480_000 }), only: { a: silentEnds, b: ends(10, 0, true) } }, ['Same mix, at the same level', 'New sound at the start, 10.0 s long']],
    ['a shortened end', { only: { a: ends(0, 4.5, true), b: silentEnds } }, ['Same mix, at the same level', '4.50 s cut from the end']],
    ['a longer fade into silence', { only: { a: silentEnds, b: ends(0, 0.5, false) } }, ['Same mix, at the same level', '500 ms more silence at the end']],
    ['polarity', { ...aligned({ inverted: true }) }, ['Same mix, at the same level', 'Polarity is inverted']],
    ['another rate', { sampleRates: { a: 44_100, b: 96_000 }, sampleRate: 44_100 }, ['Same mix, at the same level', 'Sample rate changed from 44.1 kHz to 96 kHz; compared at 44.1 kHz']],
    ['mono of what was stereo', { channels: { a: 2, b: 1 } }, ['Same mix, at the same level', 'Channels changed from 2 to 1']],
    ['two songs', { alignment: null, unaligned: 'unrelated', gain: 1, changes: [{ kind: 'different', from: 0, to: 180, low: null, high: null, decibels: null }] }, ['These do not seem to be the same recording: they could not be lined up']],
    ['silence', { alignment: null, unaligned: 'silence', gain: null, identicalAudio: true }, ['Identical audio: both are silent']],
    ['silence and a song', { alignment: null, unaligned: 'silence', gain: null }, ['There is not enough sound to line the two up']],
  ])('tells of %s', (_, said, expected) => expect(lines(said)).toEqual(expected))

  test.each<[Partial<Change>, string]>([
    [{}, 'Low end (below 120 Hz) down 1.2 dB from 1:12 to 1:30'],
    [{ kind: 'muted', from: 200, to: 204, low: null, high: null, decibels: null }, 'Muted from 3:20 to 3:24'],
    [{ kind: 'added', low: null, high: null, decibels: null }, 'Sound where there was silence from 1:12 to 1:30'],
    [{ kind: 'different', low: null, high: null, decibels: null }, 'Different sound from 1:12 to 1:30'],
    [{ low: 371, high: 4170, decibels: 1.46 }, 'Mids to presence (370 Hz–4.2 kHz) up 1.5 dB from 1:12 to 1:30'],
    [{ low: 7131, high: 16_000, decibels: 2 }, 'Air (above 7.1 kHz) up 2.0 dB from 1:12 to 1:30'],
    [{ low: 2430, high: 16_000, decibels: -3 }, 'Presence and up (above 2.4 kHz) down 3.0 dB from 1:12 to 1:30'],
    [{ low: 72, high: 210, decibels: 1 }, 'Bass (72 Hz–210 Hz) up 1.0 dB from 1:12 to 1:30'],
    [{ low: 25, high: 1800, decibels: 1 }, 'Low end to mids (below 1.8 kHz) up 1.0 dB from 1:12 to 1:30'],
    [{ low: null, high: null, decibels: -2 }, 'Whole mix down 2.0 dB from 1:12 to 1:30'],
    [{ from: 0, to: 180 }, 'Low end (below 120 Hz) down 1.2 dB throughout'],
    [{ from: 3661, to: 3725 }, 'Low end (below 120 Hz) down 1.2 dB from 1:01:01 to 1:02:05'],
  ])('tells of a place: %o', (said, expected) => {
    const [first, place] = comparisonLines(result({ changes: [level(said)] }))
    expect(first?.text).toBe('Changed mix, at the same level')
    expect(place?.text).toBe(expected)
  })

  test('leads to the place it speaks of', () => expect(comparisonLines(result({ changes: [level({})] })).at(-1)).toMatchObject({ from: 72, to: 90 }))
})

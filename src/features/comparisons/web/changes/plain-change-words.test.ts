import { describe, expect, test } from 'vitest'
import type { Change, ComparisonResult } from '#audio/comparison-result.ts'
import { sampleResult, whole } from '../../comparison-result-sample.ts'
import { plainChange } from './plain-change-words.ts'

const change = (said: Partial<Change>): Change => ({
  kind: 'level',
  from: 90,
  to: 100,
  low: 25,
  high: 250,
  decibels: 4,
  ...said,
})
const words = (said: Partial<ComparisonResult>) => plainChange(sampleResult(said))

describe('what changed, for somebody who only listens', () => {
  test.each<[string, Partial<ComparisonResult>]>([
    ['more bass from 1:30 to 1:40, a little quieter overall', { gain: -1.4, changes: [change({})] }],
    [
      'a little less treble throughout',
      { changes: [change({ from: 0, to: 180, low: 5000, high: 16_000, decibels: -1.5 })] },
    ],
    ['much more bass and mids from 1:30 to 1:40', { changes: [change({ high: 2000, decibels: 9 })] }],
    ['louder at 1:30', { changes: [change({ to: 91, low: null, high: null })] }],
    ['silent from 1:30 to 1:40', { changes: [change({ kind: 'muted', low: null, high: null, decibels: null })] }],
    [
      'something new from 1:30 to 1:40',
      { changes: [change({ kind: 'added', low: null, high: null, decibels: null })] },
    ],
    ['much louder overall', { gain: 7 }],
    ['mono now', { channelChanges: [{ kind: 'mono', channel: null, decibels: null }] }],
    ['less difference between loud and quiet', { dynamics: { a: 14, b: 9 } }],
    [
      'something was cut at 0:20',
      {
        edits: [
          { kind: 'cut', a: { from: 20, to: 26 }, b: { from: 20, to: 20 }, isAudible: true, slack: 0, confidence: 1 },
        ],
      },
    ],
    ['sounds the same', { identicalAudio: true }],
    ['sounds the same', { gain: -0.2 }],
    ['small changes throughout', { isPartlyUnnamed: true }],
    ['the two may be different recordings', { agreement: null, unaligned: 'unrelated' }],
  ])('%s', (expected, said) => expect(words(said)).toBe(expected))

  test('has the times of the newer version', () =>
    expect(
      words({
        changes: [change({})],
        agreement: { ...whole, isWhole: false },
        segments: [{ from: 0, to: 180, at: 10, rate: 1, isExact: true, isSure: true }],
      }),
    ).toBe('more bass from 1:40 to 1:50'))

  test('says nothing where nothing was heard', () => expect(words({ unaligned: 'silence' })).toBeUndefined())
})

import { expect, test } from 'vitest'
import { type DeckOrder, type DeckSource, deckGains, deckPlayable, heardGain } from './deck-order.ts'
import { judgeProof } from '../judge-proof.ts'

function source(id: string, change: Partial<DeckSource> = {}, totalFrames = 480_000): DeckSource {
  return {
    playable: {
      id,
      title: id,
      source: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames },
      urls: { stream: `/${id}` },
      durationSeconds: totalFrames / 48_000,
    },
    offset: 0,
    gain: 0,
    ...change,
  }
}

const deck = (ear: DeckOrder['ear'], ...sources: readonly DeckSource[]): DeckOrder => ({ ear, sources })

test('one is heard at its gain, the others not at all', () => {
  expect(deckGains(deck({ kind: 'source', source: 1 }, source('a', { gain: -3 }), source('b'), source('c')))).toEqual([
    0, 1, 0,
  ])
})

test('in a difference the other one is turned round, unless its polarity already is', () => {
  const [a, b] = [source('a'), source('b', { gain: -20 })]
  expect(deckGains(deck({ kind: 'difference', of: 0, minus: 1 }, a, b))).toEqual([1, -0.1])
  expect(deckGains(deck({ kind: 'difference', of: 0, minus: 1, isInverted: true }, a, b))).toEqual([1, 0.1])
})

test('the deck lasts until its last source is over, each from where it begins', () => {
  const order = deck(
    { kind: 'source', source: 0 },
    source('a'),
    source('b', { offset: -24_000 }),
    source('c', { offset: 96_000 }),
  )
  expect(deckPlayable(order)).toMatchObject({ id: 'a', durationSeconds: 10.5, source: { totalFrames: 504_000 } })
})

test('a source turned down is not bit-true, and one at its own level is', () => {
  const order = (index: number) => deck({ kind: 'source', source: index }, source('a', { gain: -1.4 }), source('b'))
  const proofOf = (deck: DeckOrder) =>
    judgeProof({
      deck,
      playable: deckPlayable(deck),
      volume: 0,
      isMuted: false,
      decoder: 'webcodecs',
      deviceRate: 48_000,
      deviceChannels: 2,
    })
  expect(proofOf(order(0))).toEqual({ bitTrue: false, reasons: [{ kind: 'matched', decibels: -1.4 }] })
  expect(proofOf(order(1)).bitTrue).toBe(true)
  expect(proofOf(deck({ kind: 'source', source: 0 }, source('a', { resampledFrom: 44_100 }))).reasons).toEqual([
    { kind: 'resampled-rendition', from: 44_100, to: 48_000 },
  ])
})

test('what a difference is turned down by is the larger of the two', () => {
  expect(
    heardGain(deck({ kind: 'difference', of: 0, minus: 1 }, source('a', { gain: -1 }), source('b', { gain: -4 }))),
  ).toBe(-4)
})

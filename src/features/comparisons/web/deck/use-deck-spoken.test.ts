import { expect, test } from 'vitest'
import { type DeckState, NOTHING_COMPARED } from './deck-state.ts'
import { spokenDeck } from './use-deck-spoken.ts'

const deck = (change: Partial<DeckState>) =>
  spokenDeck({
    ...NOTHING_COMPARED,
    voices: [3, 2].map((versionNumber) => ({ heard: { versionNumber } })) as unknown as DeckState['voices'],
    gains: [0, -1.2],
    ...change,
  })

test('a deck says which source is heard, and what matching does to it', () => {
  expect(deck({})).toBe('Hearing A, v3, loudness matched')
  expect(deck({ audible: 1 })).toBe('Hearing B, v2, matched −1.2 dB')
  expect(deck({ audible: 1, isMatched: false })).toBe('Hearing B, v2, not matched')
  expect(deck({ isDifference: true })).toBe('Hearing the difference between v3 and v2')
})

test('an empty deck says nothing', () => expect(deck({ voices: [] })).toBe(''))

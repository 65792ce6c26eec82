import { cleanup, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { CompareControls } from './CompareControls.tsx'
import type { DeckVoice } from './deck-entry.ts'
import { foundMap, shiftedMap } from './deck-map.ts'
import { Deck } from './deck.ts'
import type { DeckState } from './deck-state.ts'

/** Two seconds of ten are cut out. */
const part = { rate: 1, isExact: true, isSure: true }
const CUT = foundMap(
  [
    { from: 0, to: 4, at: 0, ...part },
    { from: 6, to: 10, at: 4, ...part },
  ],
  48_000,
)

function voice(versionNumber: number, trackId = 't'): DeckVoice {
  const source = { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 480_000 } as const
  const playable = { id: `v${versionNumber}`, title: 'Kiln', source, urls: { stream: '/s' }, durationSeconds: 10 }
  return {
    heard: {
      playable,
      projectId: 'p',
      projectTitle: 'Low Tide',
      coverUrl: null,
      trackId,
      trackTitle: 'Kiln',
      versionId: `v${versionNumber}`,
      versionNumber,
      href: '/',
      peaks: { url: '/peaks', facts: source },
      quality: '24/48',
      isReduced: false,
    },
    isReference: trackId !== 't',
    words: '',
    by: 'Ines',
    createdAt: 0,
    loudness: -10,
    truePeak: -1,
    playable,
  }
}

function open(change: Partial<DeckState>, empty: readonly number[] = []) {
  const deck = new Deck({
    state: () => ({ queue: [], sounded: false, failed: false }),
    hear: () => undefined,
    hearDeck: () => undefined,
  })
  const state: DeckState = {
    ...deck.state(),
    voices: [voice(4), voice(5)],
    maps: [shiftedMap(0), CUT],
    gains: [0, 0],
    offsets: [0, 0],
    ...change,
  }
  const toSeam = vi.spyOn(deck, 'goToSeam').mockReturnValue()
  return { ...show(<CompareControls deck={deck} state={state} empty={empty} onBlind={() => undefined} />), toSeam }
}

test('a source that was asked for where it was cut out is named, and a press goes to the seam', async () => {
  const { person, toSeam } = open({ missing: 1 }, [1])
  expect(screen.getByRole('status').textContent).toBe('v5 has nothing here: this was cut out in v5.')
  await person.click(screen.getByRole('button', { name: 'Listen to v5 from the edit' }))
  expect(toSeam).toHaveBeenCalledWith(1)
})

test('what was added later is not called cut out of the earlier one', () => {
  open({ missing: 0, audible: 1 }, [0])
  expect(screen.getByRole('status').textContent).toBe('v4 has nothing here: this was added in v5.')
})

test('of versions that only overlap, or whose parts may belong elsewhere, no edit is claimed', () => {
  open({ maps: [shiftedMap(0), shiftedMap(-800)], missing: 1 }, [1])
  expect(screen.getByRole('status').textContent).toBe('v5 has nothing here.')
  cleanup()
  open({ maps: [shiftedMap(0), CUT.map((part) => ({ ...part, isSure: false }))], missing: 1 }, [1])
  expect(screen.getByRole('status').textContent).toBe('v5 has nothing here.')
})

test('between versions that are not neighbours, it is not said which one made the edit', () => {
  open({ voices: [voice(3), voice(7)], missing: 1 }, [1])
  expect(screen.getByRole('status').textContent).toBe('v7 has nothing here: this was cut out after v3.')
  cleanup()
  open({ voices: [voice(3), voice(7)], missing: 0, audible: 1 }, [0])
  expect(screen.getByRole('status').textContent).toBe('v3 has nothing here: this was added after v3.')
})

test('of a reference, no edit is claimed', () => {
  open({ voices: [voice(4), voice(1, 'other')], missing: 1 }, [1])
  expect(screen.getByRole('status').textContent).toBe('Kiln v1 has nothing here.')
})

test('a difference of something and nothing is told as none', () => {
  open({ isDifference: true }, [1])
  expect(screen.getByRole('status').textContent).toBe('No difference here: only one of the two has this.')
})

test('at different speeds there is no difference and no blind test, and the buttons say why', () => {
  open({ isAtOtherSpeed: true, maps: [shiftedMap(0), shiftedMap(0).map((part) => ({ ...part, rate: 0.96 }))] })
  const [difference, blind] = ['Difference', 'Blind test'].map((name) =>
    screen.getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  expect(difference).toHaveProperty('disabled', true)
  expect(difference?.title).toBe('They play at different speeds, so their difference cannot be played.')
  expect(blind).toHaveProperty('disabled', true)
})

test('it is said what levels were matched on', () => {
  const match = { target: -10, gains: [0, 0] }
  open({ match: { ...match, basis: 'part' } })
  expect(screen.getByText('by the loudness of the parts that line up')).toBeDefined()
})

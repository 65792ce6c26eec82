import { afterEach, expect, test, vi } from 'vitest'
import { showMediaPosition } from './media-session.ts'

afterEach(() => vi.unstubAllGlobals())

test('a place beyond either end is shown at that end, and a recording of unknown length not at all', () => {
  const shown: MediaPositionState[] = []
  vi.stubGlobal('navigator', { mediaSession: { setPositionState: (state: MediaPositionState) => shown.push(state) } })
  showMediaPosition(-4, 30)
  showMediaPosition(30.00001, 30, 1.5)
  for (const unknown of [0, Number.NaN]) showMediaPosition(0, unknown)
  expect(shown).toEqual([
    { position: 0, duration: 30, playbackRate: 1 },
    { position: 30, duration: 30, playbackRate: 1.5 },
  ])
})

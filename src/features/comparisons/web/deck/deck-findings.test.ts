import { expect, test } from 'vitest'
import type { DeckVoice, FoundPlace } from './deck-entry.ts'
import { DeckFindings } from './deck-findings.ts'
import { changesSpeed } from './deck-map.ts'

const RATE = 1000
const voice = (versionId: string) =>
  ({
    heard: { versionId, playable: { source: { sampleRate: RATE, totalFrames: 60_000, channels: 2 } } },
    playable: { source: { sampleRate: RATE, totalFrames: 60_000, channels: 2 } },
  }) as unknown as DeckVoice
const voices = [voice('v1'), voice('v2')]
const part = (from: number, to: number, at: number, rate: number) => ({
  from,
  to,
  at,
  rate,
  isExact: true,
  isSure: true,
})

function knowing(segments: NonNullable<FoundPlace['segments']>, offset = 0): DeckFindings {
  const findings = new DeckFindings()
  findings.learn('v1', 'v2', { offset, gain: 0, isInverted: false, linesUp: 'all', segments })
  return findings
}

test('of parts at another speed the offset is the first one’s, as it was found', () => {
  const drifting = knowing([part(1, 20, 1.25, 1.0001), part(28, 60, 20.25, 1.0001)])
  expect(drifting.foundOffset(voices, 'v2')).toBe(250)
})

test('one at another speed stays at that speed if it is moved by hand', () => {
  const faster = knowing([part(0, 60, 0, 0.98)])
  faster.adjust(voices, 'v2', 1)
  const [, map = []] = faster.mapsOf(voices)
  expect(changesSpeed(map)).toBe(true)
})

test('of several parts all are moved by hand together: a delay is that of the whole rendering', () => {
  const cut = knowing([part(0, 20, 0, 1), part(28, 60, 20, 1)])
  cut.adjust(voices, 'v2', 7)
  const [, map = []] = cut.mapsOf(voices)
  expect(map.map(({ from, at }) => at - from)).toEqual([7, -7993])
  cut.adjust(voices, 'v2', undefined)
  expect(cut.mapsOf(voices)[1]?.map(({ from, at }) => at - from)).toEqual([0, -8000])
})

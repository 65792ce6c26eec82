import { afterEach, expect, test, vi } from 'vitest'
import { showMedia, showMediaPosition } from './media-session.ts'
import type { PlayerPhase } from './player-state.ts'
import type { Playable } from './read/playable.ts'

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

const song: Playable = {
  id: 'v3',
  title: 'Glasshouse v3',
  artist: 'Low Tide',
  album: 'Low Tide',
  source: { kind: 'pcm', sampleRate: 48_000, channels: 2, totalFrames: 96_000, encoding: 's24le', dataOffset: 44 },
  urls: { stream: '/stream' },
  durationSeconds: 2,
}

test('a lock screen names the artist, and says paused once a lost connection has silenced it', () => {
  const mediaSession: { playbackState: string; metadata: MediaMetadataInit | null } = {
    playbackState: 'none',
    metadata: null,
  }
  vi.stubGlobal('navigator', { mediaSession })
  vi.stubGlobal('MediaMetadata', function about(words: MediaMetadataInit) {
    return words
  })
  const stateAfter = (phase: PlayerPhase, isLost = false) => {
    showMedia(phase === 'empty' ? undefined : song, phase, isLost)
    return mediaSession.playbackState
  }
  expect(stateAfter('playing')).toBe('playing')
  expect(mediaSession.metadata).toMatchObject({ title: 'Glasshouse v3', artist: 'Low Tide' })
  expect(stateAfter('playing', true)).toBe('playing')
  expect(stateAfter('stalled')).toBe('playing')
  expect(stateAfter('stalled', true)).toBe('paused')
  expect(stateAfter('empty')).toBe('none')
  expect(mediaSession.metadata).toBeNull()
})

test('a picture of the track is on the lock screen as it is, and another takes its place', () => {
  const mediaSession: { playbackState: string; metadata: MediaMetadataInit | null } = {
    playbackState: 'none',
    metadata: null,
  }
  vi.stubGlobal('navigator', { mediaSession })
  vi.stubGlobal('MediaMetadata', function about(words: MediaMetadataInit) {
    return words
  })
  for (const pictureUrl of ['/cover?v=1', '/cover?v=2']) {
    showMedia({ ...song, pictureUrl }, 'playing')
    expect(mediaSession.metadata?.artwork).toEqual([{ src: pictureUrl }])
  }
  showMedia(undefined, 'empty')
})

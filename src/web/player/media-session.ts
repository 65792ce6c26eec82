import type { Seconds } from '#shared/units.ts'
import type { PlayerPhase } from './player-state.ts'
import type { Playable } from './read/playable.ts'

export interface MediaCommands {
  readonly play: () => void
  readonly pause: () => void
  readonly seek: (seconds: Seconds) => void
  readonly skip: (seconds: Seconds) => void
}

const SKIP_SECONDS = 10

/** Tells the system what is playing, for lock screens and media keys. Returns a function that removes it. */
export function offerMediaKeys(commands: MediaCommands): () => void {
  const { mediaSession } = navigator
  if (!mediaSession) return () => {}
  const handlers: readonly [MediaSessionAction, MediaSessionActionHandler | null][] = [
    ['play', commands.play],
    ['pause', commands.pause],
    ['stop', commands.pause],
    ['seekbackward', ({ seekOffset }) => commands.skip(-(seekOffset ?? SKIP_SECONDS))],
    ['seekforward', ({ seekOffset }) => commands.skip(seekOffset ?? SKIP_SECONDS)],
    ['seekto', ({ seekTime }) => seekTime !== undefined && commands.seek(seekTime)],
  ]
  for (const [action, handler] of handlers) setHandler(action, handler)
  return () => {
    for (const [action] of handlers) setHandler(action, null)
    mediaSession.metadata = null
    mediaSession.playbackState = 'none'
  }
}

/** Handlers of the previous and next track keys; null disables a key. */
export function offerTrackKeys(previous: (() => void) | null, next: (() => void) | null): void {
  setHandler('previoustrack', previous)
  setHandler('nexttrack', next)
}

function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
  try {
    navigator.mediaSession?.setActionHandler(action, handler)
  } catch {
    // Browsers throw for actions they do not support.
  }
}

export function showMedia(playable: Playable | undefined, phase: PlayerPhase): void {
  const { mediaSession } = navigator
  if (!mediaSession) return
  mediaSession.playbackState =
    phase === 'empty' ? 'none' : phase === 'playing' || phase === 'stalled' ? 'playing' : 'paused'
  if (!playable) mediaSession.metadata = null
  else if (
    mediaSession.metadata?.title !== playable.title ||
    mediaSession.metadata.artist !== (playable.artist ?? '')
  ) {
    const artwork = playable.artworkUrl === undefined ? [] : [{ src: playable.artworkUrl }]
    mediaSession.metadata = new MediaMetadata({
      title: playable.title,
      artist: playable.artist ?? '',
      album: playable.album ?? '',
      artwork,
    })
  }
}

/** Browsers throw for a position beyond the duration. */
export function showMediaPosition(position: Seconds, duration: Seconds, playbackRate = 1): void {
  if (duration > 0)
    navigator.mediaSession?.setPositionState?.({
      position: Math.min(Math.max(0, position), duration),
      duration,
      playbackRate,
    })
}

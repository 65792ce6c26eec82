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
    shown = undefined
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

/** `isLost`: the connection is gone, and what had arrived has been played. */
export function showMedia(playable: Playable | undefined, phase: PlayerPhase, isLost = false): void {
  const { mediaSession } = navigator
  if (!mediaSession) return
  mediaSession.playbackState = stateOf(phase, isLost)
  if (!playable) {
    shown = undefined
    mediaSession.metadata = null
    return
  }
  if (shown && isAlike(shown, playable)) return
  shown = playable
  const about = { title: playable.title, artist: playable.artist ?? '', album: playable.album ?? '' }
  const { pictureUrl } = playable
  mediaSession.metadata = new MediaMetadata({ ...about, ...(pictureUrl && { artwork: [{ src: pictureUrl }] }) })
  if (pictureUrl || playable.coverId === undefined) return
  void import('./media-artwork.ts').then(
    async ({ artworkOf, ARTWORK_PX }) => {
      const src = await artworkOf(playable.coverId ?? '')
      // Another one may play by now.
      if (src === undefined || shown !== playable) return
      const artwork = [{ src, sizes: `${ARTWORK_PX}x${ARTWORK_PX}`, type: 'image/png' }]
      mediaSession.metadata = new MediaMetadata({ ...about, artwork })
    },
    () => undefined,
  )
}

function isAlike(a: Playable, b: Playable): boolean {
  return (['title', 'artist', 'coverId', 'pictureUrl'] as const).every((name) => a[name] === b[name])
}

/** Of the recording that the system is told of. */
let shown: Playable | undefined

function stateOf(phase: PlayerPhase, isLost: boolean): MediaSessionPlaybackState {
  if (phase === 'empty') return 'none'
  return phase === 'playing' || (phase === 'stalled' && !isLost) ? 'playing' : 'paused'
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

import type { Milliseconds, Seconds } from '#shared/units.ts'
import { listening, type PlaybackController } from '#web/player/listening.ts'

export interface PlayedTrack {
  readonly trackId: string
  readonly started: boolean
  readonly furthestSeconds: Seconds
}

const TELL_MS: Milliseconds = 10_000
const LOOK_MS: Milliseconds = 500

interface Telling {
  readonly projectId: string
  readonly tell: (items: readonly PlayedTrack[]) => void
  readonly playback?: Pick<PlaybackController, 'state'>
}

/** Reports what plays in this page, at most every ten seconds and at the end. Returns a function that stops it. */
export function watchPlays({ projectId, tell, playback = listening }: Telling): () => void {
  const heard = new Map<string, PlayedTrack>()
  let sounding: string | undefined
  let toldAt = -Infinity
  const look = () => {
    const { heard: now, player } = playback.state()
    const plays = now?.projectId === projectId && player?.snapshot().phase === 'playing' ? now.trackId : undefined
    if (plays !== undefined && player) {
      const before = heard.get(plays)
      heard.set(plays, {
        trackId: plays,
        started: (before?.started ?? false) || sounding !== plays,
        furthestSeconds: Math.max(before?.furthestSeconds ?? 0, Math.round(player.position() * 10) / 10),
      })
    }
    if (plays !== undefined || now?.projectId !== projectId) sounding = plays
    if (performance.now() - toldAt >= TELL_MS) send()
  }
  const send = () => {
    if (heard.size === 0) return
    toldAt = performance.now()
    tell([...heard.values()])
    heard.clear()
  }
  const timer = setInterval(look, LOOK_MS)
  const leave = () => document.visibilityState === 'hidden' && send()
  document.addEventListener('visibilitychange', leave)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', leave)
    send()
  }
}

import type { PlayerPhase } from '#web/player/player-state.ts'

/** How a lost connection affects playback, so that the screen never claims to play what does not. */
export function lineLost(phase: PlayerPhase, wantsToPlay: boolean): 'retrying' | 'lost' | 'unloaded' {
  if (phase === 'playing') return 'retrying'
  return wantsToPlay ? 'lost' : 'unloaded'
}

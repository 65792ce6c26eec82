import type { PlayerPhase } from '#web/player/player-state.ts'

/** What a lost connection means for what is heard now: nothing is said to play that does not. */
export function lineLost(phase: PlayerPhase, wantsToPlay: boolean): 'retrying' | 'lost' | 'unloaded' {
  if (phase === 'playing') return 'retrying'
  return wantsToPlay ? 'lost' : 'unloaded'
}

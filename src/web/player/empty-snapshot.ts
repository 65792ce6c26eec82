import { PLAIN_MONITORING } from './mix/monitoring.ts'
import type { PlayerSnapshot } from './player-state.ts'

/** What a player shows before anything is loaded. */
export const NOTHING: PlayerSnapshot = {
  phase: 'empty',
  wantsToPlay: false,
  isRetrying: false,
  volume: 0,
  isMuted: false,
  speed: 1,
  monitoring: PLAIN_MONITORING,
  proof: { bitTrue: true, reasons: [] },
}

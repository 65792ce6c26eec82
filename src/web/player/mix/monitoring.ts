import type { Decibels } from '#shared/units.ts'

/** What to monitor: both sides, their sum, one side on both, their difference, or the sides swapped. */
export type ListenMode = 'stereo' | 'mono' | 'left' | 'right' | 'side' | 'swapped'

/** Monitoring settings; they affect only playback. */
export interface Monitoring {
  readonly mode: ListenMode
  readonly isDimmed: boolean
  /** If there are more channels than the device has: fold all into two, or play only the front pair. */
  readonly foldsDown: boolean
}

export const PLAIN_MONITORING: Monitoring = { mode: 'stereo', isDimmed: false, foldsDown: false }

export const DIM_DECIBELS: Decibels = -20

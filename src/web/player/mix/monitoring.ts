import type { Decibels } from '#shared/units.ts'

/**
 * What of the two sides is heard: both, their sum, one of them on both sides, their difference, or each on the other
 * side.
 */
export type ListenMode = 'stereo' | 'mono' | 'left' | 'right' | 'side' | 'swapped'

/** How a monitor is set: what is heard of the sound, never the sound itself. */
export interface Monitoring {
  readonly mode: ListenMode
  readonly isDimmed: boolean
  /** More channels than the device has: all of them folded into two, or only the front pair. */
  readonly foldsDown: boolean
}

export const PLAIN_MONITORING: Monitoring = { mode: 'stereo', isDimmed: false, foldsDown: false }

export const DIM_DECIBELS: Decibels = -20

import type { Decibels } from '#shared/units.ts'

/** What to monitor: both sides, their sum, one side on both, their difference, or the sides swapped. */
export type ListenMode = 'stereo' | 'mono' | 'left' | 'right' | 'side' | 'swapped'

/** Monitoring settings; they affect only playback. */
export interface Monitoring {
  readonly mode: ListenMode
  readonly isDimmed: boolean
  /**
   * Fold all channels into two, or do not; null: if the device has fewer loudspeakers. Not folded, a device with fewer
   * plays only the front pair.
   */
  readonly foldsDown: boolean | null
  /** The index of the one channel to play, on left and right; null for all. Counts for more than two channels. */
  readonly solo: number | null
}

export const PLAIN_MONITORING: Monitoring = { mode: 'stereo', isDimmed: false, foldsDown: null, solo: null }

export const DIM_DECIBELS: Decibels = -20

import type { Frames, Seconds } from '#shared/units.ts'

/** A hole in the sound. `channel` is null if all channels fall silent together. */
export interface SoundGap {
  readonly from: Frames
  readonly to: Frames
  readonly channel: number | null
  /** It may be a stop that is meant. */
  readonly unsure: boolean
}

/** A channel that is silent from here on. */
export interface DeadEnd {
  readonly from: Frames
  readonly channel: number
  /** It may have nothing more to play. */
  readonly unsure: boolean
}

/** No music pauses for a shorter time. */
export const SHORTEST_PAUSE: Seconds = 0.061
/** Of a silence of one channel, how much the other one sounds. */
export const MOSTLY_ALONE = 0.3

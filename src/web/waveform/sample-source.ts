import type { Frames } from '#shared/units.ts'
import type { Planes } from '#web/player/player-messages.ts'

/** Decoded audio as far as it is here, in blocks of equal length. */
export interface SampleBlocks {
  readonly blockFrames: Frames
  readonly totalFrames: Frames
  /** planes[channel][frame] of a block; undefined while it is not here. */
  readonly planes: (block: number) => Planes | undefined
}

/** Where a close view gets its samples from. */
export interface SampleSource {
  /** Undefined until it is known how the recording is laid out. */
  readonly blocks: () => SampleBlocks | undefined
  /** Ask for a stretch; the latest wish wins. */
  readonly need: (from: Frames, to: Frames) => void
}

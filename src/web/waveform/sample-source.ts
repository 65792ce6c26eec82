import type { Frames } from '#shared/units.ts'
import type { Planes } from '#web/player/player-messages.ts'

/** Decoded audio that has loaded, in blocks of equal length. */
export interface SampleBlocks {
  readonly blockFrames: Frames
  readonly totalFrames: Frames
  /** planes[channel][frame] of a block; undefined if not loaded. */
  readonly planes: (block: number) => Planes | undefined
}

/** Supplies a close view with samples. */
export interface SampleSource {
  /** Undefined until the recording's layout is known. */
  readonly blocks: () => SampleBlocks | undefined
  /** Requests a range; replaces the previous request. */
  readonly need: (from: Frames, to: Frames) => void
}

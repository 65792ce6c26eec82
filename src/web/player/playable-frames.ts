import type { Frames, Seconds } from '#shared/units.ts'
import type { FrameLoop } from './player-messages.ts'
import type { LoopRange, Playable } from './read/playable.ts'

const SHORTEST_LOOP_SECONDS = 0.05

/** The sample frame at a time, clamped to the recording. */
export function frameAt({ source }: Playable, seconds: Seconds): Frames {
  return Math.max(0, Math.min(source.totalFrames, Math.round(seconds * source.sampleRate)))
}

/** A loop within the recording, with its ends in order and at least 50 ms apart. */
export function tidyLoop({ inAt, outAt }: LoopRange, { durationSeconds }: Playable): LoopRange {
  const latest = Math.max(0, durationSeconds - SHORTEST_LOOP_SECONDS)
  const start = Math.min(latest, Math.max(0, Math.min(inAt, outAt)))
  return { inAt: start, outAt: Math.min(durationSeconds, Math.max(start + SHORTEST_LOOP_SECONDS, inAt, outAt)) }
}

export function frameLoop(playable: Playable | undefined, loop: LoopRange | undefined): FrameLoop | undefined {
  return playable && loop && { inFrame: frameAt(playable, loop.inAt), outFrame: frameAt(playable, loop.outAt) }
}

import type { Frames } from '#shared/units.ts'
import { GainRamp } from './gain-ramp.ts'
import type { FrameLoop, LoadedSource, SourceId } from '../player-messages.ts'
import { SampleQueue } from '../decode/sample-queue.ts'

/**
 * One of the sources that sound together. Its own frames run `offset` ahead of the mixer's, which all of them share.
 */
export class MixedSource {
  readonly id: SourceId
  readonly queue = new SampleQueue()
  readonly gain: GainRamp
  offset: Frames
  /** Of the supply order whose samples are wanted. */
  token = 0
  spentFrames: Frames = 0
  /** How many channels it put into the last mix; 0 while it cannot be heard. */
  heardChannels = 0
  #peak = 0

  constructor({ id, offset, gain }: LoadedSource) {
    this.id = id
    this.offset = offset
    this.gain = new GainRamp(gain)
  }

  /** The mixer's position of the next sample frame, if one is here. */
  nextFrame(): Frames | undefined {
    const own = this.queue.nextFrame()
    return own === undefined ? undefined : own - this.offset
  }

  /** Keep what is heard before the playback order changes; returns the mixer's frame to append next. */
  keepUntil(loop: FrameLoop | undefined): Frames | undefined {
    const own = this.queue.keepUntil(this.ownLoop(loop))
    return own === undefined ? undefined : own - this.offset
  }

  ownLoop(loop: FrameLoop | undefined): FrameLoop | undefined {
    return loop && { inFrame: loop.inFrame + this.offset, outFrame: loop.outFrame + this.offset }
  }

  /** Leaves out the next `count` frames. */
  drop(count: Frames): void {
    this.spentFrames += this.queue.take(count, () => undefined)
  }

  /** The largest sample since it was last asked, before any gain. */
  takePeak(): number {
    const peak = this.#peak
    this.#peak = 0
    return peak
  }

  /**
   * Add the next `count` frames to `output[channel]` from `at` on. A source that cannot be heard keeps its place all
   * the same.
   */
  addTo(
    output: readonly Float32Array[],
    at: Frames,
    count: Frames,
    rampGains: (ramp: GainRamp, count: Frames) => Float32Array,
  ): void {
    const gains = this.gain.isUnity || this.gain.isSilent ? undefined : rampGains(this.gain, count)
    this.heardChannels = 0
    this.spentFrames += this.queue.take(count, (planes, offset, run, before) => {
      for (const plane of planes) this.#peak = largest(plane, offset, run, this.#peak)
      if (this.gain.isSilent && !gains) return
      this.heardChannels = planes.length
      output.forEach((plane, channel) => {
        // Mono is heard on both sides, not from every loudspeaker of a surround comparison.
        const samples = planes[planes.length === 1 && channel === 1 ? 0 : channel]
        if (!samples) return
        for (let i = 0; i < run; i++) {
          const sample = samples[offset + i] ?? 0
          // Rounded as it is stored: equal samples at opposite gains leave nothing, not even a last bit.
          plane[at + before + i] =
            (plane[at + before + i] ?? 0) + (gains ? Math.fround(sample * (gains[before + i] ?? 0)) : sample)
        }
      })
    })
  }
}

function largest(plane: Float32Array, from: Frames, count: Frames, before: number): number {
  let peak = before
  for (let i = from; i < from + count; i++) peak = Math.max(peak, Math.abs(plane[i] ?? 0))
  return peak
}

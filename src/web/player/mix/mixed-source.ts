import type { Frames } from '#shared/units.ts'
import { GainRamp } from './gain-ramp.ts'
import type { FrameLoop, LoadedSource, SourceId } from '../player-messages.ts'
import { SampleQueue } from '../decode/sample-queue.ts'
import { piecesOf, type SourcePiece, type SourcePlacement } from './source-placement.ts'

/**
 * One of the sources that play together. Its frame numbers run `offset` ahead of the mixer's, which all sources share;
 * if its parts have offsets of their own, the feeder finds its samples by `pieces`.
 */
export class MixedSource {
  readonly id: SourceId
  readonly queue = new SampleQueue()
  readonly gain: GainRamp
  offset: Frames
  /** As ordered, on the mixer's clock. */
  placement: SourcePlacement
  /** Token of the supply order whose samples it accepts. */
  token = 0
  spentFrames: Frames = 0
  /** How many channels it added to the last mix; 0 while inaudible. */
  heardChannels = 0
  #peak = 0

  constructor({ id, offset, gain, pieces }: LoadedSource) {
    this.id = id
    this.offset = offset
    this.placement = { offset, pieces }
    this.gain = new GainRamp(gain)
  }

  /** The mixer's position of the next sample frame; undefined if the queue is empty. */
  nextFrame(): Frames | undefined {
    const own = this.queue.nextFrame()
    return own === undefined ? undefined : own - this.offset
  }

  /** Keeps what plays before the playback order changes; returns the mixer's frame to append next. */
  keepUntil(loop: FrameLoop | undefined): Frames | undefined {
    const own = this.queue.keepUntil(this.ownLoop(loop))
    return own === undefined ? undefined : own - this.offset
  }

  /** Renumbers the clock: queued samples keep their order and their own numbers. */
  turn(shift: Frames, placement: SourcePlacement): void {
    this.offset -= shift
    this.placement = placement
  }

  /** Where its samples are, in its own frame numbers; undefined if these are the recording's. */
  ownPieces(): readonly SourcePiece[] | undefined {
    const { placement, offset: ahead } = this
    if (!placement.pieces && placement.offset === ahead) return undefined
    return piecesOf(placement).map(({ from, to, offset }) => ({
      from: from + ahead,
      to: to + ahead,
      offset: offset - ahead,
    }))
  }

  /** Drops what is queued from a frame of the mixer's on; returns the frame to append next. */
  keepBefore(frame: Frames): Frames | undefined {
    const own = this.queue.keepBefore(frame + this.offset)
    return own === undefined ? undefined : own - this.offset
  }

  ownLoop(loop: FrameLoop | undefined): FrameLoop | undefined {
    return loop && { inFrame: loop.inFrame + this.offset, outFrame: loop.outFrame + this.offset }
  }

  /** Skips the next `count` frames. */
  drop(count: Frames): void {
    this.spentFrames += this.queue.take(count, () => undefined)
  }

  /** The largest sample since the previous call, before any gain. */
  takePeak(): number {
    const peak = this.#peak
    this.#peak = 0
    return peak
  }

  /** Adds the next `count` frames to `output[channel]` from `at` on. An inaudible source advances as well. */
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
        // Mono plays on left and right, not on every loudspeaker of a surround comparison.
        const samples = planes[planes.length === 1 && channel === 1 ? 0 : channel]
        if (!samples) return
        for (let i = 0; i < run; i++) {
          const sample = samples[offset + i] ?? 0
          // Rounded to float32 as stored: equal samples at opposite gains cancel to the last bit.
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

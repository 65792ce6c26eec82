import type { Frames } from '#shared/units.ts'
import type { GainRamp } from '../mix/gain-ramp.ts'
import type { MixedSource } from '../mix/mixed-source.ts'
import { agreesUntil, type SourcePlacement } from '../mix/source-placement.ts'
import type { FeederToMixer, FrameLoop, MixerToFeeder } from '../player-messages.ts'

export interface GroupPlace {
  readonly frame: Frames
  readonly jump: number
  readonly loop: FrameLoop | undefined
}

export interface GroupOutlets {
  readonly ask: (message: MixerToFeeder, transfer: ArrayBuffer[]) => void
  /** A number not used by any earlier order to the feeder. */
  readonly newToken: () => number
}

/** Sources in sample lock, with their common position. */
export class SourceGroup {
  readonly sources: readonly MixedSource[]
  jump: number
  loop: FrameLoop | undefined
  frame: Frames
  readonly #outlets: GroupOutlets

  /** Requests their samples from the feeder at once. */
  constructor(sources: readonly MixedSource[], { frame, jump, loop }: GroupPlace, outlets: GroupOutlets) {
    this.sources = sources
    this.frame = frame
    this.jump = jump
    this.loop = loop
    this.#outlets = outlets
    for (const source of sources) this.#askFor(source, frame)
  }

  /** No more samples will follow. */
  get isComplete(): boolean {
    return this.sources.every(({ queue }) => queue.isComplete)
  }

  /** Frames that can be mixed now. A source that has ended counts as silence while others continue. */
  get available(): Frames {
    if (this.isComplete) return this.sources.reduce((most, { queue }) => Math.max(most, queue.frames), 0)
    return this.sources.reduce(
      (least, { queue }) => (queue.isComplete ? least : Math.min(least, queue.frames)),
      Infinity,
    )
  }

  /** Whether this many frames have arrived, or all that there will be. */
  has(frames: Frames): boolean {
    return this.sources.length > 0 && (this.isComplete || this.available >= frames)
  }

  /** Frames waiting in every source. */
  get queued(): Frames {
    return this.sources.length === 0
      ? 0
      : this.sources.reduce((least, { queue }) => Math.min(least, queue.frames), Infinity)
  }

  /** Returns false if the message belongs to none of these sources' orders. */
  accept(message: FeederToMixer): boolean {
    const source = this.sources.find(({ id, token }) => id === message.source && token === message.token)
    if (!source) return false
    if (message.kind === 'end') source.queue.isComplete = true
    else source.queue.append(message.start, message.planes)
    return true
  }

  /** Adds the next `count` frames to `output[channel]` from `at` on. */
  addTo(
    output: readonly Float32Array[],
    at: Frames,
    count: Frames,
    rampGains: (ramp: GainRamp, count: Frames) => Float32Array,
  ): void {
    for (const source of this.sources) source.addTo(output, at, count, rampGains)
    this.#moveOn(count)
  }

  /** The largest number of channels that a source added to the last mix. */
  get heardChannels(): number {
    return this.sources.reduce((most, { heardChannels }) => Math.max(most, heardChannels), 0)
  }

  /** Skips the next `count` frames. */
  drop(count: Frames): void {
    for (const source of this.sources) source.drop(count)
    this.#moveOn(count)
  }

  /** Samples that play before the order changes are kept. */
  setLoop(loop: FrameLoop | undefined): void {
    this.loop = loop
    for (const source of this.sources) this.#askFor(source, source.keepUntil(loop) ?? this.frame)
  }

  /**
   * Continues on a clock whose numbers are larger by `shift`, without touching what both clocks have in common. Returns
   * false, and changes nothing, if that is less than `atLeast` frames for any source.
   */
  turn(
    {
      places,
      jump,
      loop,
    }: { readonly places: readonly SourcePlacement[]; readonly jump: number; readonly loop: FrameLoop | undefined },
    shift: Frames,
    atLeast: Frames,
  ): boolean {
    const before = this.loop
    const isSameLoop =
      before?.inFrame === (loop && loop.inFrame - shift) && before?.outFrame === (loop && loop.outFrame - shift)
    if (!isSameLoop || (before && this.frame >= before.outFrame)) return false
    const from = before ? Math.min(before.inFrame, this.frame) : this.frame
    const ends = this.sources.map(({ placement }, i) => agreesUntil(placement, places[i] ?? placement, shift, from))
    if (ends.some((end) => (before ? end < before.outFrame : end - this.frame < atLeast))) return false
    this.frame += shift
    this.jump = jump
    this.loop = loop
    for (const [i, source] of this.sources.entries()) {
      const end = ends[i] ?? Infinity
      source.turn(shift, places[i] ?? source.placement)
      if (!before && end < Infinity) this.#askFor(source, source.keepBefore(end + shift) ?? this.frame)
    }
    return true
  }

  /** Returns played buffers to the feeder. */
  sendSpent(): void {
    for (const source of this.sources) {
      const buffers = source.queue.takeSpent()
      if (source.spentFrames === 0 && buffers.length === 0) continue
      this.#outlets.ask(
        { kind: 'spent', source: source.id, token: source.token, frames: source.spentFrames, buffers },
        buffers,
      )
      source.spentFrames = 0
    }
  }

  clear(): void {
    for (const { queue } of this.sources) queue.clear()
    this.sendSpent()
  }

  /** The positions in the samples show where a loop wraps. */
  #moveOn(count: Frames): void {
    this.frame =
      this.sources.map((source) => source.nextFrame()).find((frame) => frame !== undefined) ?? this.frame + count
  }

  #askFor(source: MixedSource, from: Frames): void {
    const pieces = source.ownPieces()
    source.token = this.#outlets.newToken()
    source.spentFrames = 0
    this.#outlets.ask(
      {
        kind: 'supply',
        source: source.id,
        token: source.token,
        from: from + source.offset,
        loop: source.ownLoop(this.loop),
        queued: source.queue.frames,
        ...(pieces && { pieces }),
      },
      [],
    )
  }
}

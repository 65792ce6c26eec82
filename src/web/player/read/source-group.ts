import type { Frames } from '#shared/units.ts'
import type { GainRamp } from '../mix/gain-ramp.ts'
import type { MixedSource } from '../mix/mixed-source.ts'
import type { FeederToMixer, FrameLoop, MixerToFeeder } from '../player-messages.ts'

export interface GroupPlace {
  readonly frame: Frames
  readonly jump: number
  readonly loop: FrameLoop | undefined
}

export interface GroupOutlets {
  readonly ask: (message: MixerToFeeder, transfer: ArrayBuffer[]) => void
  /** A number that no order to the feeder had before. */
  readonly newToken: () => number
}

/** Sources that are locked sample to sample, and where in the song they stand: one position serves all of them. */
export class SourceGroup {
  readonly sources: readonly MixedSource[]
  readonly jump: number
  loop: FrameLoop | undefined
  frame: Frames
  readonly #outlets: GroupOutlets

  /** The feeder is asked for their samples at once. */
  constructor(sources: readonly MixedSource[], { frame, jump, loop }: GroupPlace, outlets: GroupOutlets) {
    this.sources = sources
    this.frame = frame
    this.jump = jump
    this.loop = loop
    this.#outlets = outlets
    for (const source of sources) this.#askFor(source, frame)
  }

  /** Nothing follows what is here. */
  get isComplete(): boolean {
    return this.sources.every(({ queue }) => queue.isComplete)
  }

  /** Frames that can be mixed now. A source that is over counts as silence while others go on. */
  get available(): Frames {
    if (this.isComplete) return this.sources.reduce((most, { queue }) => Math.max(most, queue.frames), 0)
    return this.sources.reduce(
      (least, { queue }) => (queue.isComplete ? least : Math.min(least, queue.frames)),
      Infinity,
    )
  }

  /** So many frames are here, or all that there will be. */
  has(frames: Frames): boolean {
    return this.sources.length > 0 && (this.isComplete || this.available >= frames)
  }

  /** Frames waiting in every source. */
  get queued(): Frames {
    return this.sources.length === 0
      ? 0
      : this.sources.reduce((least, { queue }) => Math.min(least, queue.frames), Infinity)
  }

  /** False when it answers nothing that these sources asked for. */
  accept(message: FeederToMixer): boolean {
    const source = this.sources.find(({ id, token }) => id === message.source && token === message.token)
    if (!source) return false
    if (message.kind === 'end') source.queue.isComplete = true
    else source.queue.append(message.start, message.planes)
    return true
  }

  /** Add the next `count` frames to `output[channel]` from `at` on. */
  addTo(
    output: readonly Float32Array[],
    at: Frames,
    count: Frames,
    rampGains: (ramp: GainRamp, count: Frames) => Float32Array,
  ): void {
    for (const source of this.sources) source.addTo(output, at, count, rampGains)
    this.#moveOn(count)
  }

  /** The most that one of them put into the last mix. */
  get heardChannels(): number {
    return this.sources.reduce((most, { heardChannels }) => Math.max(most, heardChannels), 0)
  }

  /** Leaves out the next `count` frames. */
  drop(count: Frames): void {
    for (const source of this.sources) source.drop(count)
    this.#moveOn(count)
  }

  /** What is heard before the order changes stays. */
  setLoop(loop: FrameLoop | undefined): void {
    this.loop = loop
    for (const source of this.sources) this.#askFor(source, source.keepUntil(loop) ?? this.frame)
  }

  /** Lets the feeder know what was heard, and have the buffers back. */
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

  /** Where a loop wraps, the samples themselves tell. */
  #moveOn(count: Frames): void {
    this.frame =
      this.sources.map((source) => source.nextFrame()).find((frame) => frame !== undefined) ?? this.frame + count
  }

  #askFor(source: MixedSource, from: Frames): void {
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
      },
      [],
    )
  }
}

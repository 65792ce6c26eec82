import type { Frames } from '#shared/units.ts'
import type { FrameLoop, Planes } from '../player-messages.ts'

interface Chunk {
  readonly start: Frames
  /** Number of valid frames; a truncated chunk has longer planes. */
  frames: Frames
  readonly planes: Planes
}

/** Decoded samples of one source in playback order. Positions jump back where a loop wraps. */
export class SampleQueue {
  #chunks: Chunk[] = []
  #offset = 0
  #frames = 0
  #spent: ArrayBuffer[] = []
  /** No more samples will be appended. */
  isComplete = false

  get frames(): Frames {
    return this.#frames
  }

  append(start: Frames, planes: Planes): void {
    const frames = planes[0]?.length ?? 0
    if (frames === 0) return
    this.#chunks.push({ start, frames, planes })
    this.#frames += frames
  }

  /** The position of the next sample frame; undefined if the queue is empty. */
  nextFrame(): Frames | undefined {
    const head = this.#chunks[0]
    return head && head.start + this.#offset
  }

  /**
   * Takes up to `count` frames. `use` receives each run and how many frames came before it. Returns the number taken.
   */
  take(count: Frames, use: (planes: Planes, offset: Frames, count: Frames, before: Frames) => void): Frames {
    let taken = 0
    while (taken < count) {
      const head = this.#chunks[0]
      if (!head) break
      const run = Math.min(count - taken, head.frames - this.#offset)
      use(head.planes, this.#offset, run, taken)
      taken += run
      this.#offset += run
      if (this.#offset === head.frames) this.#dropHead()
    }
    this.#frames -= taken
    return taken
  }

  /**
   * Keeps what plays before the playback order changes: up to the loop's end, or to an older loop's wrap. Returns the
   * frame to append next, or undefined if the queue is empty.
   */
  keepUntil(loop: FrameLoop | undefined): Frames | undefined {
    const next = this.nextFrame()
    return this.keepBefore(loop && next !== undefined && next < loop.outFrame ? loop.outFrame : Infinity)
  }

  /** Keeps frames that follow each other, before `stop`. Returns as `keepUntil`. */
  keepBefore(stop: Frames): Frames | undefined {
    let expected = this.nextFrame()
    if (expected === undefined) return undefined
    const kept: Chunk[] = []
    for (const chunk of this.#chunks) {
      const from: Frames = kept.length === 0 ? chunk.start + this.#offset : chunk.start
      if (from !== expected || expected >= stop) {
        this.#release(chunk)
        continue
      }
      chunk.frames = Math.min(chunk.frames, stop - chunk.start)
      expected = chunk.start + chunk.frames
      kept.push(chunk)
    }
    this.#chunks = kept
    this.#frames = kept.reduce((sum, chunk) => sum + chunk.frames, -this.#offset)
    this.isComplete = false
    return expected
  }

  clear(): void {
    for (const chunk of this.#chunks) this.#release(chunk)
    this.#chunks = []
    this.#offset = 0
    this.#frames = 0
    this.isComplete = false
  }

  /** Buffers that are no longer needed, to be transferred and freed on another thread. */
  takeSpent(): ArrayBuffer[] {
    const spent = this.#spent
    this.#spent = []
    return spent
  }

  #dropHead(): void {
    const head = this.#chunks.shift()
    if (head) this.#release(head)
    this.#offset = 0
  }

  #release(chunk: Chunk): void {
    for (const plane of chunk.planes) this.#spent.push(plane.buffer)
  }
}

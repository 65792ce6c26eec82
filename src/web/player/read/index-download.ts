import { type FrameIndex, FrameIndexReader } from '#audio/frame-index.ts'
import { RangeRead, StreamFailure, type RangeRequest } from './range-reader.ts'

/**
 * A frame index that can be used while it downloads: on a slow network, the index of two hours takes as long as the
 * first seconds of sound. A broken download resumes when the next of its blocks is requested.
 */
export class IndexDownload {
  readonly #request: Omit<RangeRequest, 'start' | 'end'>
  readonly #reader = new FrameIndexReader()
  #arrived = Promise.withResolvers<void>()
  #running?: Promise<void>

  constructor(request: Omit<RangeRequest, 'start' | 'end'>) {
    this.#request = request
  }

  /** Resolves with the head; the offsets arrive afterwards. */
  async head(): Promise<FrameIndex> {
    await this.#until(() => this.#reader.index !== undefined)
    if (!this.#reader.index) throw new StreamFailure('damaged', 'index without a head')
    return this.#reader.index
  }

  /** Resolves when the start of block `block`, or the end of the last one, is known. */
  async whenKnown(block: number): Promise<void> {
    await this.#until(() => this.#reader.known >= block)
  }

  async #until(isHere: () => boolean): Promise<void> {
    while (!isHere()) {
      this.#running ??= this.#begin()
      await Promise.race([this.#running, this.#arrived.promise])
    }
  }

  #begin(): Promise<void> {
    const running = this.#read().finally(() => {
      this.#running = undefined
    })
    // It may break while nobody waits for it; the next request starts it again.
    running.catch(() => {})
    return running
  }

  async #read(): Promise<void> {
    const read = new RangeRead({ ...this.#request, start: this.#reader.readBytes })
    await read.run((bytes) => {
      orDamaged(() => this.#reader.push(bytes))
      this.#arrived.resolve()
      this.#arrived = Promise.withResolvers()
    })
    orDamaged(() => this.#reader.end())
  }
}

function orDamaged(step: () => void): void {
  try {
    step()
  } catch (error) {
    throw new StreamFailure('damaged', String(error))
  }
}

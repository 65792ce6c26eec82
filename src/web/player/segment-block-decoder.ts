import type { FrameIndex } from '#audio/frame-index.ts'
import type { Hertz } from '#shared/units.ts'
import type { BlockDecoder, UseSamples } from './block-decoder.ts'
import { flacSegment } from './flac-segment.ts'
import type { Planes } from './player-messages.ts'

export type DecodeFile = (file: ArrayBuffer, sampleRate: Hertz) => Promise<Planes>

/**
 * Where WebCodecs is missing or fails: the blocks of one request become a small FLAC file for the page's
 * `decodeAudioData`, which works in every browser that plays FLAC, and gives the same samples.
 */
export class SegmentBlockDecoder implements BlockDecoder {
  readonly kind = 'decode-audio-data'
  readonly #index: FrameIndex
  readonly #decodeFile: DecodeFile
  readonly #use: UseSamples
  #first = 0
  #blocks: Uint8Array[] = []
  #run = 0

  constructor(index: FrameIndex, decodeFile: DecodeFile, use: UseSamples) {
    this.#index = index
    this.#decodeFile = decodeFile
    this.#use = use
  }

  decode(block: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#blocks.length === 0) this.#first = block
    this.#blocks.push(bytes)
  }

  async drain(): Promise<void> {
    if (this.#blocks.length === 0) return
    const run = this.#run
    const { blockSize, totalFrames, sampleRate, codecHeader } = this.#index
    const count = this.#blocks.length
    const file = flacSegment(codecHeader, this.#blocks)
    this.#blocks = []
    const planes = await this.#decodeFile(file.buffer, sampleRate)
    if (run !== this.#run) return
    const expected = Math.min(totalFrames, (this.#first + count) * blockSize) - this.#first * blockSize
    const decoded = planes[0]?.length ?? 0
    if (decoded !== expected) throw new Error(`decoded ${decoded} frames instead of ${expected}`)
    for (let i = 0; i < count; i++) {
      this.#use(this.#first + i, planes.map((plane) => plane.slice(i * blockSize, (i + 1) * blockSize)))
    }
  }

  reset(): void {
    this.#run += 1
    this.#blocks = []
  }

  close(): void {
    this.reset()
  }
}

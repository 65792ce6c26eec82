import { encodeFlacHeader, FLAC_HEADER_BYTES } from '#audio/flac-stream-info.ts'
import type { FlacStreamInfo } from '#audio/flac-stream-info.ts'
import { encodeFrameIndex } from '#audio/frame-index.ts'
import type { Frames } from '#shared/units.ts'

/** Records where each FLAC frame begins while a rendition is written or an original is read. */
export class FrameIndexBuilder {
  #offsets = new Float64Array(4096)
  #count = 0
  #end: number
  #smallest = Infinity
  #largest = 0

  /** `firstFrameAt`: byte position of the first frame in its file. */
  constructor(firstFrameAt: number = FLAC_HEADER_BYTES) {
    this.#end = firstFrameAt
  }

  get frameCount(): number {
    return this.#count
  }

  /** The start of each frame, and the end of the last. */
  get offsets(): Float64Array<ArrayBuffer> {
    return this.#count > 0 ? this.#offsets.slice(0, this.#count + 1) : Float64Array.of(this.#end)
  }

  /** Where the next frame begins. */
  get end(): number {
    return this.#end
  }

  get lastFrameAt(): number {
    return this.#offsets[this.#count - 1] ?? this.#end
  }

  add(frameBytes: number): void {
    if (this.#count + 2 > this.#offsets.length) {
      const more = new Float64Array(this.#offsets.length * 2)
      more.set(this.#offsets)
      this.#offsets = more
    }
    this.#offsets[this.#count++] = this.#end
    this.#end += frameBytes
    this.#offsets[this.#count] = this.#end
    this.#smallest = Math.min(this.#smallest, frameBytes)
    this.#largest = Math.max(this.#largest, frameBytes)
  }

  /** The index file and the matching FLAC header. Without frames both describe an empty recording. */
  finish(
    stream: Pick<FlacStreamInfo, 'sampleRate' | 'channels' | 'bitsPerSample' | 'totalFrames' | 'md5'>,
    blockSize: Frames,
    fileBytes: number = this.#end,
  ) {
    const codecHeader = encodeFlacHeader({
      ...stream,
      minBlock: blockSize,
      maxBlock: blockSize,
      minFrameBytes: this.#count > 0 ? this.#smallest : 0,
      maxFrameBytes: this.#largest,
    })
    const { sampleRate, channels, bitsPerSample, totalFrames } = stream
    return {
      codecHeader,
      file: encodeFrameIndex({
        sampleRate,
        channels,
        bitsPerSample,
        blockSize,
        totalFrames,
        fileBytes,
        codecHeader,
        offsets: this.offsets,
      }),
    }
  }
}

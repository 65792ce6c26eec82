import type { FrameIndex } from '#audio/frame-index.ts'
import type { Frames, Hertz } from '#shared/units.ts'
import type { BlockDecoder, UseSamples } from './block-decoder.ts'
import { opusSegment } from './opus-segment.ts'
import type { Planes } from '../player-messages.ts'
import type { DecoderKind } from '../player-state.ts'

export type DecodeFile = (file: ArrayBuffer, sampleRate: Hertz) => Promise<Planes>

export interface SegmentDecoding {
  readonly decodeFile: DecodeFile
  readonly use: UseSamples
  /** Whether this browser's `decodeAudioData` decodes FLAC to the exact samples. */
  readonly isExact: boolean
}

/**
 * For browsers where WebCodecs is missing or fails: the blocks of one request become a small FLAC or Ogg Opus file for
 * the page's `decodeAudioData`.
 */
export class SegmentBlockDecoder implements BlockDecoder {
  readonly kind: DecoderKind
  /** Every file decodes without state from before. */
  readonly startsAnew = true
  readonly #index: FrameIndex
  readonly #decoding: SegmentDecoding
  #first = 0
  #blocks: Uint8Array[] = []
  #run = 0

  constructor(index: FrameIndex, decoding: SegmentDecoding) {
    this.#index = index
    this.#decoding = decoding
    this.kind = decoding.isExact ? 'decode-audio-data' : 'unproven-decode-audio-data'
  }

  decode(block: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#blocks.length === 0) this.#first = block
    this.#blocks.push(bytes)
  }

  async drain(): Promise<void> {
    if (this.#blocks.length === 0) return
    const run = this.#run
    const { codec, blockSize, sampleRate, codecHeader } = this.#index
    const count = this.#blocks.length
    const file =
      codec === 'opus' ? opusSegment(codecHeader, this.#blocks, blockSize) : flacSegment(codecHeader, this.#blocks)
    this.#blocks = []
    const planes = await this.#decoding.decodeFile(file.buffer, sampleRate)
    if (run !== this.#run) return
    const expected = this.#framesOf(count)
    const decoded = planes[0]?.length ?? 0
    if (decoded !== expected) throw new Error(`decoded ${decoded} frames instead of ${expected}`)
    for (let i = 0; i < count; i++) {
      this.#decoding.use(
        this.#first + i,
        planes.map((plane) => plane.slice(i * blockSize, (i + 1) * blockSize)),
      )
    }
  }

  reset(): void {
    this.#run += 1
    this.#blocks = []
  }

  close(): void {
    this.reset()
  }

  /** The last block of a FLAC may be shorter; an Opus packet never is. */
  #framesOf(count: number): Frames {
    const { codec, blockSize, totalFrames } = this.#index
    return codec === 'opus'
      ? count * blockSize
      : Math.min(totalFrames, (this.#first + count) * blockSize) - this.#first * blockSize
  }
}

/**
 * A FLAC file made from some blocks of another. In STREAMINFO, the total length and the MD5 no longer apply and are set
 * to zero, which means "unknown".
 * @see RFC 9639, section 8.2
 */
function flacSegment(codecHeader: Uint8Array, blocks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = blocks.reduce((sum, block) => sum + block.length, codecHeader.length)
  const file = new Uint8Array(length)
  file.set(codecHeader)
  file[4] = 0x80 // the last (and only) metadata block, of type STREAMINFO
  const totalSamplesAt = 8 + 13
  file[totalSamplesAt] = (file[totalSamplesAt] ?? 0) & 0xf0
  file.fill(0, totalSamplesAt + 1, 8 + 34)
  let at = codecHeader.length
  for (const block of blocks) {
    file.set(block, at)
    at += block.length
  }
  return file
}

// Load only in the disposable child process.
import { FLAC_HEADER_BYTES } from '#audio/flac-stream-info.ts'
import { FrameIndexBuilder } from '#audio/frame-index-builder.ts'
import type { Frames } from '#shared/units.ts'
import { BLOCK_FRAMES } from '#server/media/analyser.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { FlacEncoder } from '#server/media/flac-encoder.ts'
import type { FlacSettings } from '#server/media/flac-encoder.ts'

/** Writes `stream.flac` and its frame index while the recording is decoded. */
export class FlacRendition {
  readonly #settings: FlacSettings
  readonly #output: ChildOutput
  readonly #encoder: FlacEncoder
  readonly #index = new FrameIndexBuilder()

  constructor(settings: FlacSettings, output: ChildOutput) {
    this.#settings = settings
    this.#output = output
    this.#encoder = new FlacEncoder(settings, (bytes) => {
      this.#index.add(bytes.length)
      output.appendFlac(bytes, FLAC_HEADER_BYTES)
    })
  }

  add(samples: Uint8Array<ArrayBuffer>, frames: Frames): void {
    this.#encoder.encode(samples, frames)
  }

  /** `md5`: of the decoded samples. Throws if the encoder received other samples. */
  finish(totalFrames: Frames, md5: Uint8Array<ArrayBuffer>): void {
    const encoded = this.#encoder.finish()
    if (!Buffer.from(md5).equals(encoded.md5)) throw new Error('the FLAC rendition does not hold the decoded samples')
    this.#output.flushFlac()
    const { sampleRate, channels, bits } = this.#settings
    const { codecHeader, file } = this.#index.finish(
      { sampleRate, channels, bitsPerSample: bits, totalFrames, md5 },
      BLOCK_FRAMES,
    )
    this.#output.write('flac', 0, codecHeader)
    this.#output.write('frameIndex', 0, file)
  }
}

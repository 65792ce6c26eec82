// Loaded in the disposable child only.
import { AV_SAMPLE_FMT_FLT, AV_SAMPLE_FMT_FLTP, FF_ENCODER_LIBMP3LAME } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { crc16, MP3_FRAME_FRAMES, mp3InfoBytes, mp3InfoFrame } from '#audio/mp3-info-frame.ts'
import { BlockEncoder } from '#server/media/block-encoder.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { OutputWriter } from '#server/media/output-writer.ts'
import type { MadeRendition, RenditionMaker } from '#server/media/rendition-spec.ts'
import { SampleConverter } from '#server/media/sample-converter.ts'

/** LAME puts so many frames of silence first. */
const ENCODER_DELAY = 576

/** MP3 of 320 kbit/s at 44.1 or 48 kHz, whichever is the nearer relative of the original's rate. */
export class Mp3Rendition implements RenditionMaker {
  readonly #writer: OutputWriter
  readonly #encoder: BlockEncoder
  readonly #converter: SampleConverter
  readonly #sampleRate: 44_100 | 48_000
  readonly #channels: 1 | 2
  #mp3Frames = 0
  #mp3Crc = 0

  constructor(first: Frame, output: ChildOutput) {
    this.#sampleRate = first.sampleRate % 11_025 === 0 ? 44_100 : 48_000
    this.#channels = first.channels === 1 ? 1 : 2
    this.#writer = new OutputWriter(output, 'rendition', mp3InfoBytes(this.#sampleRate))
    this.#encoder = new BlockEncoder(
      {
        encoder: FF_ENCODER_LIBMP3LAME,
        sampleRate: this.#sampleRate,
        channels: this.#channels,
        format: AV_SAMPLE_FMT_FLTP,
        blockFrames: MP3_FRAME_FRAMES,
        bitsPerSecond: 320_000,
        options: { compression_level: '2', reservoir: '0' },
      },
      (bytes) => {
        this.#mp3Frames++
        this.#mp3Crc = crc16(this.#mp3Crc, bytes)
        this.#writer.append(bytes)
      },
    )
    this.#converter = new SampleConverter(
      first,
      { sampleRate: this.#sampleRate, channels: this.#channels, format: AV_SAMPLE_FMT_FLT, sampleBytes: 4 },
      (samples, frames) => this.#encoder.add(samples, frames),
    )
  }

  add(frame: Frame): void {
    this.#converter.add(frame)
  }

  finish(): MadeRendition {
    const [sampleRate, channels] = [this.#sampleRate, this.#channels]
    const totalFrames = this.#converter.finish()
    this.#encoder.fillUpTo(totalFrames)
    this.#encoder.finish()
    const mp3Bytes = this.#writer.end - mp3InfoBytes(sampleRate)
    this.#writer.finish(
      mp3InfoFrame({
        sampleRate,
        channels,
        mp3Frames: this.#mp3Frames,
        mp3Bytes,
        totalFrames,
        encoderDelay: ENCODER_DELAY,
        mp3Crc: this.#mp3Crc,
      }),
    )
    return { sampleRate, channels, totalFrames, clippedSamples: 0 }
  }
}

// Loaded in the disposable child only.
import { AV_SAMPLE_FMT_FLT, FF_ENCODER_LIBOPUS } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { FrameIndexBuilder } from '#audio/frame-index-builder.ts'
import { encodeFrameIndex } from '#audio/frame-index.ts'
import { BlockEncoder } from '#server/media/block-encoder.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { OutputWriter } from '#server/media/output-writer.ts'
import type { MadeRendition, RenditionMaker } from '#server/media/rendition-spec.ts'
import { SampleConverter } from '#server/media/sample-converter.ts'

const SAMPLE_RATE = 48_000
/** 20 ms. */
const PACKET_FRAMES = 960
/**
 * How long a decoder needs to come to itself after a jump: 160 ms. The 80 ms of RFC 7845, section 4.6, leave steady
 * chords 21 dB off what is heard without a jump, above the coding noise; 160 ms leave them 44 dB off.
 */
const PRE_ROLL = 7680
const BITS_PER_SECOND = { mono: 96_000, stereo: 160_000 }

/** Raw Opus packets and their index (docs/formats/frame-index.md). */
export class OpusRendition implements RenditionMaker {
  readonly #output: ChildOutput
  readonly #writer: OutputWriter
  readonly #encoder: BlockEncoder
  readonly #converter: SampleConverter
  readonly #index = new FrameIndexBuilder(0)
  readonly #channels: number

  constructor(first: Frame, output: ChildOutput) {
    this.#output = output
    this.#channels = first.channels
    this.#writer = new OutputWriter(output, 'rendition')
    this.#encoder = new BlockEncoder(
      {
        encoder: FF_ENCODER_LIBOPUS,
        sampleRate: SAMPLE_RATE,
        channels: first.channels,
        format: AV_SAMPLE_FMT_FLT,
        blockFrames: PACKET_FRAMES,
        bitsPerSecond: first.channels === 1 ? BITS_PER_SECOND.mono : BITS_PER_SECOND.stereo,
        options: { application: 'audio', frame_duration: '20', vbr: 'on' },
      },
      (bytes) => {
        this.#index.add(bytes.length)
        this.#writer.append(bytes)
      },
    )
    this.#converter = new SampleConverter(
      first,
      { sampleRate: SAMPLE_RATE, channels: first.channels, format: AV_SAMPLE_FMT_FLT, sampleBytes: 4 },
      (samples, frames) => this.#encoder.add(samples, frames),
    )
  }

  add(frame: Frame): void {
    this.#converter.add(frame)
  }

  finish(): MadeRendition {
    const totalFrames = this.#converter.finish()
    const header = this.#encoder.header
    const preSkip = preSkipOf(header)
    this.#encoder.fillUpTo(totalFrames + preSkip)
    // What the encoder lets out beyond that is its own tail, which no player asks for.
    this.#writer.finish()
    const offsets = this.#index.offsets
    const fileBytes = this.#index.end
    this.#output.write(
      'frameIndex',
      0,
      encodeFrameIndex({
        codec: 'opus',
        sampleRate: SAMPLE_RATE,
        channels: this.#channels,
        bitsPerSample: 0,
        blockSize: PACKET_FRAMES,
        totalFrames,
        fileBytes,
        preSkip,
        preRoll: PRE_ROLL,
        codecHeader: header,
        offsets,
      }),
    )
    return { sampleRate: SAMPLE_RATE, channels: this.#channels, totalFrames, clippedSamples: 0 }
  }
}

/** OpusHead says it at byte 10. @see RFC 7845, section 5.1 */
function preSkipOf(header: Uint8Array<ArrayBuffer>): number {
  if (header.length < 19 || String.fromCharCode(...header.subarray(0, 8)) !== 'OpusHead')
    throw new Error('the Opus encoder left no header')
  return new DataView(header.buffer).getUint16(10, true)
}

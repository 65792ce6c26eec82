// Loaded in the disposable child only.
import { createHash } from 'node:crypto'
import { AV_SAMPLE_FMT_DBL } from 'node-av/constants'
import type { Frame } from 'node-av/lib'
import { BLOCK_FRAMES } from '#server/media/analyser.ts'
import type { ChildOutput } from '#server/media/child-output.ts'
import { FlacRendition } from '#server/media/flac-rendition.ts'
import type { MadeRendition, RenditionMaker } from '#server/media/rendition-spec.ts'
import { SampleConverter } from '#server/media/sample-converter.ts'
import type { Frames, Hertz } from '#shared/units.ts'

const FULL_SCALE = 2 ** 23

/** FLAC of 24 bits at another rate, in blocks of one size, its MD5 counted over the samples that went in. */
export class ResampledRendition implements RenditionMaker {
  readonly #rate: Hertz
  readonly #channels: number
  readonly #flac: FlacRendition
  readonly #converter: SampleConverter
  readonly #md5 = createHash('md5')
  /** In the upper 24 of 32 bits, as the encoder takes them. */
  readonly #block: Int32Array<ArrayBuffer>
  readonly #digest: Uint8Array<ArrayBuffer>
  #filled: Frames = 0
  #clipped = 0

  constructor(first: Frame, rate: Hertz, output: ChildOutput) {
    this.#rate = rate
    this.#channels = first.channels
    this.#block = new Int32Array(BLOCK_FRAMES * first.channels)
    this.#digest = new Uint8Array(BLOCK_FRAMES * first.channels * 3)
    this.#flac = new FlacRendition({ sampleRate: rate, channels: first.channels, bits: 24 }, output)
    this.#converter = new SampleConverter(
      first,
      { sampleRate: rate, channels: first.channels, format: AV_SAMPLE_FMT_DBL, sampleBytes: 8 },
      (samples, frames) => this.#take(samples, frames),
    )
  }

  add(frame: Frame): void {
    this.#converter.add(frame)
  }

  finish(): MadeRendition {
    const totalFrames = this.#converter.finish()
    if (this.#filled > 0) this.#encode()
    this.#flac.finish(totalFrames, new Uint8Array(this.#md5.digest()))
    return { sampleRate: this.#rate, channels: this.#channels, totalFrames, clippedSamples: this.#clipped }
  }

  #take(samples: Buffer, frames: Frames): void {
    const values = new Float64Array(samples.buffer, samples.byteOffset, frames * this.#channels)
    const most = BLOCK_FRAMES * this.#channels
    let at = this.#filled * this.#channels
    for (const value of values) {
      const whole = Math.round(value * FULL_SCALE)
      const held = whole > FULL_SCALE - 1 ? FULL_SCALE - 1 : whole < -FULL_SCALE ? -FULL_SCALE : whole
      if (held !== whole) this.#clipped++
      this.#block[at] = held << 8
      const byte = at * 3
      this.#digest[byte] = held
      this.#digest[byte + 1] = held >> 8
      this.#digest[byte + 2] = held >> 16
      if (++at < most) continue
      this.#filled = BLOCK_FRAMES
      this.#encode()
      at = 0
    }
    this.#filled = at / this.#channels
  }

  #encode(): void {
    const count = this.#filled * this.#channels
    this.#md5.update(this.#digest.subarray(0, count * 3))
    this.#flac.add(new Uint8Array(this.#block.buffer, 0, count * 4), this.#filled)
    this.#filled = 0
  }
}

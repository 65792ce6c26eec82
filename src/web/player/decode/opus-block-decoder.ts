import type { FrameIndex } from '#audio/frame-index.ts'
import { samplesOf } from './audio-data-samples.ts'
import type { BlockDecoder, UseSamples } from './block-decoder.ts'

function decoderConfig({ sampleRate, channels, codecHeader }: FrameIndex): AudioDecoderConfig {
  const description = codecHeader.slice()
  // Sets the pre-skip to 0. The index already counts the pre-skip; if the decoder removed it too, the sound would be
  // early.
  description.fill(0, 10, 12)
  return { codec: 'opus', sampleRate, numberOfChannels: channels, description }
}

/**
 * Decodes Opus with WebCodecs. Packets depend on their predecessors: the decoder is never flushed between pieces, and
 * starts some packets early after a jump.
 */
export class OpusBlockDecoder implements BlockDecoder {
  readonly kind = 'webcodecs'
  readonly #index: FrameIndex
  readonly #use: UseSamples
  #decoder?: AudioDecoder
  #waiting: number[] = []
  #error?: unknown
  #drained?: PromiseWithResolvers<void>

  constructor(index: FrameIndex, use: UseSamples) {
    this.#index = index
    this.#use = use
  }

  decode(block: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#error !== undefined) return
    try {
      this.#decoder ??= this.#open()
      this.#waiting.push(block)
      this.#decoder.decode(
        new EncodedAudioChunk({
          type: 'key',
          timestamp: Math.round((block * this.#index.blockSize * 1e6) / this.#index.sampleRate),
          data: bytes,
        }),
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  async drain(): Promise<void> {
    if (this.#waiting.length > 0 && this.#error === undefined) {
      this.#drained = Promise.withResolvers()
      await this.#drained.promise
    }
    if (this.#error !== undefined) throw new Error('WebCodecs could not decode', { cause: this.#error })
  }

  reset(): void {
    this.close()
    this.#error = undefined
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
    this.#waiting = []
    this.#drained?.resolve()
    this.#drained = undefined
  }

  #open(): AudioDecoder {
    const decoder = new AudioDecoder({
      output: (output) => {
        if (decoder === this.#decoder) this.#answer(output)
        output.close()
      },
      error: (error) => {
        if (decoder === this.#decoder) this.#fail(error)
      },
    })
    decoder.configure(decoderConfig(this.#index))
    return decoder
  }

  #answer(output: AudioData): void {
    const block = this.#waiting.shift()
    try {
      if (block !== undefined) this.#use(block, samplesOf(output))
    } catch (error) {
      this.#fail(error)
    }
    if (this.#waiting.length === 0) this.#drained?.resolve()
  }

  #fail(error: unknown): void {
    this.#error ??= error
    this.#drained?.resolve()
  }
}

import type { FrameIndex } from '#audio/frame-index.ts'
import type { BlockDecoder, UseSamples } from './block-decoder.ts'
import { samplesOf } from './audio-data-samples.ts'

function decoderConfig({ sampleRate, channels, codecHeader }: FrameIndex): AudioDecoderConfig {
  return { codec: 'flac', sampleRate, numberOfChannels: channels, description: codecHeader }
}

/** Decodes FLAC with WebCodecs. Each FLAC frame is independent, so a run may begin with any block. */
export class FlacBlockDecoder implements BlockDecoder {
  readonly kind = 'webcodecs'
  readonly #index: FrameIndex
  readonly #use: UseSamples
  #decoder?: AudioDecoder
  #waiting: number[] = []
  #error?: unknown

  constructor(index: FrameIndex, use: UseSamples) {
    this.#index = index
    this.#use = use
  }

  decode(block: number, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#error !== undefined) return
    try {
      this.#decoder ??= this.#open()
      this.#waiting.push(block)
      const timestamp = Math.round((block * this.#index.blockSize * 1e6) / this.#index.sampleRate)
      this.#decoder.decode(new EncodedAudioChunk({ type: 'key', timestamp, data: bytes }))
    } catch (error) {
      this.#error = error
    }
  }

  async drain(): Promise<void> {
    const decoder = this.#decoder
    if (decoder && this.#error === undefined) await decoder.flush()
    if (this.#error !== undefined) throw new Error('WebCodecs could not decode', { cause: this.#error })
    if (decoder === this.#decoder && this.#waiting.length > 0)
      throw new Error(`${this.#waiting.length} blocks were not answered`)
  }

  reset(): void {
    this.close()
    this.#error = undefined
  }

  close(): void {
    if (this.#decoder && this.#decoder.state !== 'closed') this.#decoder.close()
    this.#decoder = undefined
    this.#waiting = []
  }

  #open(): AudioDecoder {
    const decoder = new AudioDecoder({
      output: (output) => {
        if (decoder === this.#decoder) this.#answer(output)
        output.close()
      },
      error: (error) => {
        if (decoder === this.#decoder) this.#error ??= error
      },
    })
    decoder.configure(decoderConfig(this.#index))
    return decoder
  }

  #answer(output: AudioData): void {
    const block = this.#waiting.shift()
    if (block === undefined) return
    try {
      this.#use(block, samplesOf(output))
    } catch (error) {
      this.#error ??= error
    }
  }
}

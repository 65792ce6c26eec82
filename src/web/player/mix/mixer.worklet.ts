import { Mixer } from './mixer.ts'
import { OutputChain } from './output-chain.ts'
import type { ChainOrder, FeederToMixer, MixerToPage, PageToMixer } from '../player-messages.ts'

// The audio thread's globals, which TypeScript's DOM library does not describe.
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
interface ProcessorOptions {
  readonly outputChannelCount: readonly number[]
}
declare function registerProcessor(
  name: string,
  processor: new (options: ProcessorOptions) => AudioWorkletProcessor,
): void
declare const sampleRate: number
declare const currentFrame: number

class MixerProcessor extends AudioWorkletProcessor {
  readonly #mixer: Mixer
  readonly #chain: OutputChain
  #feeder?: MessagePort
  /** Of the context. Chromium does not advance `currentFrame` while the page holds the lock of the audio graph. */
  #frame = 0

  constructor({ outputChannelCount: [channels = 2] }: ProcessorOptions) {
    super()
    const tell = (message: MixerToPage): void => this.port.postMessage(message)
    this.#mixer = new Mixer(sampleRate, {
      report: (report) => this.#chain.hearMixer(report),
      ask: (message, transfer) => this.#feeder?.postMessage(message, transfer),
    })
    this.#chain = new OutputChain(this.#mixer, channels, sampleRate, tell)
    this.port.onmessage = ({ data }: MessageEvent<PageToMixer | ChainOrder>) => {
      if (data.kind === 'connect') this.#connect(data.port)
      else if (data.kind === 'master' || data.kind === 'speed' || data.kind === 'monitoring' || data.kind === 'meter')
        this.#chain.order(data)
      else this.#mixer.order(data)
    }
  }

  process(_inputs: Float32Array[][], [output]: Float32Array[][]): boolean {
    this.#frame = Math.max(this.#frame, currentFrame)
    if (output) this.#chain.render(output, this.#frame)
    this.#frame += output?.[0]?.length ?? 0
    return true
  }

  #connect(port: MessagePort): void {
    this.#feeder = port
    port.onmessage = ({ data }: MessageEvent<FeederToMixer>) => this.#mixer.accept(data)
  }
}

registerProcessor('roughmix-mixer', MixerProcessor)

import { decodeInPage } from './page-decoding.ts'
import type { FeederToPage, PageToFeeder } from './player-messages.ts'

export type FeederNews = Exclude<FeederToPage, { kind: 'decode' }>

export interface FeederOutlets {
  readonly news: (news: FeederNews) => void
  /** The worker did not start, or died. */
  readonly broken: (detail: string) => void
}

/** The page's end of the feeder: sends orders, hands on news, and decodes where the worker cannot. */
export class FeederLink {
  readonly #worker: Worker

  constructor({ news, broken }: FeederOutlets) {
    this.#worker = new Worker(new URL('./feeder.worker.ts', import.meta.url), { type: 'module', name: 'roughmix-feeder' })
    this.#worker.onmessage = ({ data }: MessageEvent<FeederToPage>) => {
      if (data.kind === 'decode') void this.#decode(data)
      else news(data)
    }
    this.#worker.onerror = (event) => broken(event.message || 'the feeder did not start')
  }

  order(message: PageToFeeder, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  dispose(): void {
    this.#worker.terminate()
  }

  async #decode({ request, file, sampleRate }: Extract<FeederToPage, { kind: 'decode' }>): Promise<void> {
    try {
      const planes = await decodeInPage(file, sampleRate)
      this.order({ kind: 'decoded', request, planes }, planes.map((plane) => plane.buffer))
    } catch {
      this.order({ kind: 'decoded', request })
    }
  }
}

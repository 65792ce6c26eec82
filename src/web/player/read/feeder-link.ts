import type { DecoderFacts } from '../decode/decoder-facts.ts'
import { KeptDecoders } from '../decode/kept-decoders.ts'
import { decodeInPage } from '../decode/page-decoding.ts'
import type { FeederToPage, PageToFeeder } from '../player-messages.ts'

export type FeederNews = Exclude<FeederToPage, { kind: 'decode' | 'decoders' }>

export interface FeederOutlets {
  readonly news: (news: FeederNews) => void
  /** The worker did not start, or crashed. */
  readonly broken: (detail: string) => void
}

/** The page's end of the feeder: sends orders, passes on messages, and decodes if the worker cannot. */
export class FeederLink {
  readonly #worker: Worker
  readonly #kept = new KeptDecoders()
  #facts: DecoderFacts | undefined

  constructor({ news, broken }: FeederOutlets, { leavesWebCodecs }: { readonly leavesWebCodecs: boolean }) {
    this.#worker = new Worker(new URL('./feeder.worker.ts', import.meta.url), {
      type: 'module',
      name: 'roughmix-feeder',
    })
    this.#worker.onmessage = ({ data }: MessageEvent<FeederToPage>) => {
      if (data.kind === 'decode') void this.#decode(data)
      else if (data.kind === 'decoders') this.#learn(data.facts, leavesWebCodecs)
      else news(data)
    }
    this.#worker.onerror = (event) => broken(event.message || 'the feeder did not start')
    this.#facts = leavesWebCodecs ? undefined : this.#kept.facts()
    this.order({
      kind: 'decoders',
      known: this.#facts,
      leavesWebCodecs: leavesWebCodecs || (this.#facts === undefined && !this.#kept.begin()),
    })
  }

  /** Undefined until the check has finished. */
  get decoders(): DecoderFacts | undefined {
    return this.#facts
  }

  order(message: PageToFeeder, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  dispose(): void {
    this.#worker.terminate()
    this.#kept.end()
  }

  #learn(facts: DecoderFacts | undefined, leavesWebCodecs: boolean): void {
    this.#facts = facts
    if (facts && !leavesWebCodecs) this.#kept.keep(facts)
    else this.#kept.end()
  }

  async #decode({ request, file, sampleRate }: Extract<FeederToPage, { kind: 'decode' }>): Promise<void> {
    try {
      const planes = await decodeInPage(file, sampleRate)
      this.order(
        { kind: 'decoded', request, planes },
        planes.map((plane) => plane.buffer),
      )
    } catch {
      this.order({ kind: 'decoded', request })
    }
  }
}

import { Listeners } from '#shared/listeners.ts'
import type { Playable } from '#web/player/read/playable.ts'
import type { SampleSource } from './sample-source.ts'
import type { VisibleSamples } from './visible-samples.ts'

/** The samples of one recording for zoom levels finer than its peaks. Code and sound load on first use. */
export class LazySamples {
  readonly #sound: Pick<Playable, 'source' | 'urls'>
  readonly #listeners = new Listeners()
  #reader: VisibleSamples | undefined
  #isAsked = false

  constructor(sound: Pick<Playable, 'source' | 'urls'>) {
    this.#sound = sound
  }

  /** Undefined on the first call; listeners are called when it is available. */
  source(): SampleSource | undefined {
    if (!this.#isAsked) {
      this.#isAsked = true
      // Without samples, the peaks stay on screen.
      void import('./visible-samples.ts').then(
        ({ VisibleSamples }) => this.#use(VisibleSamples),
        () => {},
      )
    }
    return this.#reader
  }

  readonly subscribe = this.#listeners.add

  /** Discards all samples; the next request fetches them again. */
  close(): void {
    this.#isAsked = false
    this.#reader?.close()
    this.#reader = undefined
  }

  #use(Reader: typeof VisibleSamples): void {
    if (!this.#isAsked || this.#reader) return
    this.#reader = new Reader(this.#sound, () => this.#listeners.tell())
    this.#listeners.tell()
  }
}

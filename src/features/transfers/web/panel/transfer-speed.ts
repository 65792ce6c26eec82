import type { Milliseconds } from '#shared/units.ts'

const WINDOW_MS: Milliseconds = 5000

/** The transfer rate over the last seconds. */
export class TransferSpeed {
  #samples: readonly { readonly at: Milliseconds; readonly bytes: number }[] = []

  /** Records a position at a time; returns bytes per second, null until there are enough samples. */
  note(at: Milliseconds, bytes: number): number | null {
    const last = this.#samples.at(-1)
    // The position can go back, because lost bytes are sent again.
    const kept = last && bytes < last.bytes ? [] : this.#samples.filter((sample) => at - sample.at <= WINDOW_MS)
    this.#samples = [...kept, { at, bytes }]
    const first = this.#samples[0]
    const elapsedMs = first ? at - first.at : 0
    return first && elapsedMs >= 500 ? ((bytes - first.bytes) / elapsedMs) * 1000 : null
  }

  restart(): void {
    this.#samples = []
  }
}

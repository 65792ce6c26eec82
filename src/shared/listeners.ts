/**
 * Whoever wants to hear of something, told in the order they came. A function that is added twice is one listener, as
 * with the browser's own events.
 */
export class Listeners<News extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...news: News) => void>()

  /** Returns how to take it back. Needs no `this`, so that it can be a store's `subscribe` as it is. */
  readonly add = (listener: (...news: News) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Who comes while the others are told hears it too; who has left by then does not. */
  tell(...news: News): void {
    for (const listener of this.#listeners) listener(...news)
  }

  clear(): void {
    this.#listeners.clear()
  }

  get size(): number {
    return this.#listeners.size
  }
}

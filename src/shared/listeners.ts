/** Calls listeners in the order in which they were added. Adding a function twice adds it once, as with DOM events. */
export class Listeners<News extends readonly unknown[] = []> {
  readonly #listeners = new Set<(...news: News) => void>()

  /** Returns a function that removes it. Bound, so that it can be passed as a store's `subscribe`. */
  readonly add = (listener: (...news: News) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** A listener added during a call is called too; one removed during it is not. */
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

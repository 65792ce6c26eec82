/**
 * Reads once for all who ask for the same before it was begun: hundreds of connections that are woken by one event.
 * Nobody gets what was read before they asked.
 */
export class SharedReads<T> {
  readonly #due = new Map<string, Promise<T>>()

  read(key: string, work: () => Promise<T>): Promise<T> {
    const due = this.#due.get(key)
    if (due) return due
    const reading = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      this.#due.delete(key)
      return work()
    })
    this.#due.set(key, reading)
    return reading
  }
}

/**
 * Shares one read among all callers who asked before it began, such as hundreds of connections woken by one event. No
 * caller gets a read that began before the call.
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

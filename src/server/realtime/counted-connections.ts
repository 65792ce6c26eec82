/** Counts connections per owner, up to a limit. */
export class CountedConnections {
  readonly #most: number
  readonly #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** False if the owner is at the limit. */
  add(whose: string): boolean {
    const count = this.#counts.get(whose) ?? 0
    if (count >= this.#most) return false
    this.#counts.set(whose, count + 1)
    return true
  }

  drop(whose: string): void {
    const count = (this.#counts.get(whose) ?? 1) - 1
    if (count > 0) this.#counts.set(whose, count)
    else this.#counts.delete(whose)
  }
}

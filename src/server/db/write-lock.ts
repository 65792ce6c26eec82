import type { Milliseconds } from '#shared/units.ts'

/**
 * Somebody else had the database for too long: another process, or those who asked before. Answered as SQLite's own
 * "busy".
 */
export class DatabaseBusy extends Error {
  readonly errcode = 5
}

interface Waiting {
  readonly go: () => void
  readonly giveUp: (error: DatabaseBusy) => void
}

/**
 * SQLite has one writer at a time. Those of this process wait in line, without holding up anything else, and not for
 * ever.
 */
export class WriteLock {
  #isTaken = false
  readonly #waiting = new Set<Waiting>()

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves once it is one's turn; give it back. Rejects with DatabaseBusy when that takes too long. */
  async take(patienceMs: Milliseconds): Promise<void> {
    if (!this.#isTaken) return void (this.#isTaken = true)
    let waiting: Waiting | undefined
    const late = setTimeout(() => waiting?.giveUp(new DatabaseBusy('the database was busy for too long')), patienceMs)
    try {
      await new Promise<void>((go, giveUp) => this.#waiting.add((waiting = { go, giveUp })))
    } finally {
      clearTimeout(late)
      if (waiting) this.#waiting.delete(waiting)
    }
  }

  give(): void {
    const [next] = this.#waiting
    if (!next) return void (this.#isTaken = false)
    this.#waiting.delete(next)
    next.go()
  }
}

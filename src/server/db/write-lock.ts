import type { Milliseconds } from '#shared/units.ts'

/** Another process, or earlier writers, held the database for too long. Answered like SQLite's own "busy". */
export class DatabaseBusy extends Error {
  readonly errcode = 5
}

interface Waiting {
  readonly go: () => void
  readonly giveUp: (error: DatabaseBusy) => void
}

/**
 * SQLite allows one writer at a time. Writers of this process queue here without blocking anything else, for a limited
 * time.
 */
export class WriteLock {
  #isTaken = false
  readonly #waiting = new Set<Waiting>()

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** The length of the queue. */
  get waiting(): number {
    return this.#waiting.size
  }

  /** Resolves when the lock is acquired; release it with `give`. Rejects with DatabaseBusy after `patienceMs`. */
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

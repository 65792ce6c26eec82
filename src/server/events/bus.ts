import type { StreamName } from '#shared/events.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { localRelay, type Relay } from '../realtime/relay.ts'

export interface ProgressTick {
  readonly stream: StreamName
  /** Id of the version or job it is about. */
  readonly subject: string
  /** 0 to 1. */
  readonly fraction: number
}

/** Wakes whoever follows a stream. It carries no content: what happened is read from the events table. */
export interface Bus {
  /**
   * Tells the other processes, with the commit of the transaction that is given: never before, and never without it.
   */
  announce(db: Db, stream: StreamName): Promise<void>
  /** Wakes who follows a stream in this process; null wakes everybody, as something may have been missed. */
  wake(stream: StreamName | null): void
  /** Passing news that nobody needs to hear twice. */
  tick(tick: ProgressTick): void
  onWake(listener: (stream: StreamName | null) => void): () => void
  onTick(listener: (tick: ProgressTick) => void): () => void
  /** News of who is here and what is heard together. */
  readonly relay: Relay
  /** Parts of milliseconds, and never back: what is heard together is reckoned by it, in all processes alike. */
  readonly now: () => Instant
  /** How long it has heard nothing of the other processes; missing where there are none. */
  readonly deafMs?: () => Milliseconds
}

/** For one process. Listeners are called in the order they came. */
export function localBus(): Bus {
  const wakers = new Listeners<[stream: StreamName | null]>()
  const tickers = new Listeners<[tick: ProgressTick]>()
  return {
    announce: async () => {},
    wake: (stream) => wakers.tell(stream),
    tick: (tick) => tickers.tell(tick),
    onWake: wakers.add,
    onTick: tickers.add,
    relay: localRelay(),
    now: () => performance.timeOrigin + performance.now(),
  }
}

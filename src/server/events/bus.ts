import type { StreamName } from '#shared/events.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '../db/open-database.ts'
import { localRelay, type Relay } from '../realtime/relay.ts'

export interface ProgressTick {
  readonly stream: StreamName
  /** Id of the version or job. */
  readonly subject: string
  /** 0 to 1. */
  readonly fraction: number
}

/** Wakes the consumers of a stream. It carries no content: they read the events table. */
export interface Bus {
  /** Notifies other processes when the given transaction commits: never before, and never if it does not. */
  announce(db: Db, stream: StreamName): Promise<void>
  /** Wakes the consumers of a stream in this process; null wakes all, because notifications may have been missed. */
  wake(stream: StreamName | null): void
  /** Publishes progress, which may be lost. */
  tick(tick: ProgressTick): void
  onWake(listener: (stream: StreamName | null) => void): () => void
  onTick(listener: (tick: ProgressTick) => void): () => void
  /** Shares presence and listening sessions between processes. */
  readonly relay: Relay
  /** Fractional milliseconds, monotonic; all processes agree on it, because listening sessions are timed with it. */
  readonly now: () => Instant
  /** How long no other process has been heard; undefined if there are none. */
  readonly deafMs?: () => Milliseconds
}

/** For a single process. Listeners are called in the order in which they were added. */
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

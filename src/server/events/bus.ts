import type { StreamName } from '#shared/events.ts'

export interface ProgressTick {
  readonly stream: StreamName
  /** Id of the version or job it is about. */
  readonly subject: string
  /** 0 to 1. */
  readonly fraction: number
}

/** Wakes whoever follows a stream. It carries no content: what happened is read from the events table. */
export interface Bus {
  wake(stream: StreamName): void
  /** Passing news that nobody needs to hear twice. */
  tick(tick: ProgressTick): void
  onWake(listener: (stream: StreamName) => void): () => void
  onTick(listener: (tick: ProgressTick) => void): () => void
}

/** For one process. Listeners are called in the order they came. */
export function localBus(): Bus {
  const wakers = new Set<(stream: StreamName) => void>()
  const tickers = new Set<(tick: ProgressTick) => void>()
  return {
    wake: (stream) => wakers.forEach((listener) => listener(stream)),
    tick: (tick) => tickers.forEach((listener) => listener(tick)),
    onWake(listener) {
      wakers.add(listener)
      return () => wakers.delete(listener)
    },
    onTick(listener) {
      tickers.add(listener)
      return () => tickers.delete(listener)
    },
  }
}

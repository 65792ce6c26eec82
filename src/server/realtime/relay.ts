import type { StreamName } from '#shared/events.ts'
import type { SessionState } from './listening-session.ts'
import type { LiveNews } from './live-news.ts'

export interface KeptSession {
  readonly stream: StreamName
  readonly trackId: string
  readonly room: SessionState
}

/** Receives the messages in a process. */
export interface RelayPeer {
  hear(news: LiveNews): void
  /** All sessions, for a process that joins. */
  rooms(): readonly KeptSession[]
  /** Starts with the sessions that others know. */
  adopt(sessions: readonly KeptSession[]): void
  /** Sends the places of this process's connections again. */
  tellPlaces(): void
  /** The state may be wrong: drops it and closes the connections, so that clients reconnect. */
  beginAnew(): void
}

/**
 * Sends live messages to all processes in one order, so that all derive the same state. Never part of a transaction,
 * never stored.
 */
export interface Relay {
  readonly process: string
  tell(news: LiveNews): void
  /** One peer per process. Returns a function that leaves. */
  join(member: RelayPeer): () => void
}

/** For a single process: messages are delivered directly. */
export function localRelay(): Relay {
  let here: RelayPeer | undefined
  return {
    process: 'here',
    tell: (news) => here?.hear(news),
    join(member) {
      here = member
      return () => (here = undefined)
    },
  }
}

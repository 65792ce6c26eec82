import type { StreamName } from '#shared/events.ts'
import type { SessionState } from './listening-session.ts'
import type { LiveNews } from './live-news.ts'

export interface KeptSession {
  readonly stream: StreamName
  readonly trackId: string
  readonly room: SessionState
}

/** Whoever hears the news in a process. */
export interface RelayPeer {
  hear(news: LiveNews): void
  /** The sessions there are, for a process that comes. */
  rooms(): readonly KeptSession[]
  /** Begins with the sessions that others know of. */
  adopt(rooms: readonly KeptSession[]): void
  /** Says again where one's own connections are. */
  tellPlaces(): void
  /** What was known may be wrong: forgets it, and sends those who are here away, to come back. */
  beginAnew(): void
}

/**
 * Passes news between the live connections of all processes, in one order for everybody: each process makes the same
 * of the same news. Never part of a transaction, never stored.
 */
export interface Relay {
  readonly process: string
  tell(news: LiveNews): void
  /** One member for each process. Returns how to leave. */
  join(member: RelayPeer): () => void
}

/** For one process: news is heard where it is told. */
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

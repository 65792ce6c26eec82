import type { StreamName } from '#shared/events.ts'
import type { LivePerson, Place, SessionAct } from '#shared/live-people.ts'
import type { Instant } from '#shared/units.ts'

interface FromConnection {
  readonly stream: StreamName
  /** Which of a person's connections. */
  readonly connection: string
  readonly person: LivePerson
  /** When the server heard it. */
  readonly at: Instant
}

/** Null: this connection is no longer there. */
export type PlaceNews = FromConnection & { readonly kind: 'place'; readonly place: Place | null }
/** `drop`: the connection ended without a goodbye. */
export type SessionNews = FromConnection & { readonly kind: 'session'; readonly trackId: string; readonly act: SessionAct | { readonly kind: 'drop' } }
export type LiveNews = PlaceNews | SessionNews

/**
 * Passes news between the live connections of all processes, in one order for everybody: each process makes the same
 * of the same news. Never part of a transaction, never stored; today there is one process.
 */
export interface Relay {
  tell(news: LiveNews): void
  onNews(listener: (news: LiveNews) => void): () => void
}

export function localRelay(): Relay {
  const listeners = new Set<(news: LiveNews) => void>()
  return {
    tell: (news) => listeners.forEach((listener) => listener(news)),
    onNews(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

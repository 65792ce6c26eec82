import type { StreamName } from '#shared/events.ts'
import type { LivePerson, ListeningPlace, SessionAct } from '#shared/live-people.ts'
import type { Instant } from '#shared/units.ts'

interface FromConnection {
  readonly stream: StreamName
  /** The id of one of the person's connections, prefixed with its process and a dot. */
  readonly connection: string
  readonly person: LivePerson
  /** When the server received it. */
  readonly at: Instant
}

/** Null: the connection has gone. */
export type PlaceNews = FromConnection & { readonly kind: 'place'; readonly place: ListeningPlace | null }
/** `drop`: the connection ended without a message. */
export type SessionNews = FromConnection & {
  readonly kind: 'session'
  readonly trackId: string
  readonly act: SessionAct | { readonly kind: 'drop' }
}
/** Ends the wait for disconnected people, at the same instant in all processes. */
export interface WaitNews {
  readonly kind: 'wait'
  readonly at: Instant
}
/** A process died, with all its connections. */
export interface GoneNews {
  readonly kind: 'gone'
  readonly process: string
  readonly at: Instant
}
export type LiveNews = PlaceNews | SessionNews | WaitNews | GoneNews

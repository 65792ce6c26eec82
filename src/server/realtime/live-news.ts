import type { StreamName } from '#shared/events.ts'
import type { LivePerson, ListeningPlace, SessionAct } from '#shared/live-people.ts'
import type { Instant } from '#shared/units.ts'

interface FromConnection {
  readonly stream: StreamName
  /** Which of a person's connections; its process' name comes first, with a dot. */
  readonly connection: string
  readonly person: LivePerson
  /** When the server heard it. */
  readonly at: Instant
}

/** Null: this connection is no longer there. */
export type PlaceNews = FromConnection & { readonly kind: 'place'; readonly place: ListeningPlace | null }
/** `drop`: the connection ended without a goodbye. */
export type SessionNews = FromConnection & {
  readonly kind: 'session'
  readonly trackId: string
  readonly act: SessionAct | { readonly kind: 'drop' }
}
/** Who does not come back in time loses their seat: all processes wait until the same moment. */
export interface WaitNews {
  readonly kind: 'wait'
  readonly at: Instant
}
/** A process has died, and with it all its connections. */
export interface GoneNews {
  readonly kind: 'gone'
  readonly process: string
  readonly at: Instant
}
export type LiveNews = PlaceNews | SessionNews | WaitNews | GoneNews

import type { Instant, Milliseconds, Seconds } from './units.ts'

/** A person on a live connection. */
export interface LivePerson {
  readonly id: string
  readonly name: string
  readonly isGuest: boolean
}

/** What a person views and hears in a project. The ids come from the client: look them up before showing anything. */
export interface ListeningPlace {
  readonly trackId: string | null
  /** Null if nothing is heard, or if the version must not be revealed. */
  readonly versionId: string | null
  readonly isPlaying: boolean
  readonly position: Seconds
  readonly speed: number
  /** The deviation from the shared transport, including the clock's uncertainty; null if listening alone. */
  readonly stepMs: Milliseconds | null
}

/** One per person, however many tabs they have. While playing, the position advances from `at`. */
export interface Present {
  readonly person: LivePerson
  readonly place: ListeningPlace
  /** Server time. */
  readonly at: Instant
}

export interface SharedLoop {
  readonly from: Seconds
  readonly to: Seconds
}

/** The shared playback state: `position` at server time `at`, advancing with `speed` while playing. */
export interface Transport {
  readonly versionId: string
  readonly isPlaying: boolean
  readonly position: Seconds
  readonly at: Instant
  readonly speed: number
  readonly loop: SharedLoop | null
}

/** People who listen to one track together. */
export interface Session {
  readonly trackId: string
  /** Who controls playback; null for everyone. */
  readonly leaderId: string | null
  /** In order of arrival. */
  readonly people: readonly LivePerson[]
  readonly transport: Transport
  /** The person whose playhead the transport came from; null once they have left. */
  readonly sourceId: string | null
  /** Incremented by each change of the transport. */
  readonly turn: number
}

/** An action in a listening session. */
export type SessionAct =
  /** Creates the session if there is none, with `transport` and `leaderId`; otherwise those are ignored. */
  | { readonly kind: 'join'; readonly transport: Transport; readonly leaderId: string | null }
  | { readonly kind: 'leave' }
  | { readonly kind: 'move'; readonly transport: Transport }
  /** Transfers control; null gives it to everyone. */
  | { readonly kind: 'lead'; readonly leaderId: string | null }

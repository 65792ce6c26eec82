import type { Instant, Milliseconds, Seconds } from './units.ts'

/** Somebody at the other end of a live connection. */
export interface LivePerson {
  readonly id: string
  readonly name: string
  readonly isGuest: boolean
}

/** What somebody looks at and listens to in a project. Ids are the sender's word: whoever shows them looks them up. */
export interface ListeningPlace {
  readonly trackId: string | null
  /** Null where nothing is heard, or where nobody may know which version it is. */
  readonly versionId: string | null
  readonly isPlaying: boolean
  readonly position: Seconds
  readonly speed: number
  /**
   * How far from the shared transport this person hears it, the clock's uncertainty included; null while listening
   * alone.
   */
  readonly stepMs: Milliseconds | null
}

/** One for each person, however many tabs they have open. While playing, the position moves on from `at`. */
export interface Present {
  readonly person: LivePerson
  readonly place: ListeningPlace
  /** By the server's clock. */
  readonly at: Instant
}

export interface SharedLoop {
  readonly from: Seconds
  readonly to: Seconds
}

/**
 * What all who listen together hear: at server time `at` it is `position`, and it moves on with `speed` while playing.
 */
export interface Transport {
  readonly versionId: string
  readonly isPlaying: boolean
  readonly position: Seconds
  readonly at: Instant
  readonly speed: number
  readonly loop: SharedLoop | null
}

/** People who hear one track together. */
export interface Session {
  readonly trackId: string
  /** Who is in control; null for everyone. */
  readonly leaderId: string | null
  /** In the order in which they came. */
  readonly people: readonly LivePerson[]
  readonly transport: Transport
  /** Whose playhead the transport was read from; null once they have left. */
  readonly sourceId: string | null
  /** Counts the changes of the transport. */
  readonly turn: number
}

/** What somebody does in a session. */
export type SessionAct =
  /** Starts it where there is none; `transport` and `leaderId` are then how it begins, else they are not heeded. */
  | { readonly kind: 'join'; readonly transport: Transport; readonly leaderId: string | null }
  | { readonly kind: 'leave' }
  | { readonly kind: 'move'; readonly transport: Transport }
  /** Hands over the lead; null puts everyone in control. */
  | { readonly kind: 'lead'; readonly leaderId: string | null }

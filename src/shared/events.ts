import type { ListeningPlace, Present, Session, SessionAct } from './live-people.ts'
import type { Instant, Milliseconds } from './units.ts'

export type StreamName = `project:${string}` | `user:${string}` | `organization:${string}`

/** A row of a stream. It refers to things by id and never contains their content. `seq` has no gaps within a stream. */
export interface StreamEvent {
  readonly stream: StreamName
  readonly seq: number
  /** Past tense, with the feature's noun: `track.added`. */
  readonly kind: string
  readonly actorId: string | null
  readonly at: Instant
  readonly refs: Readonly<Record<string, string>>
}

/**
 * Messages from the client over the WebSocket. A cursor is the last `seq` the client has seen; null starts at the
 * present.
 */
export type LiveRequest =
  | { readonly type: 'follow'; readonly stream: StreamName; readonly cursor: number | null }
  | { readonly type: 'unfollow'; readonly stream: StreamName }
  | { readonly type: 'ping' }
  /**
   * Sets the client's place in a followed project; the server then sends everybody else's. Ends with `away` or
   * `unfollow`.
   */
  | { readonly type: 'here'; readonly stream: StreamName; readonly place: ListeningPlace }
  | { readonly type: 'away'; readonly stream: StreamName }
  | { readonly type: 'together'; readonly stream: StreamName; readonly trackId: string; readonly act: SessionAct }
  /** Requests the server's time; the answer repeats `sent`. */
  | { readonly type: 'clock'; readonly sent: Milliseconds }

/** Messages from the server. After `reset` the client must reload everything of that stream. */
export type LiveMessage =
  | { readonly type: 'following'; readonly stream: StreamName; readonly seq: number }
  | { readonly type: 'event'; readonly event: StreamEvent }
  | { readonly type: 'progress'; readonly stream: StreamName; readonly subject: string; readonly fraction: number }
  | { readonly type: 'reset'; readonly stream: StreamName; readonly seq: number }
  | { readonly type: 'lost'; readonly stream: StreamName }
  | { readonly type: 'pong' }
  /** Changed places, and people who have gone. With `you`, the receiver's own id, it is the complete list. */
  | {
      readonly type: 'present'
      readonly stream: StreamName
      readonly you?: string
      readonly people: readonly Present[]
      readonly gone: readonly string[]
    }
  /** The state of a listening session; null once it is over. */
  | {
      readonly type: 'together'
      readonly stream: StreamName
      readonly trackId: string
      readonly session: Session | null
    }
  | { readonly type: 'clock'; readonly sent: Milliseconds; readonly at: Instant }

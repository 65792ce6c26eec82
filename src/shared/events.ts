import type { ListeningPlace, Present, Session, SessionAct } from './live-people.ts'
import type { Instant, Milliseconds } from './units.ts'

export type StreamName = `project:${string}` | `user:${string}` | `organization:${string}`

/** A row of a stream. It names things by id and never carries their content. `seq` is gapless per stream. */
export interface StreamEvent {
  readonly stream: StreamName
  readonly seq: number
  /** Past tense, with the feature's noun: `track.added`. */
  readonly kind: string
  readonly actorId: string | null
  readonly at: Instant
  readonly refs: Readonly<Record<string, string>>
}

/** What a client sends over the live socket. A cursor is the last `seq` it has seen; null asks for the present. */
export type LiveRequest =
  | { readonly type: 'follow'; readonly stream: StreamName; readonly cursor: number | null }
  | { readonly type: 'unfollow'; readonly stream: StreamName }
  | { readonly type: 'ping' }
  /**
   * Where one is in a project that one follows; from now on one hears where the others are. Ends with `away` or
   * `unfollow`.
   */
  | { readonly type: 'here'; readonly stream: StreamName; readonly place: ListeningPlace }
  | { readonly type: 'away'; readonly stream: StreamName }
  | { readonly type: 'together'; readonly stream: StreamName; readonly trackId: string; readonly act: SessionAct }
  /** Asks what time it is; `sent` comes back as it went. */
  | { readonly type: 'clock'; readonly sent: Milliseconds }

/** What the server sends. After `reset` everything of that stream must be read again. */
export type LiveMessage =
  | { readonly type: 'following'; readonly stream: StreamName; readonly seq: number }
  | { readonly type: 'event'; readonly event: StreamEvent }
  | { readonly type: 'progress'; readonly stream: StreamName; readonly subject: string; readonly fraction: number }
  | { readonly type: 'reset'; readonly stream: StreamName; readonly seq: number }
  | { readonly type: 'lost'; readonly stream: StreamName }
  | { readonly type: 'pong' }
  /** Who is where now, and who has gone. With `you`, one's own id, it is everybody who is here. */
  | {
      readonly type: 'present'
      readonly stream: StreamName
      readonly you?: string
      readonly people: readonly Present[]
      readonly gone: readonly string[]
    }
  /** How a session stands; null once it is over. */
  | {
      readonly type: 'together'
      readonly stream: StreamName
      readonly trackId: string
      readonly session: Session | null
    }
  | { readonly type: 'clock'; readonly sent: Milliseconds; readonly at: Instant }

import type { Instant } from './units.ts'

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

/** What the server sends. After `reset` everything of that stream must be read again. */
export type LiveMessage =
  | { readonly type: 'following'; readonly stream: StreamName; readonly seq: number }
  | { readonly type: 'event'; readonly event: StreamEvent }
  | { readonly type: 'progress'; readonly stream: StreamName; readonly subject: string; readonly fraction: number }
  | { readonly type: 'reset'; readonly stream: StreamName; readonly seq: number }
  | { readonly type: 'lost'; readonly stream: StreamName }
  | { readonly type: 'pong' }

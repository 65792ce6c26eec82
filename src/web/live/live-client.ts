import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { LiveMessage, LiveRequest, StreamName } from '#shared/events.ts'
import { Listeners } from '#shared/listeners.ts'
import type { Milliseconds } from '#shared/units.ts'
import { mayPass } from '#web/api/failed-request.ts'
import { dropFirstAnswers } from '#web/api/first-answers.ts'
import { joinRules, type LiveRules } from './live-rules.ts'
import { ReconnectingSocket } from './reconnecting-socket.ts'
import type { ProgressStore } from './progress-store.ts'
import { arrivalOf, type CursorStore } from './stream-cursors.ts'

export interface LiveParts {
  /** `wss://…/api/live`. */
  readonly url: string
  readonly queries: QueryClient
  readonly rules: readonly LiveRules[]
  readonly progress: ProgressStore
  /** The person may no longer see this stream. */
  readonly onLost: (stream: StreamName) => void
  /** The server no longer accepts the session. */
  readonly onUnauthorized: () => void
}

/** Close code for an ended session. */
const unauthorized = 4401

/** Events within this time are handled together, so that each query is refetched once. */
const gatherMs: Milliseconds = 30

/**
 * Keeps cached answers up to date. The stream cursors are stored in the query cache, so restored answers come with the
 * position from which the server has to send events.
 */
export class LiveClient {
  readonly #parts: LiveParts
  readonly #rules: ReturnType<typeof joinRules>
  readonly #cursors: CursorStore
  readonly #followers = new Map<StreamName, number>()
  readonly #stale = new Map<string, QueryKey>()
  readonly #listeners = new Listeners()
  readonly #hearers = new Listeners<[message: LiveMessage]>()
  #socket: ReconnectingSocket | null = null
  #connected = false
  #gathering = false

  constructor(parts: LiveParts) {
    this.#parts = parts
    this.#rules = joinRules(parts.rules)
    this.#cursors = cacheCursors(parts.queries)
  }

  /**
   * Follows a stream until the returned function is called. The first follower opens the connection, the last one
   * closes it.
   */
  follow(stream: StreamName): () => void {
    const followers = this.#followers.get(stream) ?? 0
    this.#followers.set(stream, followers + 1)
    if (!this.#socket) this.#open()
    else if (followers === 0) this.#ask(stream)
    return () => this.#leave(stream)
  }

  /** Whether the connection is open; for `useSyncExternalStore`. */
  readonly isConnected = (): boolean => this.#connected

  readonly watch = this.#listeners.add

  /** Subscribes to every message, after this client has handled it. Returns the unsubscribe function. */
  readonly hear = this.#hearers.add

  /** Dropped while not connected: `watch` reports when to send it again. */
  say(request: LiveRequest): void {
    this.#socket?.send(request)
  }

  #open(): void {
    this.#socket = new ReconnectingSocket(this.#parts.url, {
      onOpen: () => {
        // They were read before any event that comes now.
        dropFirstAnswers()
        // Listeners may send requests about streams, so follow the streams first.
        for (const stream of this.#followers.keys()) this.#ask(stream)
        this.#connectedIs(true)
        // Refetch what failed while the server was unreachable.
        void this.#parts.queries.refetchQueries({ type: 'active', predicate: ({ state }) => mayPass(state.error) })
      },
      onMessage: (message) => {
        this.#receive(message)
        this.#hearers.tell(message)
      },
      onClose: (code) => {
        this.#connectedIs(false)
        if (code === unauthorized) this.#parts.onUnauthorized()
      },
    })
  }

  #leave(stream: StreamName): void {
    const followers = (this.#followers.get(stream) ?? 0) - 1
    if (followers > 0) return void this.#followers.set(stream, followers)
    this.#followers.delete(stream)
    this.#socket?.send({ type: 'unfollow', stream })
    if (this.#followers.size > 0) return
    this.#socket?.close()
    this.#socket = null
    this.#connectedIs(false)
    this.#parts.progress.clear()
  }

  #ask(stream: StreamName): void {
    this.#socket?.send({ type: 'follow', stream, cursor: this.#cursors.read(stream) })
  }

  #receive(message: LiveMessage): void {
    switch (message.type) {
      case 'following': {
        // Without a cursor, answers read before following may be older than the stream's current position.
        if (this.#cursors.read(message.stream) === null) this.#startAt(message.stream, message.seq)
        return
      }
      case 'event': {
        const arrival = arrivalOf(this.#cursors, message.event.stream, message.event.seq)
        if (arrival === 'known') return
        return this.#makeStale(
          arrival === 'new' ? this.#rules.staleBy(message.event) : this.#rules.allOf(message.event.stream),
        )
      }
      case 'progress':
        return this.#parts.progress.set(message.subject, message.fraction)
      case 'reset':
        return this.#startAt(message.stream, message.seq)
      case 'lost': {
        this.#followers.delete(message.stream)
        return this.#parts.onLost(message.stream)
      }
    }
  }

  #startAt(stream: StreamName, seq: number): void {
    this.#cursors.write(stream, seq)
    this.#makeStale(this.#rules.allOf(stream))
  }

  #makeStale(keys: readonly QueryKey[]): void {
    for (const key of keys) {
      this.#stale.set(JSON.stringify(key), key)
      // At once, beside the cursor: answers that are stored for the next visit before they are read again must not come
      // back as fresh ones.
      void this.#parts.queries.invalidateQueries({ queryKey: key, refetchType: 'none' })
    }
    if (this.#gathering) return
    this.#gathering = true
    setTimeout(() => {
      this.#gathering = false
      const stale = [...this.#stale.values()]
      this.#stale.clear()
      for (const queryKey of stale) void this.#parts.queries.invalidateQueries({ queryKey })
    }, gatherMs)
  }

  #connectedIs(connected: boolean): void {
    if (this.#connected === connected) return
    this.#connected = connected
    this.#listeners.tell()
  }
}

function cacheCursors(queries: QueryClient): CursorStore {
  const key = (stream: StreamName): QueryKey => ['live', stream]
  return {
    read: (stream) => queries.getQueryData<number>(key(stream)) ?? null,
    write: (stream, seq) => void queries.setQueryData<number>(key(stream), seq),
  }
}

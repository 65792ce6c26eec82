import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { LiveMessage, LiveRequest, StreamEvent, StreamName } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'

const PATIENCE_MS: Milliseconds = 10_000

/** A connection to /api/live that records all messages. */
export class LiveClientRig {
  readonly heard: LiveMessage[] = []
  /** The close code, once it is closed. */
  readonly closed: Promise<number>
  readonly #socket: WebSocket

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (text: Buffer) => this.heard.push(JSON.parse(text.toString())))
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.once('close', resolve))
  }

  /** `server` is its http URL. Resolves when the connection is open. */
  static async open(server: string, headers: Readonly<Record<string, string>>): Promise<LiveClientRig> {
    const socket = new WebSocket(`${server.replace(/^http/, 'ws')}/api/live`, { headers: { ...headers } })
    const client = new LiveClientRig(socket)
    await once(socket, 'open')
    return client
  }

  send(request: LiveRequest | string): void {
    this.#socket.send(typeof request === 'string' ? request : JSON.stringify(request))
  }

  follow(stream: StreamName, cursor: number | null): void {
    this.send({ type: 'follow', stream, cursor })
  }

  /** The first message of that type, already received or next. */
  async until<T extends LiveMessage['type']>(
    type: T,
    fits: (message: Extract<LiveMessage, { type: T }>) => boolean = () => true,
  ): Promise<Extract<LiveMessage, { type: T }>> {
    const late = AbortSignal.timeout(PATIENCE_MS)
    for (;;) {
      const found = this.heard.find(
        (message): message is Extract<LiveMessage, { type: T }> =>
          message.type === type && fits(message as Extract<LiveMessage, { type: T }>),
      )
      if (found) return found
      if (this.#socket.readyState === this.#socket.CLOSED) throw new Error(`the connection ended without “${type}”`)
      await Promise.race([once(this.#socket, 'message', { signal: late }), this.closed])
    }
  }

  events(stream: StreamName): readonly StreamEvent[] {
    return this.heard.flatMap((message) =>
      message.type === 'event' && message.event.stream === stream ? [message.event] : [],
    )
  }

  /** Closes with a close frame. */
  close(): void {
    this.#socket.close()
  }

  /** Drops the connection without a close frame. */
  drop(): void {
    this.#socket.terminate()
  }
}

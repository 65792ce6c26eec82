import type { LiveMessage, LiveRequest } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'
import { reconnectDelay } from './reconnect-delay.ts'

interface LiveSocketEvents {
  /** Connected, for the first time or again: follow all streams again. */
  readonly onOpen: () => void
  readonly onMessage: (message: LiveMessage) => void
  /** Closed; `code` is the server's close code if it sent one. */
  readonly onClose: (code: number) => void
}

const pingEveryMs: Milliseconds = 25_000
const answerWithinMs: Milliseconds = 10_000
/** The close code that browsers send when the page is left (RFC 6455, 7.4.1). */
const leaving = 1001
/** The close code for a connection that ended without a close frame (RFC 6455, 7.4.1). */
const noAnswer = 1006

/** A WebSocket that reconnects until it is closed. */
export class ReconnectingSocket {
  readonly #url: string
  readonly #events: LiveSocketEvents
  readonly #stopped = new AbortController()
  #socket: WebSocket | null = null
  #failures = 0
  #reconnect: ReturnType<typeof setTimeout> | undefined
  #ping: ReturnType<typeof setTimeout> | undefined
  #answer: ReturnType<typeof setTimeout> | undefined

  constructor(url: string, events: LiveSocketEvents) {
    this.#url = url
    this.#events = events
    window.addEventListener('online', () => this.#connectNow(), { signal: this.#stopped.signal })
    // The page is unloaded or enters the back/forward cache, where an open socket would end with an error. It
    // reconnects when the page returns.
    window.addEventListener('pagehide', () => this.#rest(), { signal: this.#stopped.signal })
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#connectNow(), {
      signal: this.#stopped.signal,
    })
    document.addEventListener('visibilitychange', () => this.#wake(), { signal: this.#stopped.signal })
    this.#connect()
  }

  /** Dropped while not connected; send what matters in `onOpen`. */
  send(request: LiveRequest): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }

  close(): void {
    this.#stopped.abort()
    this.#drop()
  }

  #connect(): void {
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    const listen = { signal: this.#stopped.signal }
    socket.addEventListener(
      'open',
      () => {
        if (this.#socket !== socket) return
        this.#failures = 0
        this.#expectPing()
        this.#events.onOpen()
      },
      listen,
    )
    socket.addEventListener(
      'message',
      ({ data }) => {
        if (this.#socket !== socket) return
        this.#expectPing()
        // The server sends only messages of the protocol in shared/events.ts.
        const message = JSON.parse(String(data)) as LiveMessage
        if (message.type !== 'pong') this.#events.onMessage(message)
      },
      listen,
    )
    socket.addEventListener(
      'close',
      ({ code }) => {
        if (this.#socket === socket) this.#retry(code)
      },
      listen,
    )
  }

  #retry(code: number): void {
    this.#drop()
    this.#failures += 1
    this.#events.onClose(code)
    this.#reconnect = setTimeout(() => this.#connect(), reconnectDelay(this.#failures, Math.random()))
  }

  #rest(): void {
    this.#drop()
    this.#events.onClose(leaving)
  }

  #connectNow(): void {
    if (this.#socket) return
    this.#drop()
    this.#connect()
  }

  /** After sleep, the socket may look open although it is dead: send a ping at once. */
  #wake(): void {
    if (document.visibilityState !== 'visible') return
    if (this.#socket?.readyState === WebSocket.OPEN) this.#sendPing()
    else this.#connectNow()
  }

  #expectPing(): void {
    clearTimeout(this.#ping)
    clearTimeout(this.#answer)
    this.#ping = setTimeout(() => this.#sendPing(), pingEveryMs)
  }

  #sendPing(): void {
    this.send({ type: 'ping' })
    clearTimeout(this.#answer)
    this.#answer = setTimeout(() => this.#retry(noAnswer), answerWithinMs)
  }

  #drop(): void {
    for (const timer of [this.#reconnect, this.#ping, this.#answer]) clearTimeout(timer)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
  }
}

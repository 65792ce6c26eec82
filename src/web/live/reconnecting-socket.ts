import type { LiveMessage, LiveRequest } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'
import { reconnectDelay } from './reconnect-delay.ts'

interface LiveSocketEvents {
  /** Connected, for the first time or again: follow everything anew. */
  readonly onOpen: () => void
  readonly onMessage: (message: LiveMessage) => void
  /** Closed; `code` is the server's where it gave one. */
  readonly onClose: (code: number) => void
}

const pingEveryMs: Milliseconds = 25_000
const answerWithinMs: Milliseconds = 10_000
/** As browsers say when a page is left. */
const leaving = 1001
/** As the protocol says of connections that just ended. */
const noAnswer = 1006

/** One WebSocket that comes back by itself until it is closed. */
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
    // Left for good or for the back button's cache, where an open socket would end with an error: it comes back with
    // the page.
    window.addEventListener('pagehide', () => this.#rest(), { signal: this.#stopped.signal })
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#connectNow(), {
      signal: this.#stopped.signal,
    })
    document.addEventListener('visibilitychange', () => this.#wake(), { signal: this.#stopped.signal })
    this.#connect()
  }

  /** Lost while not connected: `onOpen` is the time to say what matters. */
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
        // The server speaks the protocol of shared/events.ts and nothing else.
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

  /** A computer that slept has a socket that only looks open: ask at once. */
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

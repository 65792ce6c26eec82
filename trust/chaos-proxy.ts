import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Milliseconds } from '#shared/units.ts'
import { pause } from './start-server.ts'

/** The fault of one connection. Bytes are counted towards the server. */
export interface Mischief {
  /** Resets both ends at once. */
  readonly resetAfterBytes?: number
  /** Stops forwarding in both directions, without closing. */
  readonly silentAfterBytes?: number
  readonly bytesPerSecond?: number
  readonly lagMs?: Milliseconds
}

/** A proxy between clients and a server that simulates network faults. */
export class ChaosProxy {
  readonly #server: Server
  readonly #lines = new Set<Line>()
  readonly #target: () => number
  #next: () => Mischief = () => ({})
  /** Read from clients, whether or not they were forwarded. */
  bytesFromClients = 0
  /** Number of disturbed connections, and the time of the last one. */
  broken = 0
  brokenAt: Milliseconds = 0

  private constructor(target: () => number) {
    this.#target = target
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#join(client))
  }

  /** `target` returns the server's port, which may change. */
  static async open(target: () => number): Promise<ChaosProxy> {
    const proxy = new ChaosProxy(target)
    await once(proxy.#server.listen(0, '127.0.0.1'), 'listening')
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** For each connection from now on. */
  plan(next: () => Mischief): void {
    this.#next = next
  }

  /** Resets all connections. */
  cutAll(): void {
    for (const line of this.#lines) line.cut()
  }

  close(): void {
    this.cutAll()
    this.#server.close()
  }

  #join(client: Socket): void {
    const line: Line = new Line(client, connect(this.#target(), '127.0.0.1'), this.#next(), {
      heard: (bytes) => (this.bytesFromClients += bytes),
      broke: () => {
        this.broken++
        this.brokenAt = performance.now()
      },
      over: () => this.#lines.delete(line),
    })
    this.#lines.add(line)
  }
}

interface ConnectionOutlets {
  readonly heard: (bytes: number) => void
  readonly broke: () => void
  readonly over: () => void
}

class Line {
  readonly #client: Socket
  readonly #server: Socket
  readonly #mischief: Mischief
  readonly #outlets: ConnectionOutlets
  #sent = 0
  #isSilent = false

  constructor(client: Socket, server: Socket, mischief: Mischief, outlets: ConnectionOutlets) {
    this.#client = client
    this.#server = server
    this.#mischief = mischief
    this.#outlets = outlets
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes: Buffer) => this.#pass(bytes, from, to))
      from.on('end', () => !this.#isSilent && this.#later(() => to.end()))
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!this.#isSilent) to.destroy()
        outlets.over()
      })
    }
  }

  cut(): void {
    this.#outlets.broke()
    this.#client.resetAndDestroy()
    this.#server.resetAndDestroy()
  }

  #pass(bytes: Buffer, from: Socket, to: Socket): void {
    if (this.#isSilent) return
    const { resetAfterBytes = Infinity, silentAfterBytes = Infinity, bytesPerSecond } = this.#mischief
    if (from === this.#client) this.#outlets.heard(bytes.byteLength)
    const mayPass = from === this.#client ? Math.min(resetAfterBytes, silentAfterBytes) - this.#sent : Infinity
    const passing = bytes.subarray(0, mayPass)
    if (from === this.#client) this.#sent += passing.byteLength
    const restMs = bytesPerSecond === undefined ? 0 : (passing.byteLength / bytesPerSecond) * 1000
    this.#later(() => {
      const isTaken = to.write(passing)
      if (isTaken && restMs === 0) return
      from.pause()
      const taken = isTaken
        ? Promise.resolve()
        : new Promise((resolve) => to.once('drain', resolve).once('close', resolve))
      void Promise.all([taken, pause(restMs)]).then(() => !this.#isSilent && from.resume())
    })
    if (bytes.byteLength > mayPass) this.#fail(resetAfterBytes <= silentAfterBytes)
  }

  #fail(rudely: boolean): void {
    // Forward pending bytes first.
    if (rudely) return void setImmediate(() => this.cut())
    this.#outlets.broke()
    this.#isSilent = true
    this.#client.pause()
    this.#server.pause()
  }

  #later(work: () => void): void {
    if (this.#mischief.lagMs === undefined) work()
    else setTimeout(work, this.#mischief.lagMs)
  }
}

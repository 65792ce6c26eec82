import { createServer, connect, type AddressInfo, type Socket } from 'node:net'

/** Simulates a network with a rate and a round-trip time between a browser and a server on the same machine. */
export interface FarLine {
  readonly origin: string
  stop(): Promise<void>
}

export interface FarLineFacts {
  readonly bitsPerSecond: number
  readonly roundTripMs: number
}

/** Bytes sent at once before other connections have their turn. */
const PACKET_BYTES = 4096

/**
 * All connections share the rate. A new connection costs a round trip before its first request, each request and each
 * answer half of one.
 */
export async function farLine(toPort: number, { bitsPerSecond, roundTripMs }: FarLineFacts): Promise<FarLine> {
  const bytesPerMs = bitsPerSecond / 8000
  const sockets = new Set<Socket>()
  let busyUntil = 0
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: toPort, host: '127.0.0.1', noDelay: true })
    sockets.add(near).add(far)
    const openAt = performance.now() + roundTripMs
    const there = new DelayedWriter(far)
    const back = new DelayedWriter(near)
    near.on('data', (bytes: Buffer) => there.write(Math.max(openAt, performance.now()) + roundTripMs / 2, bytes))
    const carry = (bytes: Buffer): void => {
      if (near.destroyed || bytes.length === 0) return void far.resume()
      const packet = bytes.subarray(0, PACKET_BYTES)
      busyUntil = Math.max(performance.now(), busyUntil) + packet.length / bytesPerMs
      back.write(busyUntil + roundTripMs / 2, packet)
      setTimeout(() => carry(bytes.subarray(packet.length)), Math.max(0, busyUntil - performance.now()))
    }
    far.on('data', (bytes: Buffer) => {
      far.pause()
      carry(bytes)
    })
    far.on('error', () => near.destroy())
    near.on('error', () => far.destroy())
    far.on('close', () => {
      sockets.delete(far)
      // Bytes in flight still arrive.
      setTimeout(() => near.destroy(), roundTripMs)
    })
    near.on('close', () => {
      sockets.delete(near)
      far.destroy()
    })
  })
  // After `listen`, a TCP server has an address object, not a path.
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  )
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Writes each piece at its time and in order; timers alone may fire out of order. */
class DelayedWriter {
  readonly #socket: Socket
  readonly #waiting: { readonly at: number; readonly bytes: Buffer }[] = []

  constructor(socket: Socket) {
    this.#socket = socket
  }

  write(at: number, bytes: Buffer): void {
    this.#waiting.push({ at, bytes })
    if (this.#waiting.length === 1) this.#waitForFirst()
  }

  #waitForFirst(): void {
    const [first] = this.#waiting
    if (!first) return
    setTimeout(
      () => {
        this.#waiting.shift()
        if (!this.#socket.destroyed) this.#socket.write(first.bytes)
        this.#waitForFirst()
      },
      Math.max(0, first.at - performance.now()),
    )
  }
}

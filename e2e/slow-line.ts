import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

/** The way between a browser and the product, as bad as a test wants it. */
export interface SlowLine {
  readonly port: number
  /** How many bytes a second each connection carries, both ways; null carries all there is. */
  limit(bytesPerSecond: number | null): void
  /** Breaks every connection and takes no new one until `mend`. */
  cut(): void
  mend(): void
  stop(): Promise<void>
}

/** Listens on a free port and leads to another. */
export async function slowLine(toPort: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let bytesPerSecond: number | null = null
  let broken = false
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      from.pause()
      const goOn = () => void (from.destroyed || from.resume())
      const write = () => void (to.destroyed || (bytesPerSecond === null ? to.write(bytes, goOn) : setTimeout(() => to.write(bytes, goOn), (bytes.length / bytesPerSecond) * 1000)))
      write()
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    if (broken) return void near.destroy()
    const far = connect(toPort, 'localhost')
    sockets.add(near).add(far)
    forward(near, far)
    forward(far, near)
  })
  const port = await listening(server)
  const breakAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port,
    limit(next) {
      bytesPerSecond = next
    },
    cut() {
      broken = true
      breakAll()
    },
    mend() {
      broken = false
    },
    async stop() {
      breakAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

function listening(server: Server): Promise<number> {
  // A TCP server has an address, not a path, once it listens.
  return new Promise((resolve) => server.listen(0, () => resolve((server.address() as AddressInfo).port)))
}

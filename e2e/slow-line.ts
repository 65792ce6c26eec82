import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

/** The way between a browser and the product, as bad as a test wants it. */
export interface SlowLine {
  readonly port: number
  /** Where it ends; until then at nobody’s. */
  leadTo(port: number): void
  /** How many bytes a second each connection carries, both ways; null carries all there is. */
  limit(bytesPerSecond: number | null): void
  /** Breaks every connection and takes no new one until `mend`. */
  cut(): void
  mend(): void
  /** How many have knocked in vain. */
  refused(): number
  stop(): Promise<void>
}

/** Listens on a free port, so that what it leads to can be told of it. */
export async function slowLine(): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let bytesPerSecond: number | null = null
  let broken = false
  let refused = 0
  let toPort: number | undefined
  const forward = (from: Socket, to: Socket) => {
    from.on('data', (bytes) => {
      from.pause()
      const goOn = () => void (from.destroyed || from.resume())
      const write = () =>
        void (
          to.destroyed ||
          (bytesPerSecond === null
            ? to.write(bytes, goOn)
            : setTimeout(() => to.write(bytes, goOn), (bytes.length / bytesPerSecond) * 1000))
        )
      write()
    })
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
  const server = createServer((near) => {
    if (broken || toPort === undefined) {
      refused++
      return void near.destroy()
    }
    const far = connect(toPort, 'localhost')
    sockets.add(near).add(far)
    forward(near, far)
    forward(far, near)
  })
  const port = await listening(server)
  const breakAll = () => sockets.forEach((socket) => socket.destroy())
  return {
    port,
    leadTo(port) {
      toPort = port
    },
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
    refused: () => refused,
    async stop() {
      breakAll()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function listening(server: Server): Promise<number> {
  // A TCP server has an address, not a path, once it listens.
  return new Promise((resolve) => server.listen(0, () => resolve((server.address() as AddressInfo).port)))
}

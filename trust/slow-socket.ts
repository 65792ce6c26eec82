import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import type { Milliseconds } from '#shared/units.ts'

/** A connection of a slow or malicious client. */
export class SlowSocket {
  readonly kind: string
  /** When a byte last moved from our side. */
  idleFrom: Milliseconds
  readonly #socket: Socket
  readonly #drip: NodeJS.Timeout | undefined

  private constructor(kind: string, socket: Socket, drip: NodeJS.Timeout | undefined) {
    this.kind = kind
    this.#socket = socket
    this.#drip = drip
    this.idleFrom = performance.now()
  }

  /** Sends `head`, then one piece after the other with a pause before each, and reads nothing. */
  static async open(
    kind: string,
    port: number,
    {
      head = '',
      piece,
      restMs = 2000,
    }: { readonly head?: string; readonly piece?: string; readonly restMs?: Milliseconds } = {},
  ): Promise<SlowSocket> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    socket.pause()
    if (head !== '') socket.write(head)
    return new SlowSocket(
      kind,
      socket,
      piece === undefined ? undefined : setInterval(() => socket.write(piece), restMs),
    )
  }

  get localPort(): number {
    return this.#socket.localPort ?? 0
  }

  close(): void {
    clearInterval(this.#drip)
    this.#socket.destroy()
  }
}

/**
 * Ports of the clients still connected to the server, from the kernel's table (Linux): a connection that the server has
 * cut is no longer established.
 */
export function connectedTo(port: number): ReadonlySet<number> {
  const ports = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', remote = '', state] = line.trim().split(/\s+/)
      return state === ESTABLISHED && portIn(local) === port ? [portIn(remote)] : []
    })
  return new Set(ports)
}

const ESTABLISHED = '01'

function portIn(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16)
}

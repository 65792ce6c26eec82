import { request } from 'node:http'
import type * as z from 'zod'
import type { Milliseconds } from '#shared/units.ts'
import { pause } from './start-server.ts'

/** Headers of every request for an upload. */
export const TUS = { 'tus-resumable': '1.0.0' }

/** No complete answer came: the server may or may not have done it. */
export class NoAnswer extends Error {}

export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Sends the body in pieces of this size, with a pause after each. */
  readonly slowly?: { readonly pieceBytes: number; readonly restMs: Milliseconds }
  /** Omits the length of the body. */
  readonly chunked?: boolean
  /** Aborts the request. */
  readonly signal?: AbortSignal
  /** Called when every byte of the request has been passed to the kernel. */
  readonly onSent?: () => void
}

/** One user's connection to a server whose URL changes with restarts. */
export class Line {
  readonly #cookies = new Map<string, string>()
  readonly #server: () => string

  constructor(server: () => string) {
    this.#server = server
  }

  /** Any status below 500 counts as an answer; a 503 or a broken connection does not. */
  async ask(method: string, path: string, asked: Asked = {}): Promise<Answered> {
    const answered = await this.#send(method, path, asked)
    for (const cookie of [answered.headers['set-cookie'] ?? []].flat()) this.#keep(cookie)
    if (answered.status >= 500 && answered.status !== 503)
      throw new Error(`${method} ${path} answered ${answered.status}: ${answered.body.toString().slice(0, 500)}`)
    if (answered.status === 503) throw new NoAnswer('busy')
    return answered
  }

  json(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered> {
    return this.ask(
      method,
      path,
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(body)) },
    )
  }

  cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #send(method: string, path: string, asked: Asked): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const lost = (error: unknown) =>
        reject(new NoAnswer(`${method} ${path}: ${error instanceof Error ? error.message : 'broke off'}`))
      const sized = asked.body && !asked.chunked ? { 'content-length': String(asked.body.byteLength) } : {}
      const outgoing = request(this.#server() + path, {
        method,
        agent: false,
        ...(asked.signal && { signal: asked.signal }),
        headers: { ...sized, ...(this.#cookies.size > 0 && { cookie: this.cookie() }), ...asked.headers },
      })
      outgoing.on('error', lost)
      outgoing.on('response', (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', lost)
        incoming.on('close', () =>
          incoming.complete
            ? resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(chunks) })
            : lost(undefined),
        )
      })
      void writeBody(outgoing, asked)
    })
  }

  #keep(cookie: string): void {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    const value = pair.slice(at + 1)
    if (value === '' || /max-age=0/i.test(cookie)) this.#cookies.delete(pair.slice(0, at))
    else this.#cookies.set(pair.slice(0, at), value)
  }
}

async function writeBody(outgoing: ReturnType<typeof request>, { body, slowly, onSent }: Asked): Promise<void> {
  if (!body || !slowly) return void outgoing.end(body, onSent)
  for (let at = 0; at < body.byteLength && !outgoing.destroyed; at += slowly.pieceBytes) {
    outgoing.write(body.subarray(at, at + slowly.pieceBytes))
    await pause(slowly.restMs)
  }
  outgoing.end(onSent)
}

/** Parses the body by its contract. */
export function read<T extends z.ZodType>(shape: T, answered: Answered): z.output<T> {
  if (answered.status !== 200) throw new Error(`answered ${answered.status}: ${answered.body.toString().slice(0, 500)}`)
  return shape.parse(JSON.parse(answered.body.toString()))
}

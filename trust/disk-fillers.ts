import { request } from 'node:http'
import { Readable } from 'node:stream'
import type { Chance } from './chance.ts'
import { Line, NoAnswer, TUS } from './line.ts'
import { uploadMetadata } from './resumed-upload.ts'

const MIB = 1024 * 1024
const PIECE = Buffer.alloc(256 * 1024, 7)
/** Statuses that an upload may get from a full disk, a concurrent request or a killed server. */
const EXPECTED = new Set([201, 204, 409, 423, 507])

/** A user or guest who uploads far too much. */
export class DiskFiller {
  /** Acknowledged bytes of each upload that was begun and not cancelled. */
  readonly acknowledged = new Map<string, number>()
  /** Answers that must not occur. */
  readonly wrong: string[] = []
  refused = 0
  readonly #chance: Chance
  readonly #server: () => string
  readonly #uploads: string
  readonly #cookie: string
  readonly #to: Readonly<Record<string, string>>

  constructor(parts: {
    readonly chance: Chance
    readonly server: () => string
    readonly projectId: string
    readonly cookie: string
    readonly to: Readonly<Record<string, string>>
  }) {
    this.#chance = parts.chance
    this.#server = parts.server
    this.#uploads = `/api/projects/${parts.projectId}/uploads`
    this.#cookie = parts.cookie
    this.#to = parts.to
  }

  /**
   * Starts several uploads at once and sends all of them concurrently, with or without a length; most are larger than
   * the free space.
   */
  async fill(): Promise<void> {
    const sizes = Array.from({ length: 4 }, () => this.#chance.whole(24, 160) * MIB)
    const begun = await Promise.all(sizes.map((bytes) => this.#begin(bytes)))
    await Promise.all(begun.map((url, i) => url && this.#send(url, sizes[i] ?? 0)))
  }

  /** No acknowledged bytes may be lost. */
  async checkOffsets(): Promise<void> {
    for (const [url, bytes] of this.acknowledged) {
      const { status, headers } = await this.#ask('HEAD', url)
      if (status === 423) continue
      const offset = Number(headers['upload-offset'])
      if (status !== 200 || offset < bytes)
        this.wrong.push(`${url} was answered ${status} with ${offset} of the ${bytes} bytes that were acknowledged`)
    }
  }

  async giveAllUp(): Promise<void> {
    for (const url of this.acknowledged.keys()) {
      const { status } = await this.#ask('DELETE', url)
      if (status !== 204) this.wrong.push(`giving an upload up was answered ${status}`)
      this.acknowledged.delete(url)
    }
  }

  async #begin(sizeBytes: number): Promise<string | undefined> {
    const { status, headers } = await this.#ask('POST', this.#uploads, {
      'upload-length': String(sizeBytes),
      'upload-metadata': uploadMetadata({ filename: 'a.wav', ...this.#to }),
    })
    this.#judge('beginning an upload', status)
    const url = headers['location']
    if (status !== 201 || typeof url !== 'string') return undefined
    this.acknowledged.set(url, 0)
    return url
  }

  async #send(url: string, sizeBytes: number): Promise<void> {
    const isChunked = this.#chance.fraction() < 0.5
    // Some stop in the middle, and none completes: a completed upload is a version, and stays.
    const bytes = this.#chance.fraction() < 0.3 ? Math.floor(sizeBytes / 2) : sizeBytes - 1
    const { status, headers } = await this.#ask(
      'PATCH',
      url,
      {
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        ...(!isChunked && { 'content-length': String(bytes) }),
      },
      bytes,
    )
    this.#judge('a part', status)
    if (status === 204) this.acknowledged.set(url, Number(headers['upload-offset']))
  }

  #judge(what: string, status: number): void {
    if (status === 507) this.refused += 1
    else if (status !== 0 && !EXPECTED.has(status)) this.wrong.push(`${what} was answered ${status}`)
  }

  /**
   * Status 0 if the connection ended without an answer: the server was killed, or answered while bytes were still being
   * sent.
   */
  #ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    bodyBytes = 0,
  ): Promise<{ status: number; headers: Readonly<Record<string, unknown>> }> {
    return new Promise((resolve) => {
      const outgoing = request(this.#server() + path, {
        method,
        agent: false,
        headers: { ...TUS, cookie: this.#cookie, ...headers },
      })
      outgoing.on('error', () => resolve({ status: 0, headers: {} }))
      outgoing.on('response', (incoming) => {
        incoming.resume()
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers })
        incoming.on('close', () => outgoing.destroy())
      })
      outgoing.on('close', () => resolve({ status: 0, headers: {} }))
      if (bodyBytes === 0) outgoing.end()
      else Readable.from(pieces(bodyBytes)).pipe(outgoing)
    })
  }
}

function* pieces(bytes: number): Generator<Uint8Array> {
  for (let left = bytes; left > 0; left -= PIECE.byteLength) yield PIECE.subarray(0, Math.min(left, PIECE.byteLength))
}

/** The status of a request, also if it was refused. */
export async function statusOf(line: Line, method: string, path: string, body?: unknown): Promise<number> {
  try {
    return (await line.json(method, path, body)).status
  } catch (error) {
    if (error instanceof NoAnswer) return 503
    return Number(/answered (\d+)/.exec(error instanceof Error ? error.message : '')?.[1] ?? 0)
  }
}

import type { Milliseconds } from '#shared/units.ts'
import { DOWNLOAD_CHUNK_BYTES } from '../../transfers.policy.ts'
import { ByteChunks } from './byte-chunks.ts'
import type { RunningHash } from '../upload/file-hash.ts'
import type { FileSink } from './file-sinks.ts'
import {
  fileFetchError,
  noContentLength,
  streamError,
  TransferFailure,
  wrongContentLength,
} from '../panel/transfer-failure.ts'

export const DEFAULT_CONTENT_TYPE = 'audio/mpeg'

export interface DownloadParts {
  readonly url: string
  readonly sink: FileSink
  readonly hash: RunningHash
  /** Hexadecimal; without it the server's Repr-Digest is compared, and without that nothing. */
  readonly sha256: string | undefined
  readonly fetch: typeof fetch
  readonly wait: (delayMs: Milliseconds, signal: AbortSignal) => Promise<void>
  readonly reports: DownloadReports
}

export interface DownloadReports {
  /** Called for every chunk of 64 KiB. */
  progress(bytes: number, totalBytes: number): void
  retrying(failure: TransferFailure): void
}

/** Delays between retries without any progress; after the last, the user decides. */
const WAITS_MS: readonly Milliseconds[] = [500, 1000, 2000, 4000, 8000]

/**
 * One download. `run` may be called again after a failure or a stop: it resumes after the last byte if the server still
 * has the same file, and otherwise restarts.
 */
export class FileDownload {
  readonly #parts: DownloadParts
  #chunks = new ByteChunks(DOWNLOAD_CHUNK_BYTES)
  #received = 0
  #total: number | null = null
  #etag: string | null = null
  #digest: string | null = null
  contentType = DEFAULT_CONTENT_TYPE

  constructor(parts: DownloadParts) {
    this.#parts = parts
  }

  /**
   * Resolves when every byte is in the sink, with whether a checksum was compared. Rejects with a TransferFailure, or
   * the signal's reason.
   */
  async run(signal: AbortSignal): Promise<boolean> {
    for (let failures = 0; ;) {
      const before = this.#received
      try {
        await this.#readOnce(signal)
        return await this.#finish()
      } catch (error) {
        signal.throwIfAborted()
        const failure = error instanceof TransferFailure ? error : streamError()
        if (this.#received > before) failures = 0
        const delayMs = WAITS_MS[failures++]
        if (!failure.passing || delayMs === undefined) throw failure
        this.#parts.reports.retrying(failure)
        await this.#parts.wait(delayMs, signal)
      }
    }
  }

  async #readOnce(signal: AbortSignal): Promise<void> {
    if (this.#total !== null && this.#received === this.#total) return
    const answer = await this.#ask(signal)
    const total = await this.#place(answer)
    this.#parts.reports.progress(this.#received, total)
    if (!answer.body) throw fileFetchError(answer.status)
    const reader = answer.body.getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(() => {
          throw streamError()
        })
        if (done) break
        for (const chunk of this.#chunks.take(value)) await this.#accept(chunk, total)
      }
    } finally {
      // Also store a partial chunk: the next try requests what comes after it.
      for (const chunk of this.#chunks.rest()) await this.#accept(chunk, total)
      await reader.cancel().catch(() => undefined)
    }
    if (this.#received !== total) throw wrongContentLength()
  }

  async #ask(signal: AbortSignal): Promise<Response> {
    const { fetch: send, url } = this.#parts
    const rest =
      this.#received > 0 && this.#etag ? { range: `bytes=${this.#received}-`, 'if-range': this.#etag } : undefined
    // Send cookies only to our own origin: the object store, to which the server may redirect, does not allow
    // credentials.
    const answer = await send(url, { signal, credentials: 'same-origin', ...(rest && { headers: rest }) }).catch(() => {
      throw fileFetchError()
    })
    if (!answer.ok) throw fileFetchError(answer.status)
    return answer
  }

  /** Reads the headers of an answer: the position of its bytes, and the total size. */
  async #place(answer: Response): Promise<number> {
    const length = wholeNumber(answer.headers.get('content-length'))
    if (length === null) throw noContentLength()
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')
    if (answer.status === 206) {
      if (
        Number(range?.[1]) !== this.#received ||
        Number(range?.[2]) !== this.#total ||
        length !== (this.#total ?? 0) - this.#received
      )
        throw wrongContentLength()
      return this.#total ?? length
    }
    if (this.#received > 0) await this.#startAnew()
    this.#total = length
    this.#etag = strongTag(answer.headers.get('etag'))
    this.#digest = digestIn(answer.headers.get('repr-digest'))
    this.contentType = answer.headers.get('content-type') ?? DEFAULT_CONTENT_TYPE
    return length
  }

  async #accept(chunk: Uint8Array<ArrayBuffer>, total: number): Promise<void> {
    if (this.#received + chunk.byteLength > total) throw wrongContentLength()
    await this.#parts.sink.write(chunk).catch((error: unknown) => {
      throw new TransferFailure('save', String(error))
    })
    this.#parts.hash.update(chunk)
    this.#received += chunk.byteLength
    this.#parts.reports.progress(this.#received, total)
  }

  async #finish(): Promise<boolean> {
    const expected = this.#parts.sha256 ?? this.#digest
    const arrived = await this.#parts.hash.digest()
    if (expected === null || arrived === expected) return expected !== null
    await this.#startAnew()
    throw new TransferFailure('checksum', 'The file arrived damaged.')
  }

  async #startAnew(): Promise<void> {
    this.#received = 0
    this.#total = null
    this.#etag = null
    this.#chunks = new ByteChunks(DOWNLOAD_CHUNK_BYTES)
    this.#parts.hash.restart()
    await this.#parts.sink.restart()
  }
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,16}$/.test(text) ? Number(text) : null
}

function strongTag(etag: string | null): string | null {
  return etag?.startsWith('"') ? etag : null
}

function digestIn(header: string | null): string | null {
  const base64 = /sha-256=:([A-Za-z0-9+/]{43}=):/.exec(header ?? '')?.[1]
  return base64 ? [...atob(base64)].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0')).join('') : null
}

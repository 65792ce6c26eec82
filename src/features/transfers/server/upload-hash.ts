import { createHash, type Hash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { streamDigest } from '#server/storage/blob-digest.ts'
import type { PartialBlob, Storage } from '#server/storage/storage.ts'

export type HashOrder =
  | { readonly kind: 'follow'; readonly id: string; readonly path: string; readonly bytes: number }
  | {
      readonly kind: 'finish'
      readonly id: string
      readonly path: string
      readonly bytes: number
      readonly ask: number
      readonly afresh: boolean
    }
  | { readonly kind: 'forget'; readonly id: string }

export type HashAnswer =
  { readonly ask: number; readonly sha256: string } | { readonly ask: number; readonly error: string }

interface Asked {
  readonly resolve: (sha256: string) => void
  readonly reject: (error: Error) => void
}

interface Passing {
  readonly hash: Hash
  readonly bytes: number
}

/** With several processes, another one may finish an upload; this one is then never asked for its hash. */
const MOST_FOLLOWED = 500

/**
 * Computes the SHA-256 of files while they arrive. If the store is on this machine, a worker thread reads new bytes
 * from the page cache; otherwise bytes are hashed as they pass. This state may be lost, for example by a restart: then
 * the whole file is read again.
 */
export class UploadHasher {
  readonly #asked = new Map<number, Asked>()
  /** The hashed length of each upload; a writer that starts elsewhere means that another process wrote in between. */
  readonly #followed = new Map<string, number>()
  readonly #passing = new Map<string, Passing>()
  #worker: Worker | undefined
  #lastAsk = 0

  /** Call before a part is written at `offset`: discards the hash if another process has written in between. */
  begin(id: string, offset: number): void {
    if ((this.#followed.get(id) ?? 0) !== offset) this.forget(id)
    if (offset === 0) this.#passing.set(id, { hash: createHash('sha256'), bytes: 0 })
    const [oldest] = this.#followed.size > this.#passing.size ? this.#followed.keys() : this.#passing.keys()
    if (oldest !== undefined && Math.max(this.#followed.size, this.#passing.size) > MOST_FOLLOWED) this.forget(oldest)
  }

  /** The file at `path` now has this many bytes; without a path, `batch` has the latest of them. */
  follow(id: string, path: string | undefined, bytes: number, batch: readonly Uint8Array[]): void {
    this.#followed.set(id, bytes)
    if (path !== undefined) return this.#post({ kind: 'follow', id, path, bytes })
    const passing = this.#passing.get(id)
    if (!passing) return
    for (const chunk of batch) passing.hash.update(chunk)
    this.#passing.set(id, { hash: passing.hash, bytes })
  }

  /** The digest of the whole in hexadecimal, once the store has made it one blob. `afresh` reads everything again. */
  async finish(
    storage: Storage,
    upload: PartialBlob,
    sizeBytes: number,
    { afresh = false }: { afresh?: boolean } = {},
  ): Promise<string> {
    const path = await storage.partsPath(upload)
    const passed = this.#passing.get(upload.id)
    this.#passing.delete(upload.id)
    if (path === undefined)
      return passed?.bytes === sizeBytes && !afresh
        ? passed.hash.digest('hex')
        : streamDigest(await storage.read(upload.key))
    const ask = ++this.#lastAsk
    const digest = new Promise<string>((resolve, reject) => this.#asked.set(ask, { resolve, reject }))
    this.#post({
      kind: 'finish',
      id: upload.id,
      path,
      bytes: sizeBytes,
      ask,
      afresh: afresh || !this.#followed.has(upload.id),
    })
    return digest.finally(() => this.#followed.delete(upload.id))
  }

  forget(id: string): void {
    this.#passing.delete(id)
    if (this.#followed.delete(id)) this.#post({ kind: 'forget', id })
  }

  #post(order: HashOrder): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#running().postMessage(order)
  }

  #running(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./upload-hash.worker.ts', import.meta.url))
    // Must not keep a stopped server alive.
    worker.unref()
    worker.on('message', (answer: HashAnswer) => {
      const asked = this.#asked.get(answer.ask)
      this.#asked.delete(answer.ask)
      if ('sha256' in answer) asked?.resolve(answer.sha256)
      else asked?.reject(new Error(answer.error))
    })
    worker.on('error', (error) => this.#fail(worker, error instanceof Error ? error : new Error(String(error))))
    worker.on('exit', () => this.#fail(worker, new Error('the hashing thread stopped')))
    this.#worker = worker
    return worker
  }

  /** The next request starts a new thread, which reads from the start. */
  #fail(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#followed.clear()
    for (const { reject } of this.#asked.values()) reject(error)
    this.#asked.clear()
  }
}

import { Listeners } from '#shared/listeners.ts'
import { FILE_HEAD_BYTES, fileHead } from './file-head.ts'
import type { FileCheck } from './upload-plan.ts'

/** Reads the heads of dropped files in sequence, and whole files where needed. Can be used again after `stop`. */
export class FileChecks {
  readonly #hash: (file: File, signal: AbortSignal) => Promise<string>
  #stopping = new AbortController()
  readonly #listeners = new Listeners()
  readonly #seen = new Set<File>()
  #heads = Promise.resolve()
  #hashes = Promise.resolve()
  #checks: ReadonlyMap<File, FileCheck> = new Map()

  constructor(hash: (file: File, signal: AbortSignal) => Promise<string>) {
    this.#hash = hash
  }

  /** Reads new files; `whole` decides which need a SHA-256. */
  look(files: readonly File[], whole: (file: File) => boolean): void {
    const { signal } = this.#stopping
    for (const file of files) {
      if (this.#seen.has(file)) continue
      this.#seen.add(file)
      this.#heads = this.#heads.then(() => this.#readHead(file, signal))
      if (whole(file)) this.#hashes = this.#hashes.then(() => this.#readWhole(file, signal))
    }
  }

  stop(): void {
    this.#stopping.abort()
    this.#stopping = new AbortController()
    this.#seen.clear()
  }

  /** The same map until more is known. */
  readonly known = (): ReadonlyMap<File, FileCheck> => this.#checks

  readonly watch = this.#listeners.add

  async #readHead(file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const bytes = await file
      .slice(0, FILE_HEAD_BYTES)
      .arrayBuffer()
      .catch(() => null)
    if (!signal.aborted)
      this.#note(file, {
        head: bytes === null ? { kind: 'unreadable' } : fileHead(new Uint8Array(bytes), file.size, file.name),
      })
  }

  async #readWhole(file: File, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    // If it cannot be read, use only its head; without a hash, name and size are compared.
    const sha256 = await this.#hash(file, signal).catch(() => null)
    if (!signal.aborted) this.#note(file, { sha256 })
  }

  #note(file: File, part: Partial<FileCheck>): void {
    this.#checks = new Map(this.#checks).set(file, { head: null, sha256: null, ...this.#checks.get(file), ...part })
    this.#listeners.tell()
  }
}

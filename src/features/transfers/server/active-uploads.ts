import type { Milliseconds } from '#shared/units.ts'
import type { Storage } from '#server/storage/storage.ts'
import { UploadHasher } from './upload-hash.ts'

/** The finished upload is a version of a track or, with `fileId`, of another file. */
export interface SealedUpload {
  readonly versionId: string
  readonly trackId: string | null
  readonly fileId: string | null
  readonly sha256: string
}

interface Writer {
  readonly interrupt: () => void
  readonly done: Promise<unknown>
  lastBytesAt: Milliseconds
}

/** A live sender sends bytes at least twice as often. */
const SILENT_MS: Milliseconds = 1500

/**
 * The uploads that this process is receiving. All of this may be lost: the store and the database are authoritative.
 */
export class ActiveUploads {
  readonly hasher = new UploadHasher()
  readonly #writers = new Map<string, Writer>()
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #sealing = new Map<string, Promise<SealedUpload>>()

  /** Registers the writer of an upload while `work` runs. */
  async write<T>(id: string, interrupt: () => void, work: () => Promise<T>): Promise<T> {
    const done = work()
    const writer = { interrupt, done, lastBytesAt: performance.now() }
    this.#writers.set(id, writer)
    try {
      return await done
    } finally {
      if (this.#writers.get(id) === writer) this.#writers.delete(id)
    }
  }

  /** Records that the upload's writer here has received bytes. */
  heard(id: string): void {
    const writer = this.#writers.get(id)
    if (writer) writer.lastBytesAt = performance.now()
  }

  /** Whether the sender of a part has vanished, for example with its network. */
  isSilent(id: string): boolean {
    const writer = this.#writers.get(id)
    return writer !== undefined && performance.now() - writer.lastBytesAt > SILENT_MS
  }

  /** Cuts off the upload's writer here and waits until its bytes are durable. */
  async interrupt(id: string): Promise<void> {
    const writer = this.#writers.get(id)
    writer?.interrupt()
    await writer?.done.catch(() => undefined)
  }

  /** Tracks the writing of a part, which must finish before the server stops. */
  async during<T>(id: string, work: Promise<T>): Promise<T> {
    this.#running.set(id, work)
    try {
      return await work
    } finally {
      if (this.#running.get(id) === work) this.#running.delete(id)
    }
  }

  /** Ends a part whose sender is silent; its bytes are durable and the next part may begin. */
  async endSilent(id: string): Promise<void> {
    if (!this.isSilent(id)) return
    this.#writers.get(id)?.interrupt()
    await this.#running.get(id)?.catch(() => undefined)
  }

  /** Before the server stops: ends all running parts and keeps their bytes. */
  async interruptAll(): Promise<void> {
    for (const { interrupt } of this.#writers.values()) interrupt()
    await Promise.allSettled(this.#running.values())
  }

  /** Concurrent requests during sealing share one result. */
  seal(id: string, work: () => Promise<SealedUpload>): Promise<SealedUpload> {
    const running = this.#sealing.get(id)
    if (running) return running
    const sealing = work().finally(() => this.#sealing.delete(id))
    this.#sealing.set(id, sealing)
    return sealing
  }

  sealingOf(id: string): Promise<SealedUpload> | undefined {
    return this.#sealing.get(id)
  }
}

const desks = new WeakMap<Storage, ActiveUploads>()

/** One instance per store, so that two servers in one process, as in tests, share nothing. */
export function activeUploadsOf(storage: Storage): ActiveUploads {
  const active = desks.get(storage) ?? new ActiveUploads()
  desks.set(storage, active)
  return active
}

import type { Milliseconds } from '#shared/units.ts'
import type { Storage } from '#server/storage/storage.ts'
import { UploadHasher } from './upload-hash.ts'

export interface SealedUpload {
  readonly versionId: string
  readonly trackId: string
  readonly sha256: string
}

interface Writer {
  readonly interrupt: () => void
  readonly done: Promise<unknown>
  lastBytesAt: Milliseconds
}

/** Bytes of a living sender come at least twice as often. */
const SILENT_MS: Milliseconds = 1500

/**
 * What this process knows of the uploads it is receiving. Everything here may be lost: the truth is in the store and
 * the database.
 */
export class ActiveUploads {
  readonly hasher = new UploadHasher()
  readonly #writers = new Map<string, Writer>()
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #sealing = new Map<string, Promise<SealedUpload>>()

  /** Notes who writes to an upload while `work` runs. */
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

  /** Notes that bytes came from who writes to an upload here. */
  heard(id: string): void {
    const writer = this.#writers.get(id)
    if (writer) writer.lastBytesAt = performance.now()
  }

  /** Whether the sender of a part has died without a word, as when a network goes away. */
  isSilent(id: string): boolean {
    const writer = this.#writers.get(id)
    return writer !== undefined && performance.now() - writer.lastBytesAt > SILENT_MS
  }

  /** Cuts off who writes to an upload here and waits until the bytes that came are safe. */
  async interrupt(id: string): Promise<void> {
    const writer = this.#writers.get(id)
    writer?.interrupt()
    await writer?.done.catch(() => undefined)
  }

  /** Notes the taking of a part, which must be over before the server stops. */
  async during<T>(id: string, work: Promise<T>): Promise<T> {
    this.#running.set(id, work)
    try {
      return await work
    } finally {
      if (this.#running.get(id) === work) this.#running.delete(id)
    }
  }

  /** Ends the taking of a part whose sender is silent; what came of it is safe and the way free for the next. */
  async endSilent(id: string): Promise<void> {
    if (!this.isSilent(id)) return
    this.#writers.get(id)?.interrupt()
    await this.#running.get(id)?.catch(() => undefined)
  }

  /** Before the server stops: every part that is arriving keeps what came of it. */
  async interruptAll(): Promise<void> {
    for (const { interrupt } of this.#writers.values()) interrupt()
    await Promise.allSettled(this.#running.values())
  }

  /** Whoever asks while an upload is being sealed gets the same answer. */
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

/** One desk per store, so that two servers in one process, as in tests, share nothing. */
export function activeUploadsOf(storage: Storage): ActiveUploads {
  const desk = desks.get(storage) ?? new ActiveUploads()
  desks.set(storage, desk)
  return desk
}

import type { Readable } from 'node:stream'
import type { Instant } from '#shared/units.ts'
import type { PublicAnswer } from './presigned-get.ts'

/** Bytes `start` to `end`, both inclusive, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface BlobFacts {
  readonly sizeBytes: number
  readonly modifiedAt: number
  /** The store’s own tag, with quotes, if it has one. */
  readonly etag?: string
}

export interface BlobEntry extends BlobFacts {
  readonly key: string
}

/**
 * Stores files. Keys are relative paths with `/`, the same for every driver, and never change:
 * `projects/{projectId}/{trackId}/{versionId}/{safe original name}`, with generated files under `derived/` beside it. A
 * write that has returned survives power loss. Every driver must pass storage.test-suite.ts.
 */
export interface Storage {
  /** Writes a whole blob; it appears under its key complete or not at all. Returns its size. Aborts on the signal. */
  put(key: string, source: Readable | Uint8Array, signal?: AbortSignal): Promise<number>
  /** The same from a file that is on this machine, which stays. */
  putFile(key: string, path: string, signal?: AbortSignal): Promise<number>
  /** Throws BlobMissing if there is none, like `openLocal`. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** For a sender that reads into its own buffer; missing in stores that are not on this machine. */
  openLocal?(key: string): Promise<LocalBlob>
  find(key: string): Promise<BlobFacts | undefined>
  /**
   * A URL at which browsers can read it from the store for a few minutes; undefined if only this server reaches the
   * store.
   */
  publicUrl(key: string, answer: PublicAnswer): string | undefined
  /** The path at which the web server in front of us sends it; missing or undefined if it does not. */
  proxyPath?(key: string): string | undefined
  /** Does nothing if there is none. */
  remove(key: string): Promise<void>
  /** In no particular order. */
  list(prefix: string): AsyncIterable<BlobEntry>
  /**
   * Runs `work` with a local file of these bytes: the blob itself on disk, otherwise a temporary copy. The signal
   * aborts the copying; `work` must handle it itself.
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T>

  /**
   * Starts a blob that arrives in parts, with its final size. The result is stored with the upload as its `ref` and
   * passed to every later call.
   */
  beginParts(id: string, key: string, sizeBytes: number): Promise<string | null>
  /**
   * Appends at `offset`, which must equal `partBytes`. Resolves with the number of bytes from `source` that are now
   * durable, which may be fewer than were sent if the source failed or the watch refused; it does not reject for that.
   * Rejects with StorageFull if there is no space; earlier bytes are durable then too.
   */
  appendPart(upload: PartialBlob, offset: number, source: Readable, watch?: AppendWatch): Promise<number>
  /** The number of durable bytes; all of them once `finishParts` has begun. 0 for a blob that is gone. */
  partBytes(upload: PartialBlob): Promise<number>
  /** The local path of the bytes so far; undefined if they are not on this machine. */
  partsPath(upload: PartialBlob): Promise<string | undefined>
  /**
   * Turns the parts into the blob, which must have that size. Throws PartsShort, and changes nothing, while there are
   * fewer bytes. Safe to repeat after a crash.
   */
  finishParts(upload: PartialBlob, sizeBytes: number): Promise<void>
  /**
   * Frees the space of the bytes so far without touching a finished blob: for an upload that is being abandoned. A
   * driver without space limits does nothing.
   */
  dropParts(upload: PartialBlob): Promise<void>
  /** Deletes the parts, and the blob if `finishParts` had begun. Safe to repeat. */
  abortParts(upload: PartialBlob): Promise<void>
  /**
   * Deletes leftovers of unfinished writes from before that time, unless `keep` knows their id or key. Returns how
   * many.
   */
  sweepParts(before: Instant, keep: (left: { readonly id?: string; readonly key?: string }) => boolean): Promise<number>
  /** Free bytes, if the driver can tell. */
  freeBytes(): Promise<number | undefined>
  /** The size of the whole disk, if there is one. */
  diskBytes(): Promise<number | undefined>
  /** Resolves if the store answers and is writable. */
  check(): Promise<void>
}

/** An open file on this machine, to be closed by whoever opened it. */
export interface LocalBlob {
  /** Reads up to `length` bytes at `position` into the buffer’s beginning; 0 at the end of the blob. */
  read(buffer: Uint8Array, position: number, length: number): Promise<number>
  close(): void
}

export interface PartialBlob {
  readonly id: string
  readonly key: string
  readonly ref: string | null
}

/** Callbacks while a part is written. */
export interface AppendWatch {
  /** Awaited before bytes go to the store; if it throws, nothing more is written. */
  readonly beforeWrite?: () => Promise<void> | undefined
  /**
   * Awaited right before bytes start to count, in stores that keep them in replaceable pieces; throwing has the same
   * effect as in `beforeWrite`. A writer that was stalled can check here that it still holds the upload.
   */
  readonly beforeKept?: () => Promise<void>
  /** The number of bytes of this part that the store has received, with the latest batch: not durable yet. */
  readonly written?: (bytes: number, batch: readonly Uint8Array[]) => void
}

/** There is no blob under that key. */
export class BlobMissing extends Error {
  /** The message names the folder, not the file: messages are logged. */
  constructor(key: string) {
    super(`no blob in ${key.slice(0, key.lastIndexOf('/') + 1)}`)
    this.name = 'BlobMissing'
  }
}

/** The upload has fewer bytes than its final size. */
export class PartsShort extends Error {
  readonly storedBytes: number

  constructor(storedBytes: number, sizeBytes: number) {
    super(`${storedBytes} of ${sizeBytes} bytes are there`)
    this.name = 'PartsShort'
    this.storedBytes = storedBytes
  }
}

/** The disk failed to store a write. All further writes are refused until a restart. */
export class StorageBroken extends Error {
  constructor(cause: unknown) {
    super('the disk failed to keep what was written', { cause })
    this.name = 'StorageBroken'
  }
}

/** The store is unreachable or reports that it is unavailable. Work that needs it waits. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super(`the store does not answer (${cause instanceof Error ? cause.message || cause.name : String(cause)})`, {
      cause,
    })
    this.name = 'StorageAway'
  }
}

/** The store is full. Uploads are answered with 507; everything else continues. */
export class StorageFull extends Error {
  constructor() {
    super('the store is full')
    this.name = 'StorageFull'
  }
}

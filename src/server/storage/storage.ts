import type { Readable } from 'node:stream'
import type { Instant } from '#shared/units.ts'
import type { PublicAnswer } from './presigned-get.ts'

/** Bytes `start` to `end`, both included, as in HTTP. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export interface BlobFacts {
  readonly sizeBytes: number
  readonly modifiedAt: number
  /** The store’s own tag, with its quotes, where it has one. */
  readonly etag?: string
}

export interface BlobEntry extends BlobFacts {
  readonly key: string
}

/**
 * Where files live. Keys are relative paths with `/`, the same on every driver, and never change:
 * `projects/{projectId}/{trackId}/{versionId}/{safe original name}`, what is made from it under `derived/` beside it.
 * A write that has returned survives power loss. A driver is done when storage.test-suite.ts passes.
 */
export interface Storage {
  /**
   * Writes a whole blob; it appears under its key complete or not at all. Returns its size. Breaks off when the signal
   * says so.
   */
  put(key: string, source: Readable | Uint8Array, signal?: AbortSignal): Promise<number>
  /** Throws BlobMissing when there is none. */
  read(key: string, range?: ByteRange): Promise<Readable>
  find(key: string): Promise<BlobFacts | undefined>
  /**
   * Where browsers may read it from the store itself for a few minutes; undefined where only this server reaches it.
   */
  publicUrl(key: string, answer: PublicAnswer): string | undefined
  /** Does nothing when there is none. */
  remove(key: string): Promise<void>
  /** In no particular order. */
  list(prefix: string): AsyncIterable<BlobEntry>
  /**
   * A local file with these bytes for as long as `work` runs: the blob itself on disk, a temporary copy elsewhere. The
   * signal breaks off the copying; `work` hears it by itself.
   */
  withFile<T>(key: string, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T>

  /**
   * Starts a blob that arrives in parts; `sizeBytes` is what it will have. The answer is kept with the upload as its
   * `ref` and given back to every later call.
   */
  beginParts(id: string, key: string, sizeBytes: number): Promise<string | null>
  /**
   * Appends at `offset`, which must be `partBytes`; resolves with the number of bytes from `source` now safe, which may
   * be less than was sent where the source broke off or who watches refused, and never rejects for that.
   * Rejects with StorageFull when there is no more room: what was written until then is safe as well.
   */
  appendPart(upload: PartialBlob, offset: number, source: Readable, watch?: AppendWatch): Promise<number>
  /** Bytes that are safe; all of them too once `finishParts` has begun. A blob that is gone has 0. */
  partBytes(upload: PartialBlob): Promise<number>
  /** Where a program on this machine can read the bytes so far; undefined where they are elsewhere. */
  partsPath(upload: PartialBlob): Promise<string | undefined>
  /**
   * Makes the parts the blob of that key, which is to have that size: throws PartsShort, and makes nothing, while there
   * are fewer. Harmless to repeat after a crash.
   */
  finishParts(upload: PartialBlob, sizeBytes: number): Promise<void>
  /**
   * Gives back the room of the bytes so far, without a touch of the blob: for an upload that somebody is giving up.
   * Where room is no matter it does nothing.
   */
  dropParts(upload: PartialBlob): Promise<void>
  /** Drops the parts, and the blob where `finishParts` had begun. Harmless to repeat. */
  abortParts(upload: PartialBlob): Promise<void>
  /** Drops what unfinished writes left behind before that time, unless `keep` knows its id or key. Returns how many. */
  sweepParts(before: Instant, keep: (left: { readonly id?: string; readonly key?: string }) => boolean): Promise<number>
  /** Bytes that could still be written, where the driver can tell. */
  freeBytes(): Promise<number | undefined>
  /** What the whole disk holds, where there is one. */
  diskBytes(): Promise<number | undefined>
  /** Resolves when the store answers and can be written to. */
  check(): Promise<void>
}

export interface PartialBlob {
  readonly id: string
  readonly key: string
  readonly ref: string | null
}

/** Looks on while a part is written. */
export interface AppendWatch {
  /** Awaited before bytes go to the store; when it throws, nothing more is written. */
  readonly beforeWrite?: () => Promise<void> | undefined
  /**
   * Awaited right before bytes begin to count, where a store keeps them in pieces that replace one another: as throwing
   * at `beforeWrite`. Whoever was silent for long asks here whether the upload is still theirs.
   */
  readonly beforeKept?: () => Promise<void>
  /** How many bytes of this part the store has taken so far, with the last of them: not yet safe. */
  readonly written?: (bytes: number, batch: readonly Uint8Array[]) => void
}

/** There is no blob under that key. */
export class BlobMissing extends Error {
  /** Says in which folder, not the file's name: messages are logged. */
  constructor(key: string) {
    super(`no blob in ${key.slice(0, key.lastIndexOf('/') + 1)}`)
    this.name = 'BlobMissing'
  }
}

/** Fewer bytes of an upload are there than it is to have. */
export class PartsShort extends Error {
  readonly storedBytes: number

  constructor(storedBytes: number, sizeBytes: number) {
    super(`${storedBytes} of ${sizeBytes} bytes are there`)
    this.name = 'PartsShort'
    this.storedBytes = storedBytes
  }
}

/** The disk failed to keep what was written. Nothing more is taken until a restart. */
export class StorageBroken extends Error {
  constructor(cause: unknown) {
    super('the disk failed to keep what was written', { cause })
    this.name = 'StorageBroken'
  }
}

/** The store cannot be reached, or says that it is not up to it now. Whatever needs it waits. */
export class StorageAway extends Error {
  constructor(cause: unknown) {
    super(`the store does not answer (${cause instanceof Error ? cause.message || cause.name : String(cause)})`, {
      cause,
    })
    this.name = 'StorageAway'
  }
}

/** The store is full. Uploads answer 507; everything else goes on. */
export class StorageFull extends Error {
  constructor() {
    super('the store is full')
    this.name = 'StorageFull'
  }
}

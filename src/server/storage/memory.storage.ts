import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import type { Instant } from '#shared/units.ts'
import { breakOffAt } from './break-off.ts'
import { byteCount, partBatches } from './part-batches.ts'
import {
  BlobMissing,
  PartsShort,
  StorageFull,
  type AppendWatch,
  type BlobEntry,
  type BlobFacts,
  type ByteRange,
  type PartialBlob,
  type Storage,
} from './storage.ts'
import { checkedKey, checkedPartId } from './storage-key.ts'

interface Kept {
  readonly bytes: Uint8Array
  readonly modifiedAt: Instant
}

const PART_BYTES = 256 * 1024

/** Keeps blobs in memory up to a size: for tests, and as the simplest example of a driver. */
export class MemoryStorage implements Storage {
  readonly #blobs = new Map<string, Kept>()
  readonly #parts = new Map<string, Kept>()
  readonly #capacityBytes: number
  readonly #now: () => Instant

  constructor({ capacityBytes = 4 * 1024 ** 3, now = Date.now }: { capacityBytes?: number; now?: () => Instant } = {}) {
    this.#capacityBytes = capacityBytes
    this.#now = now
  }

  putFile(key: string, path: string, signal?: AbortSignal): Promise<number> {
    return this.put(key, createReadStream(path), signal)
  }

  async put(key: string, source: Readable | Uint8Array, signal?: AbortSignal): Promise<number> {
    checkedKey(key)
    if (source instanceof Readable) breakOffAt(signal, source)
    const chunks: Uint8Array[] = []
    for await (const chunk of source instanceof Readable ? source : [source]) chunks.push(chunk)
    this.#take(byteCount(chunks))
    this.#blobs.set(key, this.#kept(Buffer.concat(chunks)))
    return byteCount(chunks)
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const blob = this.#blobs.get(checkedKey(key))
    if (!blob) throw new BlobMissing(key)
    return Readable.from([Buffer.from(range ? blob.bytes.subarray(range.start, range.end + 1) : blob.bytes)], {
      objectMode: false,
    })
  }

  publicUrl(): undefined {
    return undefined
  }

  async find(key: string): Promise<BlobFacts | undefined> {
    const blob = this.#blobs.get(checkedKey(key))
    return blob && { sizeBytes: blob.bytes.byteLength, modifiedAt: blob.modifiedAt }
  }

  async remove(key: string): Promise<void> {
    this.#blobs.delete(checkedKey(key))
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    for (const [key, { bytes, modifiedAt }] of Array.from(this.#blobs))
      if (key.startsWith(prefix)) yield { key, sizeBytes: bytes.byteLength, modifiedAt }
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const blob = this.#blobs.get(checkedKey(key))
    if (!blob) throw new BlobMissing(key)
    const folder = await mkdtemp(join(tmpdir(), 'roughmix-blob-'))
    try {
      const path = join(folder, basename(key))
      await writeFile(path, blob.bytes)
      return await work(path)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  async beginParts(id: string, key: string, _sizeBytes: number): Promise<string> {
    checkedKey(key)
    this.#parts.set(checkedPartId(id), this.#kept(new Uint8Array()))
    // Not needed here, but tests detect a caller that does not pass it back.
    return referenceOf(id)
  }

  async appendPart(upload: PartialBlob, offset: number, source: Readable, watch: AppendWatch = {}): Promise<number> {
    const present = this.#part(upload)
    if (present?.bytes.byteLength !== offset) throw new Error(`a part at ${offset} does not follow the bytes there are`)
    let bytes = 0
    for await (const batch of partBatches(source, PART_BYTES)) {
      if (
        !(await (watch.beforeWrite?.() ?? Promise.resolve()).then(
          () => true,
          () => false,
        ))
      )
        break
      this.#take(byteCount(batch))
      this.#parts.set(upload.id, this.#kept(Buffer.concat([this.#part(upload)?.bytes ?? new Uint8Array(), ...batch])))
      bytes += byteCount(batch)
      watch.written?.(bytes, batch)
    }
    return bytes
  }

  async partBytes(upload: PartialBlob): Promise<number> {
    return (this.#part(upload) ?? this.#blobs.get(upload.key))?.bytes.byteLength ?? 0
  }

  async partsPath(): Promise<undefined> {
    return undefined
  }

  async finishParts(upload: PartialBlob, sizeBytes: number): Promise<void> {
    const part = this.#part(upload)
    if (!part && !this.#blobs.has(upload.key)) throw new BlobMissing(upload.key)
    if (part && part.bytes.byteLength !== sizeBytes) throw new PartsShort(part.bytes.byteLength, sizeBytes)
    if (part) this.#blobs.set(checkedKey(upload.key), part)
    this.#parts.delete(upload.id)
  }

  async dropParts({ id }: PartialBlob): Promise<void> {
    this.#parts.delete(id)
  }

  async abortParts(upload: PartialBlob): Promise<void> {
    this.#parts.delete(upload.id)
    this.#blobs.delete(upload.key)
  }

  async sweepParts(before: Instant, keep: (left: { readonly id?: string }) => boolean): Promise<number> {
    const left = [...this.#parts].filter(([id, { modifiedAt }]) => modifiedAt < before && !keep({ id }))
    for (const [id] of left) this.#parts.delete(id)
    return left.length
  }

  async freeBytes(): Promise<number> {
    const used = [...this.#blobs.values(), ...this.#parts.values()].reduce(
      (sum, { bytes }) => sum + bytes.byteLength,
      0,
    )
    return this.#capacityBytes - used
  }

  async diskBytes(): Promise<undefined> {
    return undefined
  }

  async check(): Promise<void> {}

  #part(upload: PartialBlob): Kept | undefined {
    if (upload.ref !== referenceOf(upload.id)) throw new Error('the reference of this upload was lost')
    return this.#parts.get(checkedPartId(upload.id))
  }

  #kept(bytes: Uint8Array): Kept {
    return { bytes, modifiedAt: this.#now() }
  }

  #take(bytes: number): void {
    const used = [...this.#blobs.values(), ...this.#parts.values()].reduce(
      (sum, kept) => sum + kept.bytes.byteLength,
      0,
    )
    if (used + bytes > this.#capacityBytes) throw new StorageFull()
  }
}

function referenceOf(id: string): string {
  return createHash('sha256').update(id).digest('hex')
}

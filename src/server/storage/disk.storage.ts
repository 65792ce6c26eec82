import { createReadStream, open as openDescriptor } from 'node:fs'
import { access, readdir, rename, rm, rmdir, stat, statfs, writeFile, type FileHandle } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import type { Instant } from '#shared/units.ts'
import { crashPoint } from '../crash-points.ts'
import { breakOffAt } from './break-off.ts'
import { isMissing, makeFolder, orFull, syncFolder, withHandle, writeBatch } from './disk-files.ts'
import type { FreeSpaceGate, GuardedWriter } from './free-space-gate.ts'
import { OpenBlobs } from './open-blobs.ts'
import { byteCount, partBatches } from './part-batches.ts'
import {
  BlobMissing,
  PartsShort,
  StorageBroken,
  type AppendWatch,
  type BlobEntry,
  type BlobFacts,
  type ByteRange,
  type LocalBlob,
  type PartialBlob,
  type Storage,
} from './storage.ts'
import { checkedKey, checkedPartId } from './storage-key.ts'

const WRITE_BYTES = 1024 * 1024
/** Reads of 64 KiB cost 1.3 times the CPU, reads of 1 MiB a third more memory (bench/ranges.ts). */
const READ_BYTES = 256 * 1024
/** Bytes after which the kernel is asked to start writing, so that the last flush of a large part is short. */
const FLUSH_BYTES = 64 * 1024 * 1024
const MARKER = '.roughmix-volume'
const PARTS = '.parts'

/** The folder is not the one that was set up: probably a volume is not mounted. */
export class VolumeMissing extends Error {}

/** Plain files below one folder, named by their keys. */
export class DiskStorage implements Storage {
  readonly #root: string
  readonly #newId: () => string
  readonly #onBroken: (error: unknown) => void
  readonly #gate: FreeSpaceGate | undefined
  readonly #open = new OpenBlobs()
  readonly #proxyFolder: string | undefined
  /**
   * Set by a failed flush: the kernel may drop pages and report success the next time, so nothing is trusted until a
   * restart.
   */
  #brokenBy: unknown

  /** Without a free-space gate the disk may be filled completely. */
  constructor(
    root: string,
    newId: () => string,
    {
      onBroken = () => undefined,
      room,
      proxyFolder,
    }: {
      readonly onBroken?: ((error: unknown) => void) | undefined
      readonly room?: FreeSpaceGate | undefined
      /** Where the web server in front of us has this folder, with slashes around it. */
      readonly proxyFolder?: string | undefined
    } = {},
  ) {
    this.#root = root
    this.#newId = newId
    this.#onBroken = onBroken
    this.#gate = room
    this.#proxyFolder = proxyFolder
  }

  /**
   * Prepares the folder. `isNew` says whether this installation has never stored a file: only then may the volume's
   * marker be missing.
   */
  async open({ isNew }: { isNew: boolean }): Promise<void> {
    const marker = join(this.#root, MARKER)
    if (!(await exists(marker))) {
      if (!isNew)
        throw new VolumeMissing(
          `${this.#root} lacks its marker, but files were stored there before. Is its volume mounted? If this is ` +
            `the right folder, create the file ${marker}.`,
        )
      await makeFolder(this.#root)
      await writeFile(
        marker,
        'Roughmix keeps its files in this folder and looks for this marker to know that the volume is mounted.\n',
        { flush: true },
      )
      await syncFolder(this.#root)
    }
    await makeFolder(join(this.#root, PARTS))
  }

  async put(key: string, source: Readable | Uint8Array, signal?: AbortSignal): Promise<number> {
    if (source instanceof Readable) breakOffAt(signal, source)
    return this.#putFrom(key, source instanceof Readable ? source : [source])
  }

  async putFile(key: string, path: string, signal?: AbortSignal): Promise<number> {
    return withHandle(path, 'r', (file) => this.#putFrom(key, piecesOf(file, signal)))
  }

  async #putFrom(key: string, source: Pieces): Promise<number> {
    this.#refuseBroken()
    const draft = join(this.#root, PARTS, `put-${this.#newId()}`)
    try {
      const sizeBytes = await withHandle(draft, 'wx', (file) => this.#writeAll(file, source))
      crashPoint('draft.written')
      await this.#moveTo(draft, checkedKey(key))
      return sizeBytes
    } catch (error) {
      await rm(draft, { force: true })
      throw orFull(error)
    }
  }

  async #writeAll(file: FileHandle, source: Pieces): Promise<number> {
    let bytes = 0
    const guardedWriter = this.#gate?.writer()
    try {
      // A blob is stored whole or not at all, so a source that ends early is an error.
      for await (const chunk of source) {
        guardedWriter?.take(chunk.byteLength)
        await writeBatch(file, [chunk], bytes)
        bytes += chunk.byteLength
      }
      await this.#flush(file)
    } finally {
      guardedWriter?.close()
    }
    return bytes
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return openStream(this.#path(key), key, range)
  }

  async openLocal(key: string): Promise<LocalBlob> {
    return this.#open.open(this.#path(key)).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissing(key) : error
    })
  }

  publicUrl(): undefined {
    return undefined
  }

  proxyPath(key: string): string | undefined {
    return this.#proxyFolder && this.#proxyFolder + checkedKey(key).split('/').map(encodeURIComponent).join('/')
  }

  async find(key: string): Promise<BlobFacts | undefined> {
    const path = this.#path(key)
    return this.#open.facts(path) ?? factsOf(path)
  }

  async remove(key: string): Promise<void> {
    const path = this.#path(key)
    await rm(path, { force: true })
    this.#open.forget(path)
    await this.#pruneFrom(dirname(path))
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    const folder = prefix.includes('/') ? prefix.slice(0, prefix.lastIndexOf('/')) : ''
    yield* this.#walk(folder === '' ? this.#root : this.#path(folder), prefix)
  }

  async *#walk(folder: string, prefix: string): AsyncIterable<BlobEntry> {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const path = join(folder, entry.name)
      const key = relative(this.#root, path).split(sep).join('/')
      if (entry.isDirectory() && (key.startsWith(prefix) || prefix.startsWith(`${key}/`)))
        yield* this.#walk(path, prefix)
      if (!entry.isFile() || !key.startsWith(prefix)) continue
      const facts = await factsOf(path)
      if (facts) yield { key, ...facts }
    }
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.#path(key)
    if (!(await factsOf(path))) throw new BlobMissing(key)
    return work(path)
  }

  async beginParts(id: string, key: string, _sizeBytes: number): Promise<null> {
    this.#refuseBroken()
    checkedKey(key)
    try {
      await withHandle(this.#partPath(id), 'wx', () => Promise.resolve())
      crashPoint('part.begun')
      await syncFolder(join(this.#root, PARTS))
    } catch (error) {
      throw orFull(error)
    }
    return null
  }

  async appendPart(upload: PartialBlob, offset: number, source: Readable, watch: AppendWatch = {}): Promise<number> {
    this.#refuseBroken()
    return withHandle(await this.#reopened(upload), 'r+', async (file) => {
      const { size: present } = await file.stat()
      if (present !== offset) throw new Error(`a part at ${offset} does not follow the ${present} bytes there are`)
      const room = this.#gate?.writer()
      const failure = await this.#append(file, offset, source, { ...watch, room })
      room?.close()
      crashPoint('part.written')
      await this.#flush(file)
      crashPoint('part.flushed')
      if (failure) throw orFull(failure.error)
      return (await file.stat()).size - offset
    })
  }

  /** Bytes that were lost in a crash are sent again: turns the finished file back into a part. */
  async #reopened({ id, key }: PartialBlob): Promise<string> {
    const part = this.#partPath(id)
    if (await exists(part)) return part
    const placed = this.#path(key)
    if (await exists(placed)) {
      await rename(placed, part)
      this.#open.forget(placed)
    } else await withHandle(part, 'wx', () => Promise.resolve())
    await syncFolder(dirname(part))
    return part
  }

  /** Reads the next batch while writing the previous one. Returns the error that stopped it, if any. */
  async #append(
    file: FileHandle,
    offset: number,
    source: Readable,
    watch: AppendWatch & { readonly room: GuardedWriter | undefined },
  ): Promise<Failure | undefined> {
    let at = offset
    let flushedAt = offset
    let writing: Promise<Failure | undefined> = Promise.resolve(undefined)
    let flushing: Promise<Failure | undefined> = Promise.resolve(undefined)
    let full: Failure | undefined
    for await (const batch of partBatches(source, WRITE_BYTES)) {
      if ((await writing) || (await refuses(watch))) break
      full = lackOf(watch.room, byteCount(batch))
      if (full) break
      writing = outcome(writeBatch(file, batch, at).then(writtenTo(watch, at - offset, batch)))
      at += byteCount(batch)
      if (at - flushedAt < FLUSH_BYTES) continue
      if (await flushing) break
      flushedAt = at
      flushing = outcome(this.#flush(file))
    }
    return (await writing) ?? (await flushing) ?? full
  }

  async partBytes(upload: PartialBlob): Promise<number> {
    const path = await this.partsPath(upload)
    if (!path) return 0
    // Data written by a process that died may only be in the page cache; it counts after a flush.
    await withHandle(path, 'r+', (file) => this.#flush(file))
    return (await factsOf(path))?.sizeBytes ?? 0
  }

  async partsPath(upload: PartialBlob): Promise<string | undefined> {
    for (const path of [this.#partPath(upload.id), this.#path(upload.key)]) if (await exists(path)) return path
    return undefined
  }

  async finishParts(upload: PartialBlob, sizeBytes: number): Promise<void> {
    this.#refuseBroken()
    const part = this.#partPath(upload.id)
    if (!(await exists(part))) {
      if (await exists(this.#path(upload.key))) return void (await syncFolder(dirname(this.#path(upload.key))))
      throw new BlobMissing(upload.key)
    }
    const { size: storedBytes } = await stat(part)
    if (storedBytes !== sizeBytes) throw new PartsShort(storedBytes, sizeBytes)
    try {
      await withHandle(part, 'r+', (file) => this.#flush(file))
      crashPoint('file.flushed')
      await this.#moveTo(part, checkedKey(upload.key))
      crashPoint('file.kept')
    } catch (error) {
      throw orFull(error)
    }
  }

  async dropParts({ id }: PartialBlob): Promise<void> {
    await rm(this.#partPath(id), { force: true })
  }

  async abortParts(upload: PartialBlob): Promise<void> {
    await rm(this.#partPath(upload.id), { force: true })
    await this.remove(upload.key)
  }

  async sweepParts(before: Instant, keep: (left: { readonly id?: string }) => boolean): Promise<number> {
    let removed = 0
    const folder = join(this.#root, PARTS)
    for (const name of await readdir(folder)) {
      const facts = await factsOf(join(folder, name))
      if (!facts || facts.modifiedAt >= before || keep({ id: name })) continue
      await rm(join(folder, name), { force: true })
      removed++
    }
    return removed
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  async diskBytes(): Promise<number> {
    const { blocks, bsize } = await statfs(this.#root)
    return blocks * bsize
  }

  async check(): Promise<void> {
    this.#refuseBroken()
    if (!(await exists(join(this.#root, MARKER))))
      throw new VolumeMissing(`${this.#root} lacks its marker. Is its volume mounted?`)
    const probe = join(this.#root, PARTS, `put-probe-${this.#newId()}`)
    try {
      await withHandle(probe, 'wx', (file) => this.#flush(file))
    } catch (error) {
      throw orFull(error)
    } finally {
      await rm(probe, { force: true })
    }
  }

  #path(key: string): string {
    return join(this.#root, ...checkedKey(key).split('/'))
  }

  #partPath(id: string): string {
    return join(this.#root, PARTS, checkedPartId(id))
  }

  #refuseBroken(): void {
    if (this.#brokenBy) throw new StorageBroken(this.#brokenBy)
  }

  async #flush(file: FileHandle): Promise<void> {
    try {
      await file.datasync()
    } catch (error) {
      if (orFull(error) !== error) throw error
      this.#brokenBy = error
      this.#onBroken(error)
      throw new StorageBroken(error)
    }
  }

  /** The folder may be pruned while it is created, or before the rename, so this retries. */
  async #moveTo(from: string, key: string): Promise<void> {
    const to = this.#path(key)
    for (let attempt = 1; ; attempt++) {
      try {
        await makeFolder(dirname(to))
        await rename(from, to)
        this.#open.forget(to)
        crashPoint('file.moved')
        break
      } catch (error) {
        if (attempt === 5 || !isMissing(error) || !(await exists(from))) throw error
      }
    }
    await syncFolder(dirname(to))
  }

  async #pruneFrom(folder: string): Promise<void> {
    for (let empty = folder; empty !== this.#root; empty = dirname(empty)) {
      try {
        await rmdir(empty)
      } catch (error) {
        if (isMissing(error)) continue
        break
      }
    }
  }
}

/** Each is valid until the next is asked for. */
type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * A file's bytes in one buffer that is used again: with a buffer for each piece, V8 collects its whole heap after every
 * few dozen megabytes that are copied.
 */
async function* piecesOf(file: FileHandle, signal: AbortSignal | undefined): AsyncGenerator<Uint8Array> {
  const { size } = await file.stat()
  const buffer = Buffer.allocUnsafeSlow(Math.max(1, Math.min(size, WRITE_BYTES)))
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

interface Failure {
  readonly error: unknown
}

function lackOf(guardedWriter: GuardedWriter | undefined, bytes: number): Failure | undefined {
  try {
    guardedWriter?.take(bytes)
    return undefined
  } catch (error) {
    return { error }
  }
}

function outcome(work: Promise<void>): Promise<Failure | undefined> {
  return work.then(
    () => undefined,
    (error: unknown) => ({ error }),
  )
}

function writtenTo(watch: AppendWatch, before: number, batch: readonly Uint8Array[]): () => void {
  return () => watch.written?.(before + byteCount(batch), batch)
}

async function refuses(watch: AppendWatch): Promise<boolean> {
  const asking = watch.beforeWrite?.()
  return asking
    ? asking.then(
        () => false,
        () => true,
      )
    : false
}

const openNumber = promisify(openDescriptor)

async function openStream(path: string, key: string, range?: ByteRange): Promise<Readable> {
  const fd = await openBlob(path, key)
  return createReadStream('', { fd, highWaterMark: READ_BYTES, ...(range && { start: range.start, end: range.end }) })
}

/** A descriptor, not a FileHandle: an unread FileHandle would end the process when it is collected. */
async function openBlob(path: string, key: string): Promise<number> {
  try {
    return await openNumber(path, 'r')
  } catch (error) {
    throw isMissing(error) ? new BlobMissing(key) : error
  }
}

async function factsOf(path: string): Promise<BlobFacts | undefined> {
  try {
    const facts = await stat(path)
    return facts.isFile() ? { sizeBytes: facts.size, modifiedAt: Math.round(facts.mtimeMs) } : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

import { createReadStream, createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
  type CompletedPart,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Instant } from '#shared/units.ts'
import { breakOffAt } from './break-off.ts'
import type { Presign, PublicAnswer } from './presigned-get.ts'
import { byteCount, partBatches } from './part-batches.ts'
import { isGone, orStorageAway, orStorageFull } from './s3-errors.ts'
import { listMultiparts, listObjects, listParts, type PartFacts } from './s3-listings.ts'
import { S3Tails, UNFINISHED, type Tail } from './s3-tails.ts'
import {
  BlobMissing,
  PartsShort,
  type AppendWatch,
  type BlobEntry,
  type BlobFacts,
  type ByteRange,
  type PartialBlob,
  type Storage,
} from './storage.ts'
import { withFolder } from '../process/workshop.ts'
import { checkedKey, checkedPartId } from './storage-key.ts'

/** The minimum size of all parts but the last: some stores want them equal, all want at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024
const MOST_PARTS = 9900
const BATCH_BYTES = 1024 * 1024
const MOST_FOLLOWED = 500

/** What has arrived of an upload: full parts, and a tail object with the remaining bytes. */
interface Progress {
  readonly partBytes: number
  readonly uploadId: string
  readonly fullParts: number
  readonly tail: Tail | undefined
}

/**
 * Any S3-compatible bucket. A blob in parts is a multipart upload. Bytes that do not fill a part are stored in a tail
 * object; a tail whose offset is not the end of the full parts is outdated, so a crash between writing a part and
 * deleting its tail counts nothing twice.
 */
export class S3Storage implements Storage {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #workshop: string
  readonly #newId: () => string
  readonly #presign: Presign | undefined
  readonly #tails: S3Tails
  /** Known full parts, so that a long upload is not listed from its start for every part. */
  readonly #atLeast = new Map<string, number>()

  /** Without `presign` only this server reads from the store. */
  constructor({
    client,
    bucket,
    workshop,
    newId,
    presign,
  }: {
    client: S3Client
    bucket: string
    workshop: string
    newId: () => string
    presign?: Presign | undefined
  }) {
    this.#client = client
    this.#bucket = bucket
    this.#workshop = workshop
    this.#newId = newId
    this.#presign = presign
    this.#tails = new S3Tails(client, bucket)
  }

  putFile(key: string, path: string, signal?: AbortSignal): Promise<number> {
    return this.put(key, createReadStream(path), signal)
  }

  async put(key: string, source: Readable | Uint8Array, signal?: AbortSignal): Promise<number> {
    checkedKey(key)
    if (!(source instanceof Readable)) return this.#putWhole(key, source, signal)
    breakOffAt(signal, source)
    let sizeBytes = 0
    let uploadId: string | undefined
    const parts: CompletedPart[] = []
    try {
      for await (const piece of pieces(source, PART_BYTES)) {
        sizeBytes += piece.byteLength
        if (!uploadId && piece.byteLength < PART_BYTES) return await this.#putWhole(key, piece, signal)
        uploadId ??= await this.#createMultipart(key, signal)
        parts.push(await this.#sendPart({ key, uploadId, number: parts.length + 1, body: piece }, signal))
      }
      if (!uploadId) return await this.#putWhole(key, new Uint8Array(), signal)
      await this.#complete(key, uploadId, parts, signal)
      return sizeBytes
    } catch (error) {
      if (uploadId) {
        const cleared = this.#abortMultipart(key, uploadId).catch(() => undefined)
        // An aborted call does not wait for this either; the sweep removes leftovers.
        if (!signal?.aborted) await cleared
      }
      throw error
    }
  }

  async read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          ...this.#at(checkedKey(key)),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
        until(signal),
      )
      if (Body instanceof Readable) return Body
    } catch (error) {
      throw isGone(error) ? new BlobMissing(key) : error
    }
    throw new BlobMissing(key)
  }

  publicUrl(key: string, answer: PublicAnswer): string | undefined {
    return this.#presign?.(checkedKey(key), answer)
  }

  async find(key: string): Promise<BlobFacts | undefined> {
    return this.#head(checkedKey(key))
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#at(checkedKey(key))))
  }

  async *list(prefix: string): AsyncIterable<BlobEntry> {
    for await (const entry of listObjects(this.#client, this.#bucket, prefix))
      if (!entry.key.startsWith(UNFINISHED)) yield entry
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const source = await this.read(key, undefined, signal)
    return withFolder(this.#workshop, 'blob', async (folder) => {
      const path = join(folder, basename(key))
      await pipeline(source, createWriteStream(path, { mode: 0o600 }), { signal }).catch((error: unknown) => {
        signal?.throwIfAborted()
        // The connection may break in the middle.
        orStorageAway(error)
      })
      return work(path)
    })
  }

  async beginParts(id: string, key: string, sizeBytes: number): Promise<string> {
    checkedPartId(id)
    const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / MOST_PARTS / BATCH_BYTES) * BATCH_BYTES)
    return `${partBytes}.${await this.#createMultipart(checkedKey(key))}`
  }

  async appendPart(upload: PartialBlob, offset: number, source: Readable, watch: AppendWatch = {}): Promise<number> {
    const progress = await this.#progress(upload)
    if (!progress || offset !== arrivedBytes(progress))
      throw new Error(`a part at ${offset} does not follow the bytes there are`)
    const { partBytes, uploadId, fullParts, tail } = progress
    let buffered: Uint8Array[] = tail ? [await this.#tails.read(tail)] : []
    let parts = fullParts
    let received = 0
    let isOurs = true
    for await (const batch of partBatches(source, BATCH_BYTES)) {
      isOurs = await allows(watch.beforeWrite)
      if (!isOurs) break
      received += byteCount(batch)
      watch.written?.(received, batch)
      buffered.push(...batch)
      while (isOurs && byteCount(buffered) >= partBytes) {
        isOurs = await allows(watch.beforeKept)
        if (!isOurs) break
        const all = Buffer.concat(buffered)
        await this.#sendPart({ key: upload.key, uploadId, number: parts + 1, body: all.subarray(0, partBytes) })
        buffered = [all.subarray(partBytes)]
        parts++
      }
      if (!isOurs) break
    }
    const rest = Buffer.concat(buffered)
    const keepsRest = isOurs && received > 0 && rest.byteLength > 0 && (await allows(watch.beforeKept))
    if (keepsRest) await this.#tails.save(upload.id, parts * partBytes, rest)
    // Its bytes are now in a part or in a longer tail.
    if (tail && (parts > fullParts || keepsRest)) await this.#tails.drop(tail)
    if (keepsRest) return parts * partBytes + rest.byteLength - offset
    return parts > fullParts ? parts * partBytes - offset : 0
  }

  async partBytes(upload: PartialBlob): Promise<number> {
    const progress = await this.#progress(upload)
    if (progress) return arrivedBytes(progress)
    return (await this.#head(upload.key))?.sizeBytes ?? 0
  }

  async partsPath(): Promise<undefined> {
    return undefined
  }

  async finishParts(upload: PartialBlob, sizeBytes: number): Promise<void> {
    const progress = await this.#progress(upload)
    if (progress && arrivedBytes(progress) !== sizeBytes) throw new PartsShort(arrivedBytes(progress), sizeBytes)
    if (progress) await this.#assemble(upload, progress)
    else if (!(await this.#head(upload.key))) throw new BlobMissing(upload.key)
    await this.#tails.dropAll(upload.id)
    this.#atLeast.delete(upload.id)
  }

  async #assemble({ key }: PartialBlob, { partBytes, uploadId, fullParts, tail }: Progress): Promise<void> {
    if (fullParts === 0 && !tail) {
      await this.#putWhole(key, new Uint8Array())
      return this.#abortMultipart(key, uploadId)
    }
    const parts: CompletedPart[] = []
    for await (const part of listParts(this.#client, { bucket: this.#bucket, key, uploadId, after: 0 }))
      if (isNext(part, parts.length, partBytes) && parts.length < fullParts)
        parts.push({ PartNumber: part.number, ETag: part.etag })
    if (tail)
      parts.push(await this.#sendPart({ key, uploadId, number: fullParts + 1, body: await this.#tails.read(tail) }))
    await this.#complete(key, uploadId, parts)
  }

  /** Buckets do not run out of space; `abortParts` is soon enough. */
  async dropParts(): Promise<void> {}

  async abortParts(upload: PartialBlob): Promise<void> {
    await this.#abortMultipart(upload.key, referenceOf(upload).uploadId)
    await this.#tails.dropAll(upload.id)
    await this.remove(upload.key)
    this.#atLeast.delete(upload.id)
  }

  async sweepParts(
    before: Instant,
    keep: (left: { readonly id?: string; readonly key?: string }) => boolean,
  ): Promise<number> {
    let removed = 0
    for await (const { key, modifiedAt } of listObjects(this.#client, this.#bucket, UNFINISHED)) {
      const id = key.slice(UNFINISHED.length).split('/')[0] ?? ''
      if (modifiedAt >= before || keep({ id })) continue
      await this.#client.send(new DeleteObjectCommand(this.#at(key)))
      removed++
    }
    for await (const { key, uploadId, startedAt } of listMultiparts(this.#client, this.#bucket)) {
      if (startedAt >= before || keep({ key })) continue
      await this.#abortMultipart(key, uploadId)
      removed++
    }
    return removed
  }

  async freeBytes(): Promise<undefined> {
    return undefined
  }

  async diskBytes(): Promise<undefined> {
    return undefined
  }

  async check(): Promise<void> {
    const probe = this.#at(`${UNFINISHED}probe-${this.#newId()}/0`)
    await this.#client.send(new PutObjectCommand({ ...probe, Body: new Uint8Array() }))
    await this.#client.send(new DeleteObjectCommand(probe))
  }

  /** Undefined once the parts have become a blob or were aborted. */
  async #progress(upload: PartialBlob): Promise<Progress | undefined> {
    const { partBytes, uploadId } = referenceOf(upload)
    let fullParts = this.#atLeast.get(upload.id) ?? 0
    try {
      for await (const part of listParts(this.#client, {
        bucket: this.#bucket,
        key: upload.key,
        uploadId,
        after: fullParts,
      }))
        if (isNext(part, fullParts, partBytes)) fullParts++
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
    this.#atLeast.delete(upload.id)
    this.#atLeast.set(upload.id, fullParts)
    // Another process may have finished the oldest.
    for (const [oldest] of this.#atLeast) if (this.#atLeast.size > MOST_FOLLOWED) this.#atLeast.delete(oldest)
    return { partBytes, uploadId, fullParts, tail: await this.#tails.find(upload.id, fullParts * partBytes) }
  }

  async #putWhole(key: string, bytes: Uint8Array, signal?: AbortSignal): Promise<number> {
    await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: bytes }), until(signal)).catch(orStorageFull)
    return bytes.byteLength
  }

  async #createMultipart(key: string, signal?: AbortSignal): Promise<string> {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(this.#at(key)), until(signal))
    if (!UploadId) throw new Error('the store began an upload without naming it')
    return UploadId
  }

  async #sendPart(
    { key, uploadId, number, body }: { key: string; uploadId: string; number: number; body: Uint8Array },
    signal?: AbortSignal,
  ): Promise<CompletedPart> {
    const result = await this.#client
      .send(
        new UploadPartCommand({ ...this.#at(key), UploadId: uploadId, PartNumber: number, Body: body }),
        until(signal),
      )
      .catch(orStorageFull)
    return { PartNumber: number, ETag: result.ETag }
  }

  async #complete(key: string, uploadId: string, parts: CompletedPart[], signal?: AbortSignal): Promise<void> {
    await this.#client
      .send(
        new CompleteMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts: parts } }),
        until(signal),
      )
      .catch(orStorageFull)
  }

  async #abortMultipart(key: string, uploadId: string): Promise<void> {
    await this.#client
      .send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId }))
      .catch((error: unknown) => {
        if (!isGone(error)) throw error
      })
  }

  async #head(key: string): Promise<BlobFacts | undefined> {
    try {
      const { ContentLength, LastModified, ETag } = await this.#client.send(new HeadObjectCommand(this.#at(key)))
      return { sizeBytes: ContentLength ?? 0, modifiedAt: LastModified?.getTime() ?? 0, ...(ETag && { etag: ETag }) }
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: key }
  }
}

function isNext(part: PartFacts, fullParts: number, partBytes: number): boolean {
  return part.number === fullParts + 1 && part.sizeBytes === partBytes
}

function arrivedBytes({ partBytes, fullParts, tail }: Progress): number {
  return fullParts * partBytes + (tail?.sizeBytes ?? 0)
}

/** Call options that abort with the signal. */
function until(signal: AbortSignal | undefined): { readonly abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {}
}

/** Whether the watch allows it to continue. */
function allows(callback: (() => Promise<void> | undefined) | undefined): Promise<boolean> {
  return (callback?.() ?? Promise.resolve()).then(
    () => true,
    () => false,
  )
}

/** `{bytes of a part}.{the store's upload id}`, as made by beginParts. */
function referenceOf({ ref }: PartialBlob): { partBytes: number; uploadId: string } {
  const dot = ref?.indexOf('.') ?? -1
  if (!ref || dot < 1) throw new Error('the reference of this upload was lost')
  return { partBytes: Number(ref.slice(0, dot)), uploadId: ref.slice(dot + 1) }
}

/** Splits a stream into pieces of exactly that size, the last one shorter. Throws if the stream fails. */
async function* pieces(source: Readable, bytes: number): AsyncGenerator<Uint8Array> {
  let buffered: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    buffered.push(chunk)
    size += chunk.byteLength
    while (size >= bytes) {
      const all: Uint8Array = Buffer.concat(buffered)
      yield all.subarray(0, bytes)
      buffered = [all.subarray(bytes)]
      size -= bytes
    }
  }
  if (size > 0) yield Buffer.concat(buffered)
}

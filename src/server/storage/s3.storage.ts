import { createWriteStream } from 'node:fs'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand, CompleteMultipartUploadCommand, CreateMultipartUploadCommand, DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, UploadPartCommand,
  type CompletedPart, type S3Client,
} from '@aws-sdk/client-s3'
import type { Instant } from '#shared/units.ts'
import type { Presign, PublicAnswer } from './presigned-get.ts'
import { byteCount, partBatches } from './part-batches.ts'
import { isGone, orStorageFull } from './s3-errors.ts'
import { listMultiparts, listObjects, listParts, type PartFacts } from './s3-listings.ts'
import { BlobMissing, type AppendWatch, type BlobEntry, type BlobFacts, type ByteRange, type PartialBlob, type Storage } from './storage.ts'
import { withFolder } from '../process/workshop.ts'
import { checkedKey, checkedPartId } from './storage-key.ts'

/** All parts but the last have this size or more: some stores want them equal, all want at least 5 MiB. */
const PART_BYTES = 8 * 1024 * 1024
const MOST_PARTS = 9900
const BATCH_BYTES = 1024 * 1024
const UNFINISHED = '.parts/'
const MOST_FOLLOWED = 500

/** What has arrived of an upload: full parts, and a tail object with the bytes that do not fill one yet. */
interface Progress {
  readonly partBytes: number
  readonly uploadId: string
  readonly fullParts: number
  readonly tailBytes: number
}

/**
 * Any S3-compatible bucket. A blob in parts is a multipart upload. Bytes that do not fill a part lie in an object
 * `.parts/{id}/{offset}`; one whose offset is not the end of the full parts is out of date, so a crash between writing a
 * part and removing its tail counts nothing twice.
 */
export class S3Storage implements Storage {
  readonly #client: S3Client
  readonly #bucket: string
  readonly #workshop: string
  readonly #newId: () => string
  readonly #presign: Presign | undefined
  /** Full parts known to exist, so that a long upload is not listed from its start for every part. */
  readonly #atLeast = new Map<string, number>()

  /** Without `presign` nobody but this server is sent to the store. */
  constructor({ client, bucket, workshop, newId, presign }: { client: S3Client; bucket: string; workshop: string; newId: () => string; presign?: Presign | undefined }) {
    this.#client = client
    this.#bucket = bucket
    this.#workshop = workshop
    this.#newId = newId
    this.#presign = presign
  }

  async put(key: string, source: Readable | Uint8Array): Promise<number> {
    checkedKey(key)
    if (!(source instanceof Readable)) return this.#putWhole(key, source)
    let sizeBytes = 0
    let uploadId: string | undefined
    const parts: CompletedPart[] = []
    try {
      for await (const piece of pieces(source, PART_BYTES)) {
        sizeBytes += piece.byteLength
        if (!uploadId && piece.byteLength < PART_BYTES) return await this.#putWhole(key, piece)
        uploadId ??= await this.#createMultipart(key)
        parts.push(await this.#sendPart({ key, uploadId, number: parts.length + 1, body: piece }))
      }
      if (!uploadId) return await this.#putWhole(key, new Uint8Array())
      await this.#complete(key, uploadId, parts)
      return sizeBytes
    } catch (error) {
      if (uploadId) await this.#abortMultipart(key, uploadId).catch(() => undefined)
      throw error
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ ...this.#at(checkedKey(key)), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }))
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
    for await (const entry of listObjects(this.#client, this.#bucket, prefix)) if (!entry.key.startsWith(UNFINISHED)) yield entry
  }

  async withFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const source = await this.read(key)
    return withFolder(this.#workshop, 'blob', async (folder) => {
      const path = join(folder, basename(key))
      await pipeline(source, createWriteStream(path, { mode: 0o600 }))
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
    const { partBytes, uploadId, fullParts, tailBytes } = progress ?? { partBytes: PART_BYTES, uploadId: '', fullParts: 0, tailBytes: -1 }
    if (offset !== fullParts * partBytes + tailBytes) throw new Error(`a part at ${offset} does not follow the bytes there are`)
    let held: Uint8Array[] = tailBytes > 0 ? [await this.#readTail(upload.id, fullParts * partBytes)] : []
    let parts = fullParts
    let received = 0
    let refused = false
    for await (const batch of partBatches(source, BATCH_BYTES)) {
      refused = !(await (watch.beforeWrite?.() ?? Promise.resolve()).then(() => true, () => false))
      if (refused) break
      received += byteCount(batch)
      watch.written?.(received, batch)
      held.push(...batch)
      while (byteCount(held) >= partBytes) {
        const all = Buffer.concat(held)
        await this.#sendPart({ key: upload.key, uploadId, number: parts + 1, body: all.subarray(0, partBytes) })
        held = [all.subarray(partBytes)]
        parts++
      }
    }
    const tail = Buffer.concat(held)
    if (parts > fullParts || (received > 0 && !refused)) await this.#saveTail(upload.id, parts * partBytes, tail)
    if (parts > fullParts && tailBytes > 0) await this.#client.send(new DeleteObjectCommand(this.#at(tailKey(upload.id, fullParts * partBytes))))
    return parts * partBytes + tail.byteLength - offset
  }

  async partBytes(upload: PartialBlob): Promise<number> {
    const progress = await this.#progress(upload)
    if (progress) return progress.fullParts * progress.partBytes + progress.tailBytes
    return (await this.#head(upload.key))?.sizeBytes ?? 0
  }

  async partsPath(): Promise<undefined> {
    return undefined
  }

  async finishParts(upload: PartialBlob): Promise<void> {
    const progress = await this.#progress(upload)
    if (progress) await this.#assemble(upload, progress)
    else if (!(await this.#head(upload.key))) throw new BlobMissing(upload.key)
    await this.#dropTails(upload.id)
    this.#atLeast.delete(upload.id)
  }

  async #assemble({ id, key }: PartialBlob, { partBytes, uploadId, fullParts, tailBytes }: Progress): Promise<void> {
    if (fullParts + tailBytes === 0) {
      await this.#putWhole(key, new Uint8Array())
      return this.#abortMultipart(key, uploadId)
    }
    const parts: CompletedPart[] = []
    for await (const part of listParts(this.#client, { bucket: this.#bucket, key, uploadId, after: 0 })) if (part.number <= fullParts) parts.push({ PartNumber: part.number, ETag: part.etag })
    if (tailBytes > 0) parts.push(await this.#sendPart({ key, uploadId, number: fullParts + 1, body: await this.#readTail(id, fullParts * partBytes) }))
    await this.#complete(key, uploadId, parts)
  }

  async abortParts(upload: PartialBlob): Promise<void> {
    await this.#abortMultipart(upload.key, referenceOf(upload).uploadId)
    await this.#dropTails(upload.id)
    await this.remove(upload.key)
    this.#atLeast.delete(upload.id)
  }

  async sweepParts(before: Instant, keep: (left: { readonly id?: string; readonly key?: string }) => boolean): Promise<number> {
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

  /** Undefined once the parts have become a blob, or were given up. */
  async #progress(upload: PartialBlob): Promise<Progress | undefined> {
    const { partBytes, uploadId } = referenceOf(upload)
    let fullParts = this.#atLeast.get(upload.id) ?? 0
    try {
      for await (const part of listParts(this.#client, { bucket: this.#bucket, key: upload.key, uploadId, after: fullParts })) if (isNext(part, fullParts, partBytes)) fullParts++
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
    this.#atLeast.delete(upload.id)
    this.#atLeast.set(upload.id, fullParts)
    // Another process may have ended the oldest.
    for (const [oldest] of this.#atLeast) if (this.#atLeast.size > MOST_FOLLOWED) this.#atLeast.delete(oldest)
    return { partBytes, uploadId, fullParts, tailBytes: (await this.#head(tailKey(upload.id, fullParts * partBytes)))?.sizeBytes ?? 0 }
  }

  async #readTail(id: string, offset: number): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand(this.#at(tailKey(id, offset))))
    return (await Body?.transformToByteArray()) ?? new Uint8Array()
  }

  async #saveTail(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength > 0) await this.#putWhole(tailKey(id, offset), bytes)
  }

  async #dropTails(id: string): Promise<void> {
    for await (const { key } of listObjects(this.#client, this.#bucket, `${UNFINISHED}${checkedPartId(id)}/`)) await this.#client.send(new DeleteObjectCommand(this.#at(key)))
  }

  async #putWhole(key: string, bytes: Uint8Array): Promise<number> {
    await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: bytes })).catch(orStorageFull)
    return bytes.byteLength
  }

  async #createMultipart(key: string): Promise<string> {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(this.#at(key)))
    if (!UploadId) throw new Error('the store began an upload without naming it')
    return UploadId
  }

  async #sendPart({ key, uploadId, number, body }: { key: string; uploadId: string; number: number; body: Uint8Array }): Promise<CompletedPart> {
    const result = await this.#client.send(new UploadPartCommand({ ...this.#at(key), UploadId: uploadId, PartNumber: number, Body: body })).catch(orStorageFull)
    return { PartNumber: number, ETag: result.ETag }
  }

  async #complete(key: string, uploadId: string, parts: CompletedPart[]): Promise<void> {
    await this.#client.send(new CompleteMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId, MultipartUpload: { Parts: parts } })).catch(orStorageFull)
  }

  async #abortMultipart(key: string, uploadId: string): Promise<void> {
    await this.#client.send(new AbortMultipartUploadCommand({ ...this.#at(key), UploadId: uploadId })).catch((error: unknown) => {
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

function tailKey(id: string, offset: number): string {
  return `${UNFINISHED}${checkedPartId(id)}/${offset}`
}

/** `{bytes of a part}.{the store's name for the upload}`, as beginParts made it. */
function referenceOf({ ref }: PartialBlob): { partBytes: number; uploadId: string } {
  const dot = ref?.indexOf('.') ?? -1
  if (!ref || dot < 1) throw new Error('the reference of this upload was lost')
  return { partBytes: Number(ref.slice(0, dot)), uploadId: ref.slice(dot + 1) }
}

/** A stream cut into pieces of exactly that size, the last one shorter. Throws when the stream breaks off. */
async function* pieces(source: Readable, bytes: number): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    held.push(chunk)
    size += chunk.byteLength
    while (size >= bytes) {
      const all: Uint8Array = Buffer.concat(held)
      yield all.subarray(0, bytes)
      held = [all.subarray(bytes)]
      size -= bytes
    }
  }
  if (size > 0) yield Buffer.concat(held)
}

import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { orStorageFull } from './s3-errors.ts'
import { listObjects } from './s3-listings.ts'
import { checkedPartId } from './storage-key.ts'

export const UNFINISHED = '.parts/'

/** Bytes of an upload, from an offset, that do not fill a part yet. */
export interface Tail {
  readonly key: string
  readonly sizeBytes: number
}

/**
 * Tails are objects named `.parts/{id}/{offset}.{bytes}`. The length is in the name, so that a late writer whose lease
 * has expired cannot replace an acknowledged tail with a shorter one.
 */
export class S3Tails {
  readonly #client: S3Client
  readonly #bucket: string

  constructor(client: S3Client, bucket: string) {
    this.#client = client
    this.#bucket = bucket
  }

  /** The longest tail at that offset; it contains all shorter ones, because an upload is one file. */
  async find(id: string, offset: number): Promise<Tail | undefined> {
    let longest: Tail | undefined
    for await (const { key, sizeBytes } of listObjects(this.#client, this.#bucket, folderOf(id)))
      if (offsetOf(key) === offset && sizeBytes > (longest?.sizeBytes ?? 0)) longest = { key, sizeBytes }
    return longest
  }

  async read({ key }: Tail): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }))
    return (await Body?.transformToByteArray()) ?? new Uint8Array()
  }

  async save(id: string, offset: number, bytes: Uint8Array): Promise<void> {
    await this.#client
      .send(
        new PutObjectCommand({
          Bucket: this.#bucket,
          Key: `${folderOf(id)}${offset}.${bytes.byteLength}`,
          Body: bytes,
        }),
      )
      .catch(orStorageFull)
  }

  async drop({ key }: Pick<Tail, 'key'>): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }))
  }

  async dropAll(id: string): Promise<void> {
    for await (const tail of listObjects(this.#client, this.#bucket, folderOf(id))) await this.drop(tail)
  }
}

function folderOf(id: string): string {
  return `${UNFINISHED}${checkedPartId(id)}/`
}

/** Tails of older uploads have no length in their names, only `{offset}`. */
function offsetOf(key: string): number {
  return Number(key.slice(key.lastIndexOf('/') + 1).split('.')[0])
}

import { Readable } from 'node:stream'
import type { ByteRange, Storage } from '../storage/storage.ts'

export interface BlobHead {
  readonly bytes: Uint8Array
  /** How many of the blob's first bytes are left out. */
  readonly insteadOf: number
}

/** The length of a blob with its head replaced. */
export function prefixedBytes(sizeBytes: number, head: BlobHead | undefined): number {
  return head ? sizeBytes - head.insteadOf + head.bytes.length : sizeBytes
}

/** A byte range of a blob with its head replaced. */
export function readPrefixed(
  storage: Storage,
  key: string,
  { bytes, insteadOf }: BlobHead,
  { start, end }: ByteRange,
): Readable {
  const shift = insteadOf - bytes.length
  async function* parts(): AsyncGenerator<Uint8Array> {
    if (start < bytes.length) yield bytes.subarray(start, end + 1)
    if (end >= bytes.length)
      yield* await storage.read(key, { start: Math.max(start, bytes.length) + shift, end: end + shift })
  }
  return Readable.from(parts(), { objectMode: false })
}

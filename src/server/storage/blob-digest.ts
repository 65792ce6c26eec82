import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Storage } from './storage.ts'

/** The SHA-256 of a blob in hexadecimal; undefined if there is no blob. */
export async function blobDigest(storage: Storage, key: string): Promise<string | undefined> {
  try {
    return await streamDigest(await storage.read(key))
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    throw error
  }
}

/** The SHA-256 of a local file in hexadecimal. */
export function fileDigest(path: string, signal?: AbortSignal): Promise<string> {
  return streamDigest(createReadStream(path), signal)
}

/** The SHA-256 of a stream in hexadecimal. */
export async function streamDigest(source: Readable, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(source, hash, { signal })
  return hash.digest('hex')
}

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Storage } from './storage.ts'

/** SHA-256 of a blob in hexadecimal, read through; undefined where there is none. */
export async function blobDigest(storage: Storage, key: string): Promise<string | undefined> {
  try {
    return await streamDigest(await storage.read(key))
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    throw error
  }
}

/** The same of a file by its path. */
export function fileDigest(path: string, signal?: AbortSignal): Promise<string> {
  return streamDigest(createReadStream(path), signal)
}

/** The same of whatever a stream gives. */
export async function streamDigest(source: Readable, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(source, hash, { signal })
  return hash.digest('hex')
}

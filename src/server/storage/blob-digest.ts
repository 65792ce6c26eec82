import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Storage } from './storage.ts'

/** SHA-256 of a blob in hexadecimal, read through; undefined where there is none. */
export async function blobDigest(storage: Storage, key: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(await storage.read(key), async (source: AsyncIterable<Uint8Array>) => {
      for await (const bytes of source) hash.update(bytes)
    })
  } catch (error) {
    if (error instanceof BlobMissing) return undefined
    throw error
  }
  return hash.digest('hex')
}

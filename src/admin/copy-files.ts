import type { Readable } from 'node:stream'
import { blobDigest } from '#server/storage/blob-digest.ts'
import { isFull } from '#server/storage/storage-full.ts'
import { StorageAway, StorageBroken, type Storage } from '#server/storage/storage.ts'
import { hashedInto } from '#features/administration/server/back-up.ts'
import type { BackedUpFile } from '#features/administration/server/backup-manifest.ts'
import { Stopped } from './rollback.ts'

export interface FileSource {
  readonly files: readonly BackedUpFile[]
  readFile(key: string): Promise<Readable>
}

/** Copies all files and verifies them. Returns the keys of damaged ones; a full store ends it. */
export async function copyFiles(
  storage: Storage,
  { files, readFile }: FileSource,
  tell: (line: string) => void,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const differing: string[] = []
  for (const [i, { key, sizeBytes, sha256 }] of files.entries()) {
    if (signal?.aborted) throw new Stopped()
    try {
      const seen = await hashedInto(await readFile(key), (stream) => storage.put(key, stream))
      // Read again from the target.
      if (seen.kept !== sizeBytes || seen.sha256 !== sha256 || (await blobDigest(storage, key)) !== sha256)
        differing.push(key)
    } catch (error) {
      if (isOver(error)) throw error
      tell(`${key}: ${error instanceof Error ? error.message : String(error)}`)
      differing.push(key)
    }
    if ((i + 1) % 100 === 0) tell(`${i + 1} of ${files.length} files`)
  }
  return differing
}

/**
 * The error is not the file's fault: smaller files might still fit, and an installation without its largest file would
 * look complete.
 */
function isOver(error: unknown): boolean {
  return isFull(error) || error instanceof StorageBroken || error instanceof StorageAway
}

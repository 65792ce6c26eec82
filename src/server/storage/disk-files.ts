import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isFull } from './storage-full.ts'
import { StorageFull } from './storage.ts'

/** Runs `work` with an open file and closes it in any case. */
export async function withHandle<T>(path: string, flags: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags, 0o640)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** Syncs a finished file, so that it survives power loss. */
export async function syncFile(path: string): Promise<void> {
  await withHandle(path, 'r+', (file) => file.sync())
}

/** Syncs a folder, so that new names in it survive power loss. Windows cannot open folders and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  await withHandle(path, 'r', (folder) => folder.sync())
}

/** Creates a folder and its parents, and syncs each parent. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (!first) return
  const top = dirname(resolve(first))
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    await syncFolder(folder)
    if (folder === top || folder === dirname(folder)) return
  }
}

/** Writes a whole batch at a position. A full disk writes a part and then fails. */
export async function writeBatch(file: FileHandle, batch: readonly Uint8Array[], position: number): Promise<void> {
  let rest = [...batch]
  let at = position
  while (rest.length > 0) {
    const { bytesWritten } = await file.writev(rest, at)
    at += bytesWritten
    rest = without(rest, bytesWritten)
  }
}

/** What is left of a batch after its first bytes were written. */
export function without(batch: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let left = bytes
  const rest: Uint8Array[] = []
  for (const chunk of batch) {
    if (left < chunk.byteLength) rest.push(left > 0 ? chunk.subarray(left) : chunk)
    left = Math.max(0, left - chunk.byteLength)
  }
  return rest
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

export function isMissing(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** StorageFull for a full disk, an exceeded quota or a file too large for the file system; other errors unchanged. */
export function orFull(error: unknown): unknown {
  return isFull(error) ? new StorageFull() : error
}

import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { HashAnswer, HashOrder } from './upload-hash.ts'

/** A file that is read as it grows. */
interface Followed {
  readonly hash: Hash
  path: string
  bytes: number
  target: number
  /** The request to answer once `target` is reached. */
  ask: number | undefined
}

const SLICE_BYTES = 8 * 1024 * 1024
const piece = Buffer.allocUnsafe(1024 * 1024)
const files = new Map<string, Followed>()
let reading = false

parentPort?.on('message', (order: HashOrder) => {
  if (order.kind === 'forget') files.delete(order.id)
  else files.set(order.id, followed(order))
  if (!reading) readNext()
})

function followed(order: Extract<HashOrder, { kind: 'follow' | 'finish' }>): Followed {
  const known = order.kind === 'finish' && order.afresh ? undefined : files.get(order.id)
  return {
    hash: known?.hash ?? createHash('sha256'),
    bytes: known?.bytes ?? 0,
    path: order.path,
    target: order.bytes,
    ask: order.kind === 'finish' ? order.ask : undefined,
  }
}

/**
 * Reads one slice of one file at a time, so that a large file does not delay a small one and messages are received in
 * between.
 */
function readNext(): void {
  reading = false
  for (const [id, file] of files) {
    if (file.bytes >= file.target && file.ask === undefined) continue
    files.delete(id)
    // Back to the end of the queue.
    if (readSlice(file)) files.set(id, file)
    reading = true
    setImmediate(readNext)
    return
  }
}

/** False if there is nothing more to read for now. */
function readSlice(file: Followed): boolean {
  try {
    hashSlice(file)
  } catch (error) {
    answer(file, { error: String(error) })
    // The file was renamed while its last bytes were to be read: the request for the digest contains its new name.
    file.target = file.bytes
    return file.ask === undefined
  }
  if (file.bytes < file.target || file.ask === undefined) return true
  answer(file, { sha256: file.hash.digest('hex') })
  return false
}

function hashSlice(file: Followed): void {
  const fd = openSync(file.path, 'r')
  try {
    const end = Math.min(file.target, file.bytes + SLICE_BYTES)
    while (file.bytes < end) {
      const read = readSync(fd, piece, 0, Math.min(piece.byteLength, end - file.bytes), file.bytes)
      if (read === 0) throw new Error(`the file ends at ${file.bytes} of ${file.target} bytes`)
      file.hash.update(piece.subarray(0, read))
      file.bytes += read
    }
  } finally {
    closeSync(fd)
  }
}

function answer(file: Followed, result: { sha256: string } | { error: string }): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  if (file.ask !== undefined) parentPort?.postMessage({ ask: file.ask, ...result } satisfies HashAnswer)
}

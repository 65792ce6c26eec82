import type { ServerResponse } from 'node:http'
import type { LocalBlob } from '../storage/storage.ts'

/** A range of the player in one read and one write; in two of half the size it takes a quarter more CPU time. */
const BUFFER_BYTES = 512 * 1024
/** 16 MB in all: enough for as many listeners as read at the same instant. */
const MOST_KEPT = 32
const kept: Buffer[] = []

/**
 * Sends `length` bytes from `start` through one buffer, which is read into again once the system has taken what was in
 * it: half the CPU time of a stream, which allocates a buffer per read. Closes the blob. Resolves when everything is
 * sent or the client has disconnected; bytes that are missing cut the connection, so that half a file does not look
 * complete.
 */
export async function sendLocal(
  blob: LocalBlob,
  response: ServerResponse,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<void> {
  const buffer = kept.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
  let isBusy = false
  try {
    let at = start
    for (const end = start + length; at < end;) {
      const bytes = await blob.read(buffer, at, Math.min(buffer.byteLength, end - at))
      if (bytes === 0) throw new Error('the blob is shorter than it was')
      isBusy = true
      if (!(await isTaken(response, buffer.subarray(0, bytes)))) return
      isBusy = false
      at += bytes
    }
    response.end()
  } catch {
    response.destroy()
  } finally {
    blob.close()
    // After a disconnection the system may still be reading from it.
    if (!isBusy && kept.length < MOST_KEPT) kept.push(buffer)
  }
}

/** Resolves with true when the system has taken the bytes, with false when the client has disconnected. */
function isTaken(response: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const left = () => resolve(false)
    if (response.destroyed) return left()
    response.once('close', left)
    response.write(bytes, (error) => {
      response.off('close', left)
      resolve(!error)
    })
  })
}

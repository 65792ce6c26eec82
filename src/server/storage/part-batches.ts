import type { Readable } from 'node:stream'

/** A slow sender's bytes are passed on after this time, however few. */
const LONGEST_MS = 500

/**
 * Yields a stream in batches of at least `leastBytes` (fewer from a slow sender and at the end), so that many small
 * chunks need few system calls. A stream that fails simply ends: earlier bytes are still yielded.
 */
export async function* partBatches(source: Readable, leastBytes: number): AsyncGenerator<Uint8Array[]> {
  let batch: Uint8Array[] = []
  let bytes = 0
  let handedOnAt = performance.now()
  try {
    // Does not destroy the source on an early end: it is a request that still needs an answer.
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      batch.push(chunk)
      bytes += chunk.byteLength
      if (bytes < leastBytes && performance.now() - handedOnAt < LONGEST_MS) continue
      const full = batch
      batch = []
      bytes = 0
      handedOnAt = performance.now()
      yield full
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  if (bytes > 0) yield batch
}

export function byteCount(batch: readonly Uint8Array[]): number {
  return batch.reduce((sum, chunk) => sum + chunk.byteLength, 0)
}

import { addAbortSignal, type Readable } from 'node:stream'

/**
 * Ends a source when the signal says so. Who reads it is told; where it said so before anybody did, the error must not
 * end the process.
 */
export function breakOffAt(signal: AbortSignal | undefined, source: Readable): void {
  if (!signal) return
  source.on('error', () => undefined)
  addAbortSignal(signal, source)
}

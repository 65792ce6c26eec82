import { addAbortSignal, type Readable } from 'node:stream'

/** Destroys a source on the signal. Its reader gets the error; without a reader the error must not end the process. */
export function breakOffAt(signal: AbortSignal | undefined, source: Readable): void {
  if (!signal) return
  source.on('error', () => undefined)
  addAbortSignal(signal, source)
}

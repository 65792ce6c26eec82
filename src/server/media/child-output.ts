import { writeSync } from 'node:fs'
import { MESSAGE_DESCRIPTOR, MESSAGE_HEAD_BYTES, MESSAGE_KINDS } from '#server/media/child-protocol.ts'
import type { ChildWords, OutputName } from '#server/media/child-protocol.ts'
import type { MeasureMessages } from '#server/media/measure-messages.ts'

/** Bytes buffered before they are written to the pipe. */
const GATHER_BYTES = 256 * 1024

/** The child's end of the pipe. Writing blocks while the parent is slow, which also slows the decoder, as intended. */
export class ChildOutput {
  readonly #gathered = new Uint8Array(GATHER_BYTES)
  #gatheredBytes = 0
  #flacPosition = 0

  say(message: ChildWords | MeasureMessages): void {
    this.#send(MESSAGE_KINDS.json, 0, new TextEncoder().encode(JSON.stringify(message)))
  }

  write(output: OutputName, position: number, bytes: Uint8Array): void {
    this.#send(MESSAGE_KINDS[output], position, bytes)
  }

  /** Appends to the FLAC rendition; the first call starts at `from`. */
  appendFlac(bytes: Uint8Array, from: number): void {
    if (this.#flacPosition === 0) this.#flacPosition = from
    if (this.#gatheredBytes + bytes.length > GATHER_BYTES) this.flushFlac()
    if (bytes.length > GATHER_BYTES) {
      this.write('flac', this.#flacPosition, bytes)
      this.#flacPosition += bytes.length
      return
    }
    this.#gathered.set(bytes, this.#gatheredBytes)
    this.#gatheredBytes += bytes.length
  }

  flushFlac(): void {
    if (this.#gatheredBytes === 0) return
    this.write('flac', this.#flacPosition, this.#gathered.subarray(0, this.#gatheredBytes))
    this.#flacPosition += this.#gatheredBytes
    this.#gatheredBytes = 0
  }

  #send(kind: number, position: number, payload: Uint8Array): void {
    const head = new Uint8Array(MESSAGE_HEAD_BYTES)
    const view = new DataView(head.buffer)
    view.setUint8(0, kind)
    view.setUint32(1, payload.length, true)
    view.setFloat64(5, position, true)
    writeAll(head)
    writeAll(payload)
  }
}

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(MESSAGE_DESCRIPTOR, bytes, at)
    } catch (error) {
      if (!isBusy(error)) throw error
      // The pipe is non-blocking and full: wait for the parent to read.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN'
}

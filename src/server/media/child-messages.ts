import type { Readable } from 'node:stream'
import { MAX_PAYLOAD_BYTES, MESSAGE_HEAD_BYTES, MESSAGE_KINDS, OUTPUT_NAMES } from '#server/media/child-protocol.ts'
import type { OutputName } from '#server/media/child-protocol.ts'

export type ChildMessage =
  | { readonly kind: 'words'; readonly words: unknown }
  | {
      readonly kind: 'bytes'
      readonly output: OutputName
      readonly position: number
      /** As they arrived, in one or more chunks. */
      readonly bytes: readonly Uint8Array[]
    }

/** The child broke the protocol. */
export class NonsenseError extends Error {}

/** The child stopped within a message; its exit status says why. */
export class CutShortError extends NonsenseError {}

/**
 * Yields messages as they arrive; reads on only after the previous one was handled. Throws a NonsenseError at an
 * invalid message.
 */
export async function* readChildMessages(pipe: Readable): AsyncGenerator<ChildMessage> {
  const pending = new PendingChunks()
  for await (const chunk of pipe) {
    pending.add(chunk)
    for (let message = takeMessage(pending); message; message = takeMessage(pending)) yield message
  }
  if (pending.length > 0) throw new CutShortError('the last message is cut short')
}

/** What has arrived. Chunks are not joined: of a large message each would be copied many times. */
class PendingChunks {
  length = 0
  #chunks: Buffer[] = []

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.length += chunk.length
  }

  /** The first bytes, which stay. There must be as many. */
  head(bytes: number): Buffer {
    const [first] = this.#chunks
    return first && first.length >= bytes ? first : Buffer.concat(this.#chunks, bytes)
  }

  /** Removes the first bytes. There must be as many. */
  take(bytes: number): readonly Buffer[] {
    const taken: Buffer[] = []
    let used = 0
    let left = bytes
    for (const chunk of this.#chunks) {
      if (left === 0) break
      taken.push(chunk.subarray(0, left))
      if (chunk.length > left) this.#chunks[used] = chunk.subarray(left)
      else used++
      left -= Math.min(left, chunk.length)
    }
    this.#chunks.splice(0, used)
    this.length -= bytes
    return taken
  }
}

function takeMessage(pending: PendingChunks): ChildMessage | null {
  if (pending.length < MESSAGE_HEAD_BYTES) return null
  const head = pending.head(MESSAGE_HEAD_BYTES)
  const kind = head.readUInt8(0)
  const payloadBytes = head.readUInt32LE(1)
  const position = head.readDoubleLE(5)
  if (payloadBytes > MAX_PAYLOAD_BYTES) throw new NonsenseError(`a message of ${payloadBytes} bytes`)
  if (pending.length < MESSAGE_HEAD_BYTES + payloadBytes) return null
  pending.take(MESSAGE_HEAD_BYTES)
  return readMessage(kind, position, pending.take(payloadBytes))
}

function readMessage(kind: number, position: number, payload: readonly Buffer[]): ChildMessage {
  if (kind === MESSAGE_KINDS.json) return { kind: 'words', words: parseJson(Buffer.concat(payload).toString()) }
  const output = OUTPUT_NAMES.find((name) => MESSAGE_KINDS[name] === kind)
  if (!output) throw new NonsenseError(`a message of kind ${kind}`)
  if (!Number.isSafeInteger(position) || position < 0) throw new NonsenseError(`bytes at position ${position}`)
  return { kind: 'bytes', output, position, bytes: payload }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new NonsenseError('words that are no JSON')
  }
}

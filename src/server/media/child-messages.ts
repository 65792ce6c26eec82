import type { Readable } from 'node:stream'
import { MAX_PAYLOAD_BYTES, MESSAGE_HEAD_BYTES, MESSAGE_KINDS, OUTPUT_NAMES } from '#server/media/child-protocol.ts'
import type { OutputName } from '#server/media/child-protocol.ts'

export type ChildMessage =
  | { readonly kind: 'words'; readonly words: unknown }
  | { readonly kind: 'bytes'; readonly output: OutputName; readonly position: number; readonly bytes: Uint8Array }

/** The child broke the protocol. */
export class NonsenseError extends Error {}

/** The child stopped within a message; its exit status says why. */
export class CutShortError extends NonsenseError {}

/**
 * Yields messages as they arrive; reads on only after the previous one was handled. Throws a NonsenseError at an
 * invalid message.
 */
export async function* readChildMessages(pipe: Readable): AsyncGenerator<ChildMessage> {
  let pending = Buffer.alloc(0)
  for await (const chunk of pipe) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk])
    for (let message = takeMessage(pending); message; message = takeMessage(pending)) {
      pending = pending.subarray(message.bytes)
      yield message.message
    }
  }
  if (pending.length > 0) throw new CutShortError('the last message is cut short')
}

function takeMessage(pending: Buffer): { readonly message: ChildMessage; readonly bytes: number } | null {
  if (pending.length < MESSAGE_HEAD_BYTES) return null
  const kind = pending.readUInt8(0)
  const payloadBytes = pending.readUInt32LE(1)
  const position = pending.readDoubleLE(5)
  if (payloadBytes > MAX_PAYLOAD_BYTES) throw new NonsenseError(`a message of ${payloadBytes} bytes`)
  const bytes = MESSAGE_HEAD_BYTES + payloadBytes
  if (pending.length < bytes) return null
  return { message: readMessage(kind, position, pending.subarray(MESSAGE_HEAD_BYTES, bytes)), bytes }
}

function readMessage(kind: number, position: number, payload: Buffer): ChildMessage {
  if (kind === MESSAGE_KINDS.json) return { kind: 'words', words: parseJson(payload.toString()) }
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

import { text, viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'

const MAX_CHUNKS = 1000
/** A size of all ones means that it is in the `ds64` chunk. */
const UNKNOWN_BYTES = 0xffffffff

/** A chunk of a WAV, where its content begins, and how long it is said to be. */
export interface RiffChunk {
  readonly id: string
  readonly at: number
  readonly bytes: number
}

/** The chunks of a WAV, RF64 or BW64, in their order; none of another file. */
export function* riffChunks(read: ReadBytes, fileBytes: number): Generator<RiffChunk> {
  if (!/^(RIFF|RF64|BW64)....WAVE$/s.test(text(read(0, 12), 0, 12))) return
  let longDataBytes = 0
  for (let at = 12, n = 0; at + 8 <= fileBytes && n < MAX_CHUNKS; n++) {
    const head = read(at, 8)
    if (head.length < 8) return
    const id = text(head, 0, 4)
    const stated = viewOf(head).getUint32(4, true)
    if (id === 'ds64') longDataBytes = longSize(read(at + 8, 16))
    const bytes = id === 'data' && stated === UNKNOWN_BYTES ? longDataBytes : stated
    yield { id, at: at + 8, bytes }
    at += 8 + bytes + (bytes % 2)
  }
}

function longSize(chunk: Uint8Array): number {
  const bytes = chunk.length < 16 ? 0 : Number(viewOf(chunk).getBigUint64(8, true))
  return Number.isSafeInteger(bytes) ? bytes : 0
}

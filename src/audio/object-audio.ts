import { text, viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'

const MAX_CHUNKS = 1000
const EXTENSIBLE = 0xfffe
/** A size of all ones means that it is in the `ds64` chunk. */
const UNKNOWN_BYTES = 0xffffffff
const CHNA_HEAD_BYTES = 4
const CHNA_ENTRY_BYTES = 40
/** `AP_0001…`: a pack of loudspeaker channels. Matrix, object, ambisonics and binaural packs have other numbers. */
const DIRECT_SPEAKERS = 'AP_0001'

/**
 * Whether channels are audio objects (or anything but loudspeakers) that a renderer must place: a WAV with ADM chunks
 * and no speaker mask, unless all its tracks are loudspeaker packs. Their level at the listener is unknown.
 * @see ITU-R BS.2076-2, BS.2088-1 (`axml`, `chna`)
 */
export function isObjectAudio(read: ReadBytes, fileBytes: number): boolean {
  if (!/^(RIFF|RF64|BW64)....WAVE$/s.test(text(read(0, 12), 0, 12))) return false
  let [mask, channels, hasAdm, longDataBytes] = [0, 0, false, 0]
  let packs: readonly string[] = []
  for (let at = 12, n = 0; at + 8 <= fileBytes && n < MAX_CHUNKS; n++) {
    const head = read(at, 8)
    if (head.length < 8) break
    const id = text(head, 0, 4)
    const stated = viewOf(head).getUint32(4, true)
    if (id === 'ds64') longDataBytes = longSize(read(at + 8, 16))
    if (id === 'fmt ') ({ mask, channels } = shapeIn(read(at + 8, Math.min(stated, 40))))
    if (id === 'axml') hasAdm = true
    if (id === 'chna') {
      hasAdm = true
      packs = packsIn(read(at + 8, Math.min(stated, CHNA_HEAD_BYTES + 1024 * CHNA_ENTRY_BYTES)))
    }
    const bytes = id === 'data' && stated === UNKNOWN_BYTES ? longDataBytes : stated
    at += 8 + bytes + (bytes % 2)
  }
  if (!hasAdm || mask !== 0) return false
  return packs.length > 0 ? packs.some((pack) => !pack.startsWith(DIRECT_SPEAKERS)) : channels > 2
}

function longSize(chunk: Uint8Array): number {
  const bytes = chunk.length < 16 ? 0 : Number(viewOf(chunk).getBigUint64(8, true))
  return Number.isSafeInteger(bytes) ? bytes : 0
}

function shapeIn(chunk: Uint8Array): { readonly mask: number; readonly channels: number } {
  if (chunk.length < 16) return { mask: 0, channels: 0 }
  const view = viewOf(chunk)
  return {
    mask: view.getUint16(0, true) === EXTENSIBLE && chunk.length >= 24 ? view.getUint32(20, true) : 0,
    channels: view.getUint16(2, true),
  }
}

/** For each used track: index (2 bytes), UID (12), track format (14), pack format (11), and one byte of padding. */
function packsIn(chunk: Uint8Array): readonly string[] {
  const packs: string[] = []
  for (let at = CHNA_HEAD_BYTES; at + CHNA_ENTRY_BYTES <= chunk.length; at += CHNA_ENTRY_BYTES)
    if (viewOf(chunk).getUint16(at, true) !== 0) packs.push(text(chunk, at + 28, 11))
  return packs
}

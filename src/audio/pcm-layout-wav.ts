import { encodingOf, layoutOf, text, viewOf } from '#audio/pcm-format.ts'
import type { PcmFormat, PcmLayout, ReadBytes } from '#audio/pcm-format.ts'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
/** A size of all ones: streamed, or (in RF64) in the `ds64` chunk. */
const UNKNOWN_BYTES = 0xffffffff
const UNKNOWN_LONG_BYTES = 0xffffffffffffffffn
/** More chunks than any program writes before its samples. */
const MAX_CHUNKS = 1000

/** WAV, BWF, and RF64 / BW64 (EBU Tech 3306). */
export function readWavLayout(read: ReadBytes, fileBytes: number): PcmLayout | null {
  let format: PcmFormat | null = null
  let longDataBytes: number | null = null
  for (let at = 12, n = 0; at + 8 <= fileBytes && n < MAX_CHUNKS; n++) {
    const head = read(at, 8)
    if (head.length < 8) return null
    const id = text(head, 0, 4)
    const bytes = viewOf(head).getUint32(4, true)
    if (id === 'ds64') longDataBytes = readLongDataBytes(read(at + 8, 16))
    if (id === 'fmt ') format = readFormat(read(at + 8, Math.min(bytes, 40)))
    if (id === 'data')
      return layoutOf(format, at + 8, bytes === UNKNOWN_BYTES ? longDataBytes : bytes || null, fileBytes)
    at += 8 + bytes + (bytes % 2)
  }
  return null
}

function readLongDataBytes(chunk: Uint8Array): number | null {
  if (chunk.length < 16) return null
  const bytes = viewOf(chunk).getBigUint64(8, true)
  // A size beyond all files is a lie, but it is a size: the file ends before it.
  return bytes > 0n && bytes !== UNKNOWN_LONG_BYTES ? Number(bytes) : null
}

function readFormat(chunk: Uint8Array): PcmFormat | null {
  if (chunk.length < 16) return null
  const view = viewOf(chunk)
  const tag = view.getUint16(0, true)
  const kind = tag === EXTENSIBLE && chunk.length >= 26 ? view.getUint16(24, true) : tag
  const channels = view.getUint16(2, true)
  const bits = view.getUint16(14, true)
  // For example, 20-bit samples are stored in 24-bit containers: only the container's width matters here.
  const containerBits = channels > 0 ? (view.getUint16(12, true) / channels) * 8 : 0
  if (containerBits !== Math.ceil(bits / 8) * 8) return null
  const encoding =
    kind === PCM
      ? containerBits === 8
        ? 'u8'
        : encodingOf('s', containerBits, true)
      : kind === FLOAT
        ? encodingOf('f', containerBits, true)
        : null
  return encoding && { encoding, sampleRate: view.getUint32(4, true), channels }
}

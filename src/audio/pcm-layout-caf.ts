import { encodingOf, layoutOf, text, viewOf } from '#audio/pcm-format.ts'
import type { PcmFormat, PcmLayout, ReadBytes } from '#audio/pcm-format.ts'

const MAX_CHUNKS = 1000
const IS_FLOAT = 1
const IS_LITTLE_ENDIAN = 2

/** Apple's Core Audio Format with linear PCM. */
export function readCafLayout(read: ReadBytes, fileBytes: number): PcmLayout | null {
  let format: PcmFormat | null = null
  for (let at = 8, n = 0; at + 12 <= fileBytes && n < MAX_CHUNKS; n++) {
    const head = read(at, 12)
    if (head.length < 12) return null
    const id = text(head, 0, 4)
    const bytes = Number(viewOf(head).getBigInt64(4))
    if (id === 'desc') format = readDescription(read(at + 12, 32))
    // The samples begin after a four-byte edit count; a size of -1 means up to the end.
    if (id === 'data') return layoutOf(format, at + 16, bytes < 4 ? null : bytes - 4, fileBytes)
    if (bytes < 0 || !Number.isSafeInteger(bytes)) return null
    at += 12 + bytes
  }
  return null
}

function readDescription(chunk: Uint8Array): PcmFormat | null {
  if (chunk.length < 32 || text(chunk, 8, 4) !== 'lpcm') return null
  const view = viewOf(chunk)
  const flags = view.getUint32(12)
  const channels = view.getUint32(24)
  const bits = view.getUint32(28)
  // Samples padded to a wider container are rare and not supported.
  if (view.getUint32(16) * 8 !== bits * channels) return null
  const encoding = encodingOf(flags & IS_FLOAT ? 'f' : 's', bits, (flags & IS_LITTLE_ENDIAN) !== 0)
  return encoding && { encoding, sampleRate: view.getFloat64(0), channels }
}

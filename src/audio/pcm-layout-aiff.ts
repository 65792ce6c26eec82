import { encodingOf, layoutOf, text, viewOf } from '#audio/pcm-format.ts'
import type { PcmFormat, PcmLayout, ReadBytes } from '#audio/pcm-format.ts'
import type { PcmEncoding } from '#audio/stream-source.ts'

const MAX_CHUNKS = 1000

/** AIFF, and AIFF-C if its "compression" only names a byte order or number format. */
export function readAiffLayout(read: ReadBytes, fileBytes: number): PcmLayout | null {
  let format: PcmFormat | null = null
  let promisedFrames = 0
  let sound: { readonly offset: number; readonly bytes: number } | null = null
  for (let at = 12, n = 0; at + 8 <= fileBytes && n < MAX_CHUNKS; n++) {
    const head = read(at, 16)
    if (head.length < 8) break
    const id = text(head, 0, 4)
    const bytes = viewOf(head).getUint32(4)
    if (id === 'COMM') {
      const common = read(at + 8, Math.min(bytes, 22))
      format = readCommon(common)
      promisedFrames = common.length < 6 ? 0 : viewOf(common).getUint32(2)
    }
    if (id === 'SSND' && head.length === 16) {
      const skip = viewOf(head).getUint32(8)
      sound = { offset: at + 16 + skip, bytes: Math.max(0, bytes - 8 - skip) }
    }
    // The format chunk may come after the samples.
    if (format && sound) break
    at += 8 + bytes + (bytes % 2)
  }
  const layout = sound && layoutOf(format, sound.offset, sound.bytes || null, fileBytes)
  // Both chunks declare a length; if they differ, the larger one is missing data.
  return layout && { ...layout, declaredFrames: Math.max(layout.declaredFrames ?? 0, promisedFrames) || null }
}

function readCommon(chunk: Uint8Array): PcmFormat | null {
  if (chunk.length < 18) return null
  const view = viewOf(chunk)
  const encoding = encodingNamed(chunk.length >= 22 ? text(chunk, 18, 4) : 'NONE', Math.ceil(view.getUint16(6) / 8) * 8)
  return encoding && { encoding, sampleRate: readExtended(view, 8), channels: view.getUint16(0) }
}

function encodingNamed(compression: string, bits: number): PcmEncoding | null {
  if (compression === 'NONE' || compression === 'twos') return encodingOf('s', bits, false)
  if (compression === 'sowt') return encodingOf('s', bits, true)
  if (compression === 'in24') return 's24be'
  if (compression === 'in32') return 's32be'
  if (compression === 'fl32' || compression === 'FL32') return 'f32be'
  if (compression === 'fl64' || compression === 'FL64') return 'f64be'
  return null
}

/** An 80-bit float sample rate, which AIFF inherited from the 68881. */
function readExtended(view: DataView, at: number): number {
  const exponent = (view.getUint16(at) & 0x7fff) - 16_383
  const rate = (view.getUint32(at + 2) + view.getUint32(at + 6) / 2 ** 32) * 2 ** (exponent - 31)
  return Number.isFinite(rate) ? rate : 0
}

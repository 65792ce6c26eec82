import type { Hertz } from '#shared/units.ts'

/** Reads up to `length` bytes at a position; fewer at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<Uint8Array>

export interface WavChunk {
  readonly id: string
  /** The type of a LIST chunk. */
  readonly list: string | null
  /** Start of its content. */
  readonly at: number
  /** Length of its content, as far as the file has it. */
  readonly bytes: number
}

export interface WavLayout {
  readonly form: 'RIFF' | 'RF64' | 'BW64'
  /** In the order of the file. */
  readonly chunks: readonly WavChunk[]
  readonly sampleRate: Hertz
  readonly frameBytes: number
  /** The content of the `ds64` chunk, if any. */
  readonly sizes64: Uint8Array | null
}

/** More chunks than any program writes. */
const MOST_CHUNKS = 1000
const UNKNOWN_BYTES = 0xffffffff
const MOST_SIZES_BYTES = 4096
const ID = /^[\x20-\x7e]{4}$/
/** Chunks that common audio programs write after the samples. */
const USUAL = new Set([
  'LIST',
  'cue ',
  'bext',
  'iXML',
  'axml',
  'chna',
  'id3 ',
  'ID3 ',
  'smpl',
  'inst',
  'acid',
  'cart',
  'umid',
  'fact',
  'PEAK',
  'levl',
  'DISP',
  'JUNK',
  'PAD ',
  'FLLR',
  '_PMX',
  'data',
])

/** The chunks of a WAV, RF64 or BW64 (EBU Tech 3306); null if it is not one with samples. */
export async function scanWav(read: ReadAt, fileBytes: number): Promise<WavLayout | null> {
  const head = await read(0, 12)
  const form = (['RIFF', 'RF64', 'BW64'] as const).find((one) => one === nameAt(head, 0))
  if (form === undefined || nameAt(head, 8) !== 'WAVE') return null
  const chunks: WavChunk[] = []
  let [format, sizes64]: [DataView | null, Uint8Array | null] = [null, null]
  for (let at = 12; at + 8 <= fileBytes && chunks.length < MOST_CHUNKS;) {
    const header = await read(at, 12)
    const id = nameAt(header, 0)
    if (header.length < 8 || !ID.test(id)) break
    const written = viewOf(header).getUint32(4, true)
    const left = fileBytes - at - 8
    const bytes = id === 'data' ? dataBytes(written, sizes64, left) : Math.min(written, left)
    if (id === 'ds64' && bytes >= 28 && bytes <= MOST_SIZES_BYTES) sizes64 = await read(at + 8, bytes)
    if (id === 'fmt ' && bytes >= 16) format = viewOf(await read(at + 8, 16))
    chunks.push({ id, list: id === 'LIST' && bytes >= 4 ? nameAt(header, 8) : null, at: at + 8, bytes })
    at += 8 + bytes
    if (bytes % 2 === 1) at += await padAfter(read, at)
  }
  if (!format || format.byteLength < 16 || !chunks.some(({ id }) => id === 'data') || (form !== 'RIFF' && !sizes64))
    return null
  const sampleRate = format.getUint32(4, true)
  return sampleRate > 0
    ? { form, chunks, sampleRate, frameBytes: Math.max(1, format.getUint16(12, true)), sizes64 }
    : null
}

/**
 * The length of the samples: from the chunk, or from an RF64's `ds64`. A recorder that was interrupted wrote neither.
 */
function dataBytes(written: number, sizes64: Uint8Array | null, left: number): number {
  const bytes = written === UNKNOWN_BYTES && sizes64 ? Number(viewOf(sizes64).getBigUint64(8, true)) : written
  const isUnknown = bytes === UNKNOWN_BYTES || bytes === 0
  return (written === UNKNOWN_BYTES || written === 0) && isUnknown ? left : Math.min(bytes, left)
}

/** The padding byte after an odd chunk may be 0, any other value, or missing: then the next chunk begins there. */
async function padAfter(read: ReadAt, at: number): Promise<0 | 1> {
  const bytes = await read(at, 9)
  return bytes.length >= 8 && bytes[0] !== 0 && USUAL.has(nameAt(bytes, 0)) && !USUAL.has(nameAt(bytes, 1)) ? 0 : 1
}

export function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

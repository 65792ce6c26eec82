import type { Frames, Hertz } from '#shared/units.ts'

/**
 * The byte positions of a rendition's blocks, so that a player can request exact ranges. All blocks have `blockSize`
 * sample frames except the last, which may be shorter.
 */
export interface FrameIndex {
  readonly codec: IndexedCodec
  readonly sampleRate: Hertz
  readonly channels: number
  readonly bitsPerSample: number
  readonly blockSize: Frames
  readonly totalFrames: Frames
  /** Length of the whole rendition. */
  readonly fileBytes: number
  /** Decoded frames before the recording's first: block k begins at frame k × blockSize − preSkip. */
  readonly preSkip: Frames
  /** Frames to decode and discard before a seek position, unless the stream begins later than that. */
  readonly preRoll: Frames
  /** The decoder's configuration: `fLaC` and the STREAMINFO block, or OpusHead. */
  readonly codecHeader: Uint8Array<ArrayBuffer>
  /** Byte position of each block, plus the end of the last one. */
  readonly offsets: Float64Array<ArrayBuffer>
}

export type IndexedCodec = 'flac' | 'opus'

/** A FLAC index: FLAC needs neither pre-skip nor pre-roll. */
export type FrameIndexDraft = Omit<FrameIndex, 'codec' | 'preSkip' | 'preRoll'> &
  Partial<Pick<FrameIndex, 'codec' | 'preSkip' | 'preRoll'>>

const CODECS: Readonly<Record<IndexedCodec, number>> = { flac: 1, opus: 2 }
const MAGIC = 0x49464d52 // "RMFI", little-endian
const HEADER_BYTES = 64

/** Encodes an index as a file (docs/formats/frame-index.md). Each block must be smaller than 16 MiB. */
export function encodeFrameIndex(index: FrameIndexDraft): Uint8Array<ArrayBuffer> {
  const blocks = index.offsets.length - 1
  const file = new Uint8Array(HEADER_BYTES + index.codecHeader.length + blocks * 3)
  const view = new DataView(file.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, 1, true)
  view.setUint16(6, CODECS[index.codec ?? 'flac'], true)
  view.setUint32(8, index.sampleRate, true)
  view.setUint16(12, index.channels, true)
  view.setUint16(14, index.bitsPerSample, true)
  view.setUint32(16, index.blockSize, true)
  view.setUint32(20, blocks, true)
  view.setBigUint64(24, BigInt(index.totalFrames), true)
  view.setBigUint64(32, BigInt(index.offsets[0] ?? 0), true)
  view.setBigUint64(40, BigInt(index.fileBytes), true)
  view.setUint32(48, index.codecHeader.length, true)
  view.setUint32(52, index.preSkip ?? 0, true)
  view.setUint32(56, index.preRoll ?? 0, true)
  file.set(index.codecHeader, HEADER_BYTES)
  let at = HEADER_BYTES + index.codecHeader.length
  for (let block = 0; block < blocks; block++) {
    const size = (index.offsets[block + 1] ?? 0) - (index.offsets[block] ?? 0)
    if (size <= 0 || size >= 1 << 24) throw new RangeError(`block ${block} has ${size} bytes`)
    file[at++] = size & 0xff
    file[at++] = (size >> 8) & 0xff
    file[at++] = size >> 16
  }
  return file
}

/** Parses an index. Throws a RangeError if it is invalid. */
export function parseFrameIndex(file: ArrayBuffer): FrameIndex {
  const reader = new FrameIndexReader()
  reader.push(new Uint8Array(file))
  reader.end()
  const { index } = reader
  if (!index) throw new RangeError('frame index is cut short')
  return index
}

/** Parses an index while it arrives: `index` exists once its header does; its offsets are valid up to block `known`. */
export class FrameIndexReader {
  #open: Uint8Array<ArrayBuffer> = new Uint8Array(0)
  #index?: FrameIndex
  #known = 0
  #read = 0

  get index(): FrameIndex | undefined {
    return this.#index
  }

  /** Blocks with known positions; `offsets[known]` is the end of the last of them. */
  get known(): number {
    return this.#known
  }

  /** Bytes received: where to resume after a broken connection. */
  get readBytes(): number {
    return this.#read
  }

  push(bytes: Uint8Array): void {
    this.#read += bytes.length
    const all = new Uint8Array(this.#open.length + bytes.length)
    all.set(this.#open)
    all.set(bytes, this.#open.length)
    this.#open = all
    if (!this.#index) this.#readHead()
    if (this.#index) this.#readSizes(this.#index)
  }

  /** Throws unless the whole index has arrived. */
  end(): void {
    if (!this.#index || this.#known !== this.#index.offsets.length - 1 || this.#open.length > 0)
      throw new RangeError('frame index is cut short')
  }

  #readHead(): void {
    const file = this.#open
    const view = new DataView(file.buffer)
    if (file.length >= 4 && view.getUint32(0, true) !== MAGIC) throw new RangeError('not a frame index')
    if (file.length < HEADER_BYTES) return
    if (view.getUint16(4, true) !== 1) throw new RangeError('frame index of an unknown version')
    const codec = codecOf(view.getUint16(6, true))
    const sizesAt = HEADER_BYTES + view.getUint32(48, true)
    if (file.length < sizesAt) return
    const offsets = new Float64Array(view.getUint32(20, true) + 1)
    offsets[0] = Number(view.getBigUint64(32, true))
    this.#index = {
      codec,
      sampleRate: view.getUint32(8, true),
      channels: view.getUint16(12, true),
      bitsPerSample: view.getUint16(14, true),
      blockSize: view.getUint32(16, true),
      totalFrames: Number(view.getBigUint64(24, true)),
      fileBytes: Number(view.getBigUint64(40, true)),
      preSkip: view.getUint32(52, true),
      preRoll: view.getUint32(56, true),
      codecHeader: file.slice(HEADER_BYTES, sizesAt),
      offsets,
    }
    this.#open = file.slice(sizesAt)
  }

  #readSizes({ offsets }: FrameIndex): void {
    const sizes = this.#open
    let at = 0
    while (at + 3 <= sizes.length && this.#known < offsets.length - 1) {
      const size = (sizes[at] ?? 0) | ((sizes[at + 1] ?? 0) << 8) | ((sizes[at + 2] ?? 0) << 16)
      offsets[this.#known + 1] = (offsets[this.#known] ?? 0) + size
      this.#known += 1
      at += 3
    }
    this.#open = sizes.slice(at)
  }
}

function codecOf(number: number): IndexedCodec {
  if (number === CODECS.flac) return 'flac'
  if (number === CODECS.opus) return 'opus'
  throw new RangeError('frame index of an unknown codec')
}

import { parseFlacFrameHeader } from '#audio/flac-frame-header.ts'
import { parseStreamInfo } from '#audio/flac-stream-info.ts'
import type { FlacStreamInfo } from '#audio/flac-stream-info.ts'
import { FrameIndexBuilder } from '#audio/frame-index-builder.ts'
import { text, viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import type { Frames } from '#shared/units.ts'
import { id3Bytes } from '#server/media/container-clues.ts'

/** The longest possible frame header: 16 bytes. */
const FRAME_HEAD_BYTES = 16
const MAX_METADATA_BLOCKS = 1000
/** Larger blocks would make a player fetch too much at once. */
const MAX_BLOCK: Frames = 16_384

export interface FlacOriginalHead {
  readonly streamInfo: FlacStreamInfo
  readonly firstFrameAt: number
}

/** The header of a native FLAC file, also after an ID3 tag. Null if it is not FLAC. */
export function readFlacHead(read: ReadBytes): FlacOriginalHead | null {
  const start = id3Bytes(read(0, 10))
  if (text(read(start, 4), 0, 4) !== 'fLaC') return null
  let streamInfo: FlacStreamInfo | null = null
  for (let at = start + 4, n = 0; n < MAX_METADATA_BLOCKS; n++) {
    const head = read(at, 4)
    if (head.length < 4) return null
    const word = viewOf(head).getUint32(0)
    const bytes = word & 0xffffff
    if (((word >>> 24) & 0x7f) === 0) {
      const block = read(at + 4, bytes)
      if (block.length < 34) return null
      streamInfo = parseStreamInfo(block)
    }
    at += 4 + bytes
    if (word >>> 31) return streamInfo && { streamInfo, firstFrameAt: at }
  }
  return null
}

/** Whether a player can fetch this FLAC block by block: a fixed block size and at most 24 bit. */
export function isIndexable({ streamInfo }: FlacOriginalHead): boolean {
  return (
    streamInfo.minBlock === streamInfo.maxBlock &&
    streamInfo.maxBlock >= 256 &&
    streamInfo.maxBlock <= MAX_BLOCK &&
    streamInfo.bitsPerSample <= 24
  )
}

/** The width at which a FLAC original's MD5 can be verified; null if it has none. */
export function checksumBits(flac: FlacOriginalHead | null): 16 | 24 | null {
  if (!flac || flac.streamInfo.md5.every((byte) => byte === 0)) return null
  const { bitsPerSample } = flac.streamInfo
  return bitsPerSample === 16 || bitsPerSample === 24 ? bitsPerSample : null
}

/** Indexes an original's frames while they are decoded, and detects when a player could not rely on them. */
export class FlacOriginalIndex {
  readonly #head: FlacOriginalHead
  readonly #read: ReadBytes
  readonly #index: FrameIndexBuilder
  #lastBlock: Frames = 0
  #sound = true

  constructor(head: FlacOriginalHead, read: ReadBytes) {
    this.#head = head
    this.#read = read
    this.#index = new FrameIndexBuilder(head.firstFrameAt)
  }

  /** Adds the next frame of the file. */
  add(frameBytes: number): void {
    const { maxBlock, channels } = this.#head.streamInfo
    const header = parseFlacFrameHeader(this.#read(this.#index.end, FRAME_HEAD_BYTES))
    const follows = this.#index.frameCount === 0 || this.#lastBlock === maxBlock
    this.#sound &&=
      header !== null &&
      header.fixed &&
      header.number === this.#index.frameCount &&
      header.channels === channels &&
      header.blockSize <= maxBlock &&
      follows &&
      frameBytes < 1 << 24
    this.#lastBlock = header?.blockSize ?? 0
    this.#index.add(frameBytes)
  }

  /** The index file, or null if the frames do not match the decoded recording and the file. */
  finish(totalFrames: Frames, fileBytes: number): Uint8Array<ArrayBuffer> | null {
    const { streamInfo } = this.#head
    const counted = (this.#index.frameCount - 1) * streamInfo.maxBlock + this.#lastBlock
    if (!this.#sound || counted !== totalFrames || this.#index.end > fileBytes || !this.#endsSoundly()) return null
    return this.#index.finish({ ...streamInfo, totalFrames }, streamInfo.maxBlock, fileBytes).file
  }

  /** The last frame ends at its checksum, before any tag that follows. */
  #endsSoundly(): boolean {
    return crc16(this.#read(this.#index.lastFrameAt, this.#index.end - this.#index.lastFrameAt)) === 0
  }
}

/** FLAC's frame checksum (CRC-16, polynomial 0x8005); zero over a frame including its checksum. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : crc << 1
  }
  return crc
}

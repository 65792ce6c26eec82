import type { FrameIndex } from '#audio/frame-index.ts'
import type { PcmEncoding, StreamSource } from '#audio/stream-source.ts'
import type { Frames, Hertz } from '#shared/units.ts'

/** A rendition as blocks of equal length that can be fetched and decoded one by one. The last may be shorter. */
export interface BlockMap {
  readonly sampleRate: Hertz
  readonly channels: number
  readonly totalFrames: Frames
  readonly blockFrames: Frames
  readonly blocks: number
  /** Byte offset of a block in the file; `byteStart(blocks)` is the end of the last. */
  readonly byteStart: (block: number) => number
  /** Decoded frames before the recording's first frame: the first block begins this much earlier. */
  readonly leadFrames?: Frames
  /** Total size of all blocks. */
  readonly streamBytes: number
}

const SAMPLE_BYTES: Readonly<Record<PcmEncoding, number>> = {
  u8: 1,
  s16le: 2,
  s16be: 2,
  s24le: 3,
  s24be: 3,
  s32le: 4,
  s32be: 4,
  f32le: 4,
  f32be: 4,
  f64le: 8,
  f64be: 8,
}

export function bytesPerSample(encoding: PcmEncoding): number {
  return SAMPLE_BYTES[encoding]
}

export function flacBlocks({ sampleRate, channels, totalFrames, blockSize, offsets, fileBytes }: FrameIndex): BlockMap {
  return {
    sampleRate,
    channels,
    totalFrames,
    blockFrames: blockSize,
    blocks: offsets.length - 1,
    byteStart: (block) => offsets[block] ?? 0,
    streamBytes: fileBytes - (offsets[0] ?? 0),
  }
}

/** Opus packets of 20 ms, at 48 kHz whatever the original's rate. */
export function opusBlocks(index: FrameIndex): BlockMap {
  return { ...flacBlocks(index), leadFrames: index.preSkip }
}

/** PCM has no frames; a block is about a tenth of a second. */
export function pcmBlocks(source: Extract<StreamSource, { kind: 'pcm' }>): BlockMap {
  const { sampleRate, channels, totalFrames, dataOffset } = source
  const blockFrames = Math.max(1, Math.round(sampleRate / 10))
  const frameBytes = channels * bytesPerSample(source.encoding)
  return {
    sampleRate,
    channels,
    totalFrames,
    blockFrames,
    blocks: Math.ceil(totalFrames / blockFrames),
    byteStart: (block) => dataOffset + Math.min(totalFrames, block * blockFrames) * frameBytes,
    streamBytes: totalFrames * frameBytes,
  }
}

export function blockAt({ blockFrames, leadFrames = 0 }: BlockMap, frame: Frames): number {
  return Math.floor((frame + leadFrames) / blockFrames)
}

/** Frame number of a block's first decoded sample; negative for what a decoder outputs before the recording. */
export function blockStart({ blockFrames, leadFrames = 0 }: BlockMap, block: number): Frames {
  return block * blockFrames - leadFrames
}

/** The frames of a block; `end` is exclusive. */
export function blockSpan(map: BlockMap, block: number): { readonly start: Frames; readonly end: Frames } {
  const start = blockStart(map, block)
  return { start: Math.max(0, start), end: Math.min(map.totalFrames, start + map.blockFrames) }
}

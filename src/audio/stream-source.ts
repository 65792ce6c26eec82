import type { Frames, Hertz } from '#shared/units.ts'

export type PcmEncoding =
  's16le' | 's16be' | 's24le' | 's24be' | 's32le' | 's32be' | 'f32le' | 'f32be' | 'f64le' | 'f64be' | 'u8'

/** How a version is streamed losslessly: FLAC with a frame index, or the original's PCM by byte range. */
export type StreamSource =
  | {
      readonly kind: 'flac'
      readonly sampleRate: Hertz
      readonly channels: number
      readonly bitsPerSample: number
      readonly totalFrames: Frames
      /** The index refers to the uploaded FLAC itself; no other was made. */
      readonly inOriginal?: boolean
    }
  | {
      readonly kind: 'pcm'
      readonly sampleRate: Hertz
      readonly channels: number
      readonly encoding: PcmEncoding
      readonly dataOffset: number
      readonly totalFrames: Frames
    }

import type { Frames, Hertz } from '#shared/units.ts'

export type PcmEncoding =
  's16le' | 's16be' | 's24le' | 's24be' | 's32le' | 's32be' | 'f32le' | 'f32be' | 'f64le' | 'f64be' | 'u8'

/** How a version is streamed sample for sample: FLAC with a frame index, or the original's own PCM by byte range. */
export type StreamSource =
  | {
      readonly kind: 'flac'
      readonly sampleRate: Hertz
      readonly channels: number
      readonly bitsPerSample: number
      readonly totalFrames: Frames
      /** The index points into the uploaded FLAC itself, and no other was made. */
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

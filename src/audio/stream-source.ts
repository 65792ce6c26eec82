import type { Frames, Hertz } from '#shared/units.ts'

export type PcmEncoding =
  's16le' | 's16be' | 's24le' | 's24be' | 's32le' | 's32be' | 'f32le' | 'f32be' | 'f64le' | 'f64be' | 'u8'

interface SourceShape {
  readonly sampleRate: Hertz
  readonly channels: number
  /** The loudspeaker of each of more than two channels, as the file names them; missing if it does not. */
  readonly speakers?: readonly string[] | undefined
  readonly totalFrames: Frames
}

/** How a version is streamed losslessly: FLAC with a frame index, or the original's PCM by byte range. */
export type StreamSource =
  | (SourceShape & {
      readonly kind: 'flac'
      readonly bitsPerSample: number
      /** The index refers to the uploaded FLAC itself; no other was made. */
      readonly inOriginal?: boolean
    })
  | (SourceShape & {
      readonly kind: 'pcm'
      readonly encoding: PcmEncoding
      readonly dataOffset: number
    })

import type { Frames } from '#shared/units.ts'

/** The chunks for which the analysis gives a peak and marks. As in src/audio/wasm/layout.ts. */
export const CHUNK_FRAMES: Frames = 64

/** A block of decoded sound, with what precedes it. Valid only during the call that receives it. */
export interface SampleBlock {
  /** The block's first frame in the recording, and its length. Only the last block may be short. */
  readonly from: Frames
  readonly frames: Frames
  /** Samples in front of each plane: `planes[channel][before + frame]`. Zero before the start of the recording. */
  readonly before: Frames
  readonly planes: readonly Float32Array[]
  readonly chunks: readonly ChunkMarks[]
}

/** For each chunk of one channel. */
export interface ChunkMarks {
  /** The loudest sample of each chunk, the last of which may be short. */
  readonly peaks: Float32Array
  /** Its greatest interpolated magnitude, or zero where it cannot be the recording's. */
  readonly truePeaks: Float32Array
  /** Triples for each whole chunk: the sum of its samples, the greatest and the mean fourth difference. */
  readonly marks: Float32Array
}

/** Root mean square of samples; indices outside of the array are skipped. */
export function rootMeanSquare(samples: Float32Array, from: number, to: number): number {
  const [first, last] = [Math.max(0, from), Math.min(samples.length, to)]
  let sum = 0
  for (let i = first; i < last; i++) sum += (samples[i] ?? 0) ** 2
  return last > first ? Math.sqrt(sum / (last - first)) : 0
}

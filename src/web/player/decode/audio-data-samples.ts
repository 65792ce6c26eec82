import { planePool } from './plane-pool.ts'
import type { Planes } from '../player-messages.ts'

/**
 * Copies the samples of decoder output into planes. Integers are scaled here by a power of two, because browsers map
 * them to floats differently; 8 to 24 bits stay exact.
 */
export function samplesOf(output: AudioData): Planes {
  const { format, numberOfChannels: channels, numberOfFrames: frames } = output
  if (format === null) throw new Error('decoder output of unknown format')
  const type = format.replace('-planar', '')
  if (type === format) {
    const interleaved = scratch(type, frames * channels)
    output.copyTo(interleaved, { planeIndex: 0 })
    return Array.from({ length: channels }, (_, channel) => scaled(interleaved, frames, channels, channel))
  }
  return Array.from({ length: channels }, (_, channel) => {
    if (type === 'f32') {
      const plane = planePool.take(frames)
      output.copyTo(plane, { planeIndex: channel })
      return plane
    }
    const plane = scratch(type, frames)
    output.copyTo(plane, { planeIndex: channel })
    return scaled(plane, frames, 1, 0)
  })
}

type SampleArray =
  Uint8Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>

let scratchBuffer = new ArrayBuffer(0)

/** Valid until the next call. */
function scratch(type: string, length: number): SampleArray {
  if (scratchBuffer.byteLength < length * 4) scratchBuffer = new ArrayBuffer(length * 4)
  if (type === 'u8') return new Uint8Array(scratchBuffer, 0, length)
  if (type === 's16') return new Int16Array(scratchBuffer, 0, length)
  if (type === 's32') return new Int32Array(scratchBuffer, 0, length)
  return new Float32Array(scratchBuffer, 0, length)
}

function scaled(samples: SampleArray, frames: number, stride: number, first: number): Float32Array<ArrayBuffer> {
  const plane = planePool.take(frames)
  const [zero, full] =
    samples instanceof Uint8Array
      ? [128, 128]
      : samples instanceof Int16Array
        ? [0, 0x8000]
        : samples instanceof Int32Array
          ? [0, 0x80000000]
          : [0, 1]
  for (let i = 0; i < frames; i++) plane[i] = ((samples[i * stride + first] ?? zero) - zero) / full
  return plane
}

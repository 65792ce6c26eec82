import type { PcmEncoding } from '#audio/stream-source.ts'
import { bytesPerSample } from './block-map.ts'
import type { Planes } from '../player-messages.ts'

type Read = (view: DataView, at: number) => number

const READERS: Readonly<Record<PcmEncoding, Read>> = {
  u8: (view, at) => (view.getUint8(at) - 128) / 128,
  s16le: (view, at) => view.getInt16(at, true) / 0x8000,
  s16be: (view, at) => view.getInt16(at) / 0x8000,
  s24le: (view, at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 0x800000,
  s24be: (view, at) => ((view.getInt8(at) << 16) | view.getUint16(at + 1)) / 0x800000,
  s32le: (view, at) => view.getInt32(at, true) / 0x80000000,
  s32be: (view, at) => view.getInt32(at) / 0x80000000,
  f32le: (view, at) => view.getFloat32(at, true),
  f32be: (view, at) => view.getFloat32(at),
  f64le: (view, at) => view.getFloat64(at, true),
  f64be: (view, at) => view.getFloat64(at),
}

/** The same limit as in the server's analysis. */
const LOUDEST = 64

/**
 * Converts interleaved samples to planes of floats, full scale at 1. NaN and values above +36 dBFS become silence: one
 * NaN would mute all that follows, and 1e30 would be dangerously loud.
 */
export function decodePcm(bytes: Uint8Array, encoding: PcmEncoding, channels: number): Planes {
  const size = bytesPerSample(encoding)
  const read = READERS[encoding]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const frames = Math.floor(bytes.byteLength / (size * channels))
  return Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(frames)
    for (let frame = 0; frame < frames; frame++) {
      const sample = read(view, (frame * channels + channel) * size)
      plane[frame] = Math.abs(sample) <= LOUDEST ? sample : 0
    }
    return plane
  })
}

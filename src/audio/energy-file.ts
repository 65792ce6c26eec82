import type { Frames, Hertz } from '#shared/units.ts'

/** The energy of every 10 ms of a recording: enough to compute the loudness of any region at once. */
export interface EnergyGrid {
  readonly sampleRate: Hertz
  readonly totalFrames: Frames
  /** Whole cells only; see loudness-gating.ts for their values. */
  readonly cells: Float32Array<ArrayBuffer>
}

export const ENERGY_HEADER_BYTES = 32

const MAGIC = 0x4e454d52 // "RMEN", little-endian

/** The file's header (docs/formats/energy-grid.md); the cells follow as little-endian f32. */
export function encodeEnergyHeader(sampleRate: Hertz, totalFrames: Frames, cellCount: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ENERGY_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, 1, true)
  view.setUint32(8, sampleRate, true)
  view.setUint32(12, cellCount, true)
  view.setBigUint64(16, BigInt(totalFrames), true)
  return bytes
}

/** Throws a RangeError if the file is not an energy grid. */
export function parseEnergyGrid(file: ArrayBuffer): EnergyGrid {
  const view = new DataView(file)
  if (file.byteLength < ENERGY_HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('not an energy grid')
  if (view.getUint16(4, true) !== 1) throw new RangeError('energy grid of an unknown version')
  const count = view.getUint32(12, true)
  if (file.byteLength !== ENERGY_HEADER_BYTES + count * 4) throw new RangeError('energy grid is cut short')
  return {
    sampleRate: view.getUint32(8, true),
    totalFrames: Number(view.getBigUint64(16, true)),
    cells: Float32Array.from({ length: count }, (_, i) => view.getFloat32(ENERGY_HEADER_BYTES + i * 4, true)),
  }
}

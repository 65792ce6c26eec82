import { ROW_FIELDS, dynamicsRows, type DynamicsRows } from '#audio/dynamics-rows.ts'
import type { Frames, Hertz } from '#shared/units.ts'

/** The energy of every 10 ms of a recording: enough to compute the loudness of any region at once. */
export interface EnergyGrid {
  readonly sampleRate: Hertz
  readonly totalFrames: Frames
  /** Whole cells only; see loudness-gating.ts for their values. */
  readonly cells: Float32Array<ArrayBuffer>
  /** Null in files of older releases. */
  readonly rows: DynamicsRows | null
}

export const ENERGY_HEADER_BYTES = 32

const WITH_ROWS = 2
const MAGIC = 0x4e454d52 // "RMEN", little-endian

/** The file's header (docs/formats/energy-grid.md); cells and rows follow as little-endian f32. */
export function encodeEnergyHeader(grid: {
  readonly sampleRate: Hertz
  readonly totalFrames: Frames
  readonly cellCount: number
  readonly rowCount: number
}): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(ENERGY_HEADER_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, WITH_ROWS, true)
  view.setUint32(8, grid.sampleRate, true)
  view.setUint32(12, grid.cellCount, true)
  view.setBigUint64(16, BigInt(grid.totalFrames), true)
  view.setUint32(24, grid.rowCount, true)
  return bytes
}

/** Throws a RangeError if the file is not an energy grid. */
export function parseEnergyGrid(file: ArrayBuffer): EnergyGrid {
  const view = new DataView(file)
  if (file.byteLength < ENERGY_HEADER_BYTES || view.getUint32(0, true) !== MAGIC)
    throw new RangeError('not an energy grid')
  const version = view.getUint16(4, true)
  if (version !== 1 && version !== WITH_ROWS) throw new RangeError('energy grid of an unknown version')
  const count = view.getUint32(12, true)
  const rowFloats = version === WITH_ROWS ? view.getUint32(24, true) * ROW_FIELDS : 0
  if (file.byteLength !== ENERGY_HEADER_BYTES + (count + rowFloats) * 4)
    throw new RangeError('energy grid is cut short')
  return {
    sampleRate: view.getUint32(8, true),
    totalFrames: Number(view.getBigUint64(16, true)),
    cells: floats(view, ENERGY_HEADER_BYTES, count),
    rows: version === WITH_ROWS ? dynamicsRows(floats(view, ENERGY_HEADER_BYTES + count * 4, rowFloats)) : null,
  }
}

function floats(view: DataView, at: number, count: number): Float32Array<ArrayBuffer> {
  // Little-endian, as every system that runs this; copied, so that the rest of the file is not held.
  return new Float32Array(new Uint8Array(new Uint8Array(view.buffer, view.byteOffset + at, count * 4)).buffer)
}

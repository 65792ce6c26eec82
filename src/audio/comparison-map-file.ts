import { COMPARISON_BANDS } from '#audio/comparison-result.ts'
import type { Decibels } from '#shared/units.ts'

/** What changed, by second and band (docs/formats/comparison.md). Second 0 begins with A's first sample. */
export interface ComparisonMap {
  readonly seconds: number
  /** B's level minus A's, beyond the overall gain; NaN if both are inaudible. */
  readonly level: (second: number, band: number) => Decibels
  /**
   * The energy of B minus A after alignment and gain, relative to A: 0 to -127.5; NaN outside of the overlap and where
   * A is silent.
   */
  readonly residual: (second: number) => Decibels
}

const HEADER_BYTES = 32
/** Per second: signed quarter decibels for each band, and the residual in half decibels below zero. */
const ROW_BYTES = COMPARISON_BANDS + 1
const UNKNOWN_LEVEL = -128
const UNKNOWN_RESIDUAL = 255

const MAGIC = 0x4d434d52 // "RMCM", little-endian

export function encodeComparisonMap({ seconds, level, residual }: ComparisonMap): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES + seconds * ROW_BYTES)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, MAGIC, true)
  view.setUint16(4, 1, true)
  view.setUint16(6, COMPARISON_BANDS, true)
  view.setUint32(8, seconds, true)
  for (let second = 0; second < seconds; second++) {
    const at = HEADER_BYTES + second * ROW_BYTES
    for (let band = 0; band < COMPARISON_BANDS; band++) view.setInt8(at + band, quarters(level(second, band)))
    view.setUint8(at + COMPARISON_BANDS, halves(residual(second)))
  }
  return bytes
}

/** Throws a RangeError if it is not a comparison map. */
export function parseComparisonMap(file: ArrayBuffer): ComparisonMap {
  const view = new DataView(file)
  if (file.byteLength < HEADER_BYTES || view.getUint32(0, true) !== MAGIC) throw new RangeError('not a comparison map')
  if (view.getUint16(4, true) !== 1 || view.getUint16(6, true) !== COMPARISON_BANDS)
    throw new RangeError('comparison map of an unknown version')
  const seconds = view.getUint32(8, true)
  if (file.byteLength !== HEADER_BYTES + seconds * ROW_BYTES) throw new RangeError('comparison map is cut short')
  return {
    seconds,
    level(second, band) {
      const value = view.getInt8(HEADER_BYTES + second * ROW_BYTES + band)
      return value === UNKNOWN_LEVEL ? Number.NaN : value / 4
    },
    residual(second) {
      const value = view.getUint8(HEADER_BYTES + second * ROW_BYTES + COMPARISON_BANDS)
      return value === UNKNOWN_RESIDUAL ? Number.NaN : -value / 2
    },
  }
}

function quarters(level: Decibels): number {
  return Number.isNaN(level) ? UNKNOWN_LEVEL : Math.max(-127, Math.min(127, Math.round(level * 4)))
}

function halves(residual: Decibels): number {
  return Number.isNaN(residual) ? UNKNOWN_RESIDUAL : Math.max(0, Math.min(254, Math.round(-residual * 2)))
}

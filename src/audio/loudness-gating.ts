import type { Lufs } from '#shared/units.ts'

/** Energy cells per second: each is the K-weighted mean square of 10 ms, summed over weighted channels. */
export const CELLS_PER_SECOND = 100

export interface GatedLoudness {
  /** Null for silence and for less than 0.4 s. */
  readonly integrated: Lufs | null
  /** Loudness range in LU; null if nothing is loud enough for 3 s. */
  readonly range: number | null
  readonly momentaryMax: Lufs | null
  readonly shortTermMax: Lufs | null
}

export const MOMENTARY_CELLS = 40
export const SHORT_TERM_CELLS = 300
/** Gating blocks overlap by three quarters; the range uses the same hop. */
const HOP_CELLS = 10
const ABSOLUTE_GATE = energyOf(-70)

/**
 * Loudness of a whole recording or of a region (`from`, `to` in cells), from its energy cells.
 * @see ITU-R BS.1770-4, EBU Tech 3341 and 3342
 */
export function gatedLoudness(cells: Float32Array, from = 0, to = cells.length): GatedLoudness {
  const sums = runningSums(cells, from, to)
  return {
    integrated: integrated(sums),
    range: loudnessRange(sums),
    momentaryMax: loudest(sums, MOMENTARY_CELLS),
    shortTermMax: loudest(sums, SHORT_TERM_CELLS),
  }
}

/** Loudness of a mean square, in LUFS; silence gives -Infinity. */
export function lufsOf(energy: number): Lufs {
  return -0.691 + 10 * Math.log10(energy)
}

function energyOf(lufs: Lufs): number {
  return 10 ** ((lufs + 0.691) / 10)
}

function runningSums(cells: Float32Array, from: number, to: number): Float64Array {
  const sums = new Float64Array(Math.max(0, to - from) + 1)
  let sum = 0
  for (let i = from; i < to; i++) {
    sum += cells[i] ?? 0
    sums[i - from + 1] = sum
  }
  return sums
}

/** Means over windows of `length` cells, every `hop` cells, above the absolute gate. */
function loudWindows(sums: Float64Array, length: number, hop: number): Float64Array {
  const means = new Float64Array(Math.max(0, Math.floor((sums.length - 1 - length) / hop) + 1))
  let count = 0
  for (let end = length; end < sums.length; end += hop) {
    const energy = ((sums[end] ?? 0) - (sums[end - length] ?? 0)) / length
    if (energy > ABSOLUTE_GATE) means[count++] = energy
  }
  return means.subarray(0, count)
}

function integrated(sums: Float64Array): Lufs | null {
  const loud = loudWindows(sums, MOMENTARY_CELLS, HOP_CELLS)
  const counted = above(loud, mean(loud) * 0.1)
  return counted.length === 0 ? null : lufsOf(mean(counted))
}

function loudnessRange(sums: Float64Array): number | null {
  const loud = loudWindows(sums, SHORT_TERM_CELLS, HOP_CELLS)
  const counted = above(loud, mean(loud) * 0.01)
  if (counted.length === 0) return null
  const at = (share: number) => lufsOf(nthSmallest(counted, Math.round((counted.length - 1) * share)))
  return at(0.95) - at(0.1)
}

/** Moves values above the gate to the front, in place. */
function above(energies: Float64Array, gate: number): Float64Array {
  let count = 0
  for (const energy of energies) if (energy > gate) energies[count++] = energy
  return energies.subarray(0, count)
}

/** Hoare's selection: two percentiles of two hours take a fifth of the time of sorting. Reorders the values. */
function nthSmallest(values: Float64Array, n: number): number {
  for (let low = 0, high = values.length - 1; low < high;) {
    const pivot = values[(low + high) >> 1] ?? 0
    let i = low
    let j = high
    while (i <= j) {
      while ((values[i] ?? 0) < pivot) i++
      while ((values[j] ?? 0) > pivot) j--
      if (i > j) break
      const swapped = values[i] ?? 0
      values[i++] = values[j] ?? 0
      values[j--] = swapped
    }
    if (n <= j) high = j
    else if (n >= i) low = i
    else break
  }
  return values[n] ?? 0
}

function loudest(sums: Float64Array, length: number): Lufs | null {
  let most = 0
  for (let i = 0; i + length < sums.length; i++) most = Math.max(most, (sums[i + length] ?? 0) - (sums[i] ?? 0))
  // A rounding residue after something loud is not sound.
  return most / length > 1e-13 ? lufsOf(most / length) : null
}

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return values.length === 0 ? 0 : sum / values.length
}

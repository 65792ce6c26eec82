import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'
import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import type { Seconds } from '#shared/units.ts'

/** Cells with a lower mean square are ignored: about -70 dBFS. */
const SILENT_CELL = 1e-7
/** Longer recordings use coarser steps, to limit memory. */
const MOST_STEPS = 2 ** 20
/** Each step is measured relative to the mean over this time. */
const SURROUNDINGS: Seconds = 3
const SUGGESTIONS = 4
/** Peaks below this share of the best one are ignored. */
const LEAST_SHARE = 0.3
/** Two peaks closer than this count as one. */
const PEAK_WIDTH: Seconds = 0.2

export interface RoughOffset {
  /** How much later B is than A. */
  readonly seconds: Seconds
  /** Correlation of the loudness curves, at most 1. */
  readonly likeness: number
}

export function isSilent(cells: Float32Array): boolean {
  return cells.every((cell) => !(cell >= SILENT_CELL))
}

/** Where the sound begins and ends; both 0 for silence. */
export function soundingEnds(cells: Float32Array): { readonly from: Seconds; readonly to: Seconds } {
  const sounds = (cell: number) => cell >= SILENT_CELL
  return {
    from: Math.max(0, cells.findIndex(sounds)) / CELLS_PER_SECOND,
    to: (cells.findLastIndex(sounds) + 1) / CELLS_PER_SECOND,
  }
}

/**
 * Possible offsets of B against A, most likely first, by correlating changes of loudness in their energy grids (10 ms
 * cells). Precise to about one step; the samples decide which is right, and its exact value.
 */
export function roughOffsets(
  a: Float32Array,
  b: Float32Array,
  { mostSteps = MOST_STEPS } = {},
): readonly RoughOffset[] {
  const cellsPerStep = Math.max(1, Math.ceil(Math.max(a.length, b.length) / mostSteps))
  const stepSeconds = cellsPerStep / CELLS_PER_SECOND
  const [x, y] = [loudnessShape(a, cellsPerStep), loudnessShape(b, cellsPerStep)]
  const scale = Math.sqrt(squares(x) * squares(y))
  if (scale === 0) return []
  const products = correlate(x, y)
  const least = Math.min(x.length, y.length) / 4
  const found: RoughOffset[] = []
  const at = (lag: number) => products[lag < 0 ? lag + products.length : lag] ?? 0
  for (let lag = -x.length + 1; lag < y.length; lag++) {
    const value = at(lag)
    const overlap = Math.min(x.length, y.length - lag) - Math.max(0, -lag)
    if (value <= 0 || overlap < least || value < at(lag - 1) || value < at(lag + 1)) continue
    found.push({ seconds: lag * stepSeconds, likeness: value / scale })
  }
  found.sort((one, other) => other.likeness - one.likeness)
  return apart(found.filter(({ likeness }) => likeness >= LEAST_SHARE * (found[0]?.likeness ?? 0)))
}

/** The best few, without neighbours of a better one. */
function apart(sorted: readonly RoughOffset[]): readonly RoughOffset[] {
  const chosen: RoughOffset[] = []
  for (const offset of sorted) {
    if (chosen.length === SUGGESTIONS) break
    if (!chosen.some((better) => Math.abs(better.seconds - offset.seconds) < PEAK_WIDTH)) chosen.push(offset)
  }
  return chosen
}

/** Loudness in decibels relative to its surroundings, so that level and slow changes do not matter. */
export function loudnessShape(cells: Float32Array, cellsPerStep = 1): Float64Array {
  const stepSeconds: Seconds = cellsPerStep / CELLS_PER_SECOND
  const steps = Float64Array.from({ length: Math.ceil(cells.length / cellsPerStep) }, (_, step) => {
    let sum = 0
    const from = step * cellsPerStep
    const to = Math.min(cells.length, from + cellsPerStep)
    for (let i = from; i < to; i++) sum += cells[i] ?? 0
    return 10 * Math.log10(Math.max(SILENT_CELL, sum / (to - from)))
  })
  const reach = Math.max(1, Math.round(SURROUNDINGS / stepSeconds / 2))
  const shaped = new Float64Array(steps.length)
  let [sum, from, to] = [0, 0, 0]
  for (let i = 0; i < steps.length; i++) {
    for (; to < Math.min(steps.length, i + reach + 1); to++) sum += steps[to] ?? 0
    for (; from < i - reach; from++) sum -= steps[from] ?? 0
    shaped[i] = (steps[i] ?? 0) - sum / (to - from)
  }
  return shaped
}

function squares(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0)
}

/**
 * Sum of x[i] · y[i + lag], with negative lags at the end. One transform computes both: x as its real part, y as its
 * imaginary part.
 */
function correlate(x: Float64Array, y: Float64Array): Float64Array {
  const size = nextPowerOfTwo(x.length + y.length)
  const fft = new Fft(size)
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  re.set(x)
  im.set(y)
  fft.forward(re, im)
  const [crossRe, crossIm] = [new Float64Array(size), new Float64Array(size)]
  for (let k = 0; k < size; k++) {
    const mirrored = (size - k) % size
    const [zr, zi, wr, wi] = [re[k] ?? 0, im[k] ?? 0, re[mirrored] ?? 0, -(im[mirrored] ?? 0)]
    const [xr, xi, yr, yi] = [(zr + wr) / 2, (zi + wi) / 2, (zi - wi) / 2, -(zr - wr) / 2]
    crossRe[k] = xr * yr + xi * yi
    crossIm[k] = xr * yi - xi * yr
  }
  fft.inverse(crossRe, crossIm)
  return crossRe.map((value) => value / size)
}

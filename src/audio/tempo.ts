import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'

export interface Tempo {
  readonly beatsPerMinute: number
  /** 0..1: how regularly the sound begins anew at this pace. See TRUSTED_TEMPO. */
  readonly confidence: number
}

/** From this confidence on a tempo is worth showing; below it is a guess. */
export const TRUSTED_TEMPO = 0.5

const SLOWEST = 55
const FASTEST = 200
/** Where people tap along, all else being equal, and how far from it they would rather not, in octaves. */
const PREFERRED = 120
const PREFERENCE_WIDTH = 0.9
/** Too few beats to tell: 8 s. */
const LEAST_CELLS = 8 * CELLS_PER_SECOND
/** Eleven minutes from the middle are enough to tell. */
const MOST_CELLS = 2 ** 16
/** Softer than this against the loudest tenth of a second is no beginning. */
const QUIET_SHARE = 1e-4
/** Loudness before and after a beginning is that of so many cells: the waves of chords beat within fewer. */
const SIDE_CELLS = 4
/** A rise by less than 2 dB is a swell, not a beginning. */
const SWELL = 0.46
/** What a beat repeats after: itself, and the bars that music is made of. */
const REPEATS = [1, 2, 4, 8] as const
/** A regular beat makes the sound repeat this well, which counts as certain. */
const CERTAIN = 0.45

/**
 * The pace of a recording's beats, from its energy grid (10 ms cells): how well its beginnings of sounds repeat after
 * each possible beat, and then after many, which tells the pace to a hundredth. Null for silence and for less than 8 s.
 */
export function tempoOf(cells: Float32Array): Tempo | null {
  if (cells.length < LEAST_CELLS) return null
  const from = Math.max(0, (cells.length - MOST_CELLS) >> 1)
  const repetition = repetitionOf(beginnings(cells.subarray(from, from + MOST_CELLS)))
  if (!repetition) return null
  let [best, bestScore] = [0, 0]
  const longest = (60 / SLOWEST) * CELLS_PER_SECOND
  for (let period = (60 / FASTEST) * CELLS_PER_SECOND; period <= longest; period *= 1.002) {
    const score = steadiness(repetition, period) * preference(period)
    if (score > bestScore) [best, bestScore] = [period, score]
  }
  if (best === 0) return null
  const period = refined(repetition, best)
  return {
    beatsPerMinute: (60 * CELLS_PER_SECOND) / period,
    confidence: Math.max(0, Math.min(1, steadiness(repetition, period) / CERTAIN)),
  }
}

/**
 * How much louder the sound is after each cell's beginning than before, on a logarithmic scale, against its
 * surroundings.
 */
function beginnings(cells: Float32Array): Float64Array {
  const sums = new Float64Array(cells.length + 1)
  let loudest = 0
  cells.forEach((cell, i) => {
    sums[i + 1] = (sums[i] as number) + Math.max(0, cell) // one longer than the cells
    loudest = Math.max(loudest, cell)
  })
  const floor = SIDE_CELLS * loudest * QUIET_SHARE
  const rises = new Float64Array(cells.length)
  if (loudest <= 0) return rises
  let mean = 0
  for (let i = SIDE_CELLS; i + SIDE_CELLS <= cells.length; i++) {
    // All inside.
    const [before, at, after] = [sums[i - SIDE_CELLS] as number, sums[i] as number, sums[i + SIDE_CELLS] as number]
    rises[i] = Math.max(0, Math.log((after - at + floor) / (at - before + floor)) - SWELL)
    mean += (rises[i] as number) / cells.length
  }
  return rises.map((rise) => rise - mean)
}

/** `repetition[lag]`: how well the beginnings repeat after so many cells, 1 at 0. Null where nothing begins. */
function repetitionOf(values: Float64Array): Float64Array | null {
  const size = nextPowerOfTwo(2 * values.length)
  const fft = new Fft(size)
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  re.set(values)
  fft.forward(re, im)
  for (let k = 0; k < size; k++) {
    re[k] = (re[k] as number) ** 2 + (im[k] as number) ** 2 // inside
    im[k] = 0
  }
  fft.inverse(re, im)
  const whole = re[0] ?? 0
  if (!(whole > 1e-9)) return null
  return re.slice(0, values.length >> 1).map((value, lag) => (value / whole) * (values.length / (values.length - lag)))
}

/** How well it repeats after one, two, four and eight beats of so many cells. */
function steadiness(repetition: Float64Array, period: number): number {
  const reachable = REPEATS.filter((beats) => beats * period + 1 < repetition.length)
  const on = reachable.reduce((sum, beats) => sum + between(repetition, beats * period), 0)
  return reachable.length === 0 ? 0 : on / reachable.length
}

function preference(period: number): number {
  const octaves = Math.log2((60 * CELLS_PER_SECOND) / period / PREFERRED)
  return Math.exp(-0.5 * (octaves / PREFERENCE_WIDTH) ** 2)
}

/**
 * The same beat after ever more repeats: each doubling halves what is uncertain about it, as long as it still repeats.
 */
function refined(repetition: Float64Array, period: number): number {
  let found = period
  for (let beats = 1; beats * found * 1.01 + 3 < repetition.length && beats <= 512; beats *= 2) {
    const peak = peakNear(repetition, beats * found, Math.max(2, found / 8))
    if (peak === undefined || between(repetition, peak) < 0.4 * between(repetition, found)) break
    found = peak / beats
  }
  return found
}

/** The highest point within reach of a lag, between its neighbours by the parabola through the three. */
function peakNear(repetition: Float64Array, lag: number, reach: number): number | undefined {
  let best = Math.round(lag)
  for (let i = Math.ceil(lag - reach); i <= lag + reach; i++)
    if ((repetition[i] ?? -1) > (repetition[best] ?? -1)) best = i
  const [before, at, after] = [repetition[best - 1], repetition[best], repetition[best + 1]]
  if (before === undefined || at === undefined || after === undefined || Math.abs(best - lag) > reach - 1)
    return undefined
  const bend = before - 2 * at + after
  return bend >= 0 ? best : best + (before - after) / (2 * bend)
}

function between(values: Float64Array, position: number): number {
  const whole = Math.floor(position)
  return (values[whole] ?? 0) * (whole + 1 - position) + (values[whole + 1] ?? 0) * (position - whole)
}

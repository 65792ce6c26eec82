import { Fft, nextPowerOfTwo } from '#audio/fft.ts'
import { CELLS_PER_SECOND } from '#audio/loudness-gating.ts'

export interface Tempo {
  readonly beatsPerMinute: number
  /** 0..1: how regular onsets are at this tempo. See TRUSTED_TEMPO. */
  readonly confidence: number
  /**
   * Half or twice that, where the onsets allow both readings: every second beat is stressed, or there is an onset
   * between the beats. Missing in reports of older releases.
   */
  readonly other?: number | null | undefined
}

/** The minimum confidence for showing a tempo; below it is a guess. */
export const TRUSTED_TEMPO = 0.5

const SLOWEST = 55
const FASTEST = 200
/** The tempo that people prefer to tap, and how strongly they avoid others, in octaves. */
const PREFERRED = 120
const PREFERENCE_WIDTH = 0.9
/** Fewer beats cannot be judged: 8 s. */
const LEAST_CELLS = 8 * CELLS_PER_SECOND
/** Eleven minutes from the middle are enough. */
const MOST_CELLS = 2 ** 16
/** Onsets softer than this, relative to the loudest tenth of a second, are ignored. */
const QUIET_SHARE = 1e-4
/** Loudness before and after an onset is averaged over this many cells: chords fluctuate within fewer. */
const SIDE_CELLS = 4
/** A rise of less than 2 dB is a swell, not an onset. */
const SWELL = 0.46
/** The numbers of beats after which music repeats. */
const REPEATS = [1, 2, 4, 8] as const
/** A regular beat repeats this well, which counts as certain. */
const CERTAIN = 0.45
/** Two beats repeat this much better than one if every second one is stressed. */
const STRESSED = 0.1
/** Half a beat repeats this well, relative to a whole one, if something sounds between the beats. */
const BETWEEN_BEATS = 0.6
/** Nobody counts slower or faster. */
const SLOWEST_COUNTED = 40
const FASTEST_COUNTED = 240

/**
 * A recording's tempo, from its energy grid (10 ms cells): how well its onsets repeat after each candidate beat, and
 * then after many, for a precision of a hundredth. Null for silence and for less than 8 s.
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
  const beatsPerMinute = (60 * CELLS_PER_SECOND) / period
  return {
    beatsPerMinute,
    confidence: Math.max(0, Math.min(1, steadiness(repetition, period) / CERTAIN)),
    other: otherReading(repetition, period, beatsPerMinute),
  }
}

/** Bars of so many beats repeat this much better than bars of the other. */
const METRE = 0.03

/** How many beats a bar has, by what repeats better; null if that cannot be told. */
export function metreOf(cells: Float32Array, beatsPerMinute: number): 3 | 4 | null {
  const from = Math.max(0, (cells.length - MOST_CELLS) >> 1)
  const repetition = repetitionOf(beginnings(cells.subarray(from, from + MOST_CELLS)))
  if (!repetition) return null
  const period = (60 * CELLS_PER_SECOND) / beatsPerMinute
  const after = (...beats: readonly number[]) =>
    beats.reduce((sum, count) => sum + between(repetition, count * period), 0) / beats.length
  const [three, four] = [after(3, 9), after(4, 8)]
  return Math.abs(three - four) < METRE ? null : three > four ? 3 : 4
}

function otherReading(repetition: Float64Array, period: number, beatsPerMinute: number): number | null {
  const [half, one, two] = [period / 2, period, 2 * period].map((lag) => between(repetition, lag))
  const isCounted = (pace: number) => pace >= SLOWEST_COUNTED && pace <= FASTEST_COUNTED
  if ((two ?? 0) > (one ?? 0) + STRESSED && isCounted(beatsPerMinute / 2)) return beatsPerMinute / 2
  return (half ?? 0) > BETWEEN_BEATS * (one ?? 0) && isCounted(2 * beatsPerMinute) ? 2 * beatsPerMinute : null
}

/** The rise in loudness at each cell, on a logarithmic scale, relative to its surroundings. */
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
    // All in bounds.
    const [before, at, after] = [sums[i - SIDE_CELLS] as number, sums[i] as number, sums[i + SIDE_CELLS] as number]
    rises[i] = Math.max(0, Math.log((after - at + floor) / (at - before + floor)) - SWELL)
    mean += (rises[i] as number) / cells.length
  }
  return rises.map((rise) => rise - mean)
}

/** `repetition[lag]`: the normalized autocorrelation of the onsets, 1 at lag 0. Null without onsets. */
function repetitionOf(values: Float64Array): Float64Array | null {
  const size = nextPowerOfTwo(2 * values.length)
  const fft = new Fft(size)
  const [re, im] = [new Float64Array(size), new Float64Array(size)]
  re.set(values)
  fft.forward(re, im)
  for (let k = 0; k < size; k++) {
    re[k] = (re[k] as number) ** 2 + (im[k] as number) ** 2 // in bounds
    im[k] = 0
  }
  fft.inverse(re, im)
  const whole = re[0] ?? 0
  if (!(whole > 1e-9)) return null
  return re.slice(0, values.length >> 1).map((value, lag) => (value / whole) * (values.length / (values.length - lag)))
}

/** How well it repeats after one, two, four and eight beats of `period` cells. */
function steadiness(repetition: Float64Array, period: number): number {
  const reachable = REPEATS.filter((beats) => beats * period + 1 < repetition.length)
  const on = reachable.reduce((sum, beats) => sum + between(repetition, beats * period), 0)
  return reachable.length === 0 ? 0 : on / reachable.length
}

function preference(period: number): number {
  const octaves = Math.log2((60 * CELLS_PER_SECOND) / period / PREFERRED)
  return Math.exp(-0.5 * (octaves / PREFERENCE_WIDTH) ** 2)
}

/** The same beat after more and more repeats: each doubling halves the uncertainty, as long as it still repeats. */
function refined(repetition: Float64Array, period: number): number {
  let found = period
  for (let beats = 1; beats * found * 1.01 + 3 < repetition.length && beats <= 512; beats *= 2) {
    const peak = peakNear(repetition, beats * found, Math.max(2, found / 8))
    if (peak === undefined || between(repetition, peak) < 0.4 * between(repetition, found)) break
    found = peak / beats
  }
  return found
}

/** The highest point near a lag, interpolated by the parabola through it and its neighbours. */
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

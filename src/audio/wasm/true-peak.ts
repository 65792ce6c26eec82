// Peaks between samples: four interpolated points per sample, by a filter of sixteen taps.
import { CHUNK, CHUNKS, HISTORY, TAPS, channels, chunkPeaks, chunkTruePeaks, plane, taps } from './layout'
import { highestLane } from './lanes'
import { noteOver } from './peak-events'
import { openPeak, raisePeak, rowEnd, storePeak } from './rows'
import { LAST_CHUNK_PEAK, SAMPLE_PEAK, TRUE_PEAK, get, set } from './channel-state'

/** How many samples are interpolated at once, and how far behind the newest one the points are. */
const STEP: i32 = 8
const LATE: i32 = TAPS / 2

/** An interpolated value never exceeds the loudest sample under the filter times this. */
let gainBound: f32 = 0

/**
 * `half` 0 is the coefficient of the sum of the two samples at equal distance (`pair`, outermost first), 1 that of
 * their difference.
 */
export function setTap(phase: i32, pair: i32, half: i32, value: f32): void {
  v128.store(taps + <usize>((pair * 4 + phase * 2 + half) << 4), f32x4.splat(value))
}

export function prepareTruePeak(bound: f32): void {
  gainBound = bound
}

/** Row by row (see rows.ts). What can be neither the highest of its row nor an over is not interpolated. */
export function measureTruePeak(frames: i32, from: f64): void {
  for (let c = 0; c < channels; c++) {
    memory.fill(plane(c) + ((<usize>frames) << 2), 0, <usize>(CHUNK * 4))
    if (get(c, SAMPLE_PEAK) > get(c, TRUE_PEAK)) set(c, TRUE_PEAK, get(c, SAMPLE_PEAK))
  }
  let start = 0
  let interpolated = 0
  for (let row = 0; ; row++) {
    const end = rowEnd(row) - from
    const isOpen = end > <f64>frames
    const stop = isOpen ? frames : <i32>end
    raisePeak(highestSample(start, stop, frames))
    start = stop
    const until = isOpen ? frames : min(frames, (stop + LATE + STEP / 2) & ~(STEP - 1))
    for (let c = 0; c < channels; c++) measureChunks(c, interpolated, until, from)
    interpolated = until
    if (isOpen) return
    storePeak(row)
  }
}

/** By the peaks of whole chunks, and sample by sample where a row begins or ends inside one. */
function highestSample(start: i32, stop: i32, frames: i32): f32 {
  let highest: f32 = 0
  for (let c = 0; c < channels; c++) {
    for (let at = start; at < stop;) {
      const chunk = at & ~(CHUNK - 1)
      const next = min(stop, chunk + CHUNK)
      if (at == chunk && (next == chunk + CHUNK || next == frames))
        highest = max<f32>(highest, load<f32>(chunkPeaks + <usize>((c * CHUNKS + at / CHUNK) << 2)))
      else for (let i = at; i < next; i++) highest = max<f32>(highest, abs(load<f32>(plane(c) + ((<usize>i) << 2))))
      at = next
    }
  }
  return highest
}

/** Interpolates from `start`, a multiple of the step, and raises the open row's peak. */
function measureChunks(channel: i32, start: i32, stop: i32, from: f64): void {
  const samples = plane(channel)
  const peaks = chunkPeaks + <usize>(channel * CHUNKS * 4)
  const truePeaks = chunkTruePeaks + <usize>(channel * CHUNKS * 4)
  let before = <f32>get(channel, LAST_CHUNK_PEAK)
  let highest = <f32>get(channel, TRUE_PEAK)
  for (let at = start; at < stop;) {
    const chunk = at & ~(CHUNK - 1)
    const next = min(stop, chunk + CHUNK)
    const place = <usize>((chunk / CHUNK) << 2)
    const here = load<f32>(peaks + place)
    const bound = max<f32>(here, before) * gainBound
    const isFirst = at == chunk
    if (isFirst) store<f32>(truePeaks + place, 0)
    const isAbove = bound > min<f32>(highest, 1)
    if (isAbove || bound > openPeak()) {
      const between = interpolate(samples + ((<usize>at) << 2), next - at)
      raisePeak(between)
      const peak = isFirst ? max<f32>(here, between) : between
      if (isAbove) store<f32>(truePeaks + place, max<f32>(load<f32>(truePeaks + place), peak))
      if (peak > 1) noteOver(channel, from + <f64>chunk, peak)
      if (peak > highest) highest = peak
    }
    if (next == chunk + CHUNK) before = here
    at = next
  }
  set(channel, LAST_CHUNK_PEAK, <f64>before)
  set(channel, TRUE_PEAK, <f64>highest)
}

/** Moves the end of the block in front of the next one. */
export function keepHistory(frames: i32): void {
  for (let c = 0; c < channels; c++) {
    const samples = plane(c)
    memory.copy(
      samples - <usize>(HISTORY * 4),
      samples + ((<usize>frames) << 2) - <usize>(HISTORY * 4),
      <usize>(HISTORY * 4),
    )
  }
}

/** Processes the filter's tail after the last sample. */
export function finishTruePeak(from: f64): void {
  for (let c = 0; c < channels; c++) {
    const samples = plane(c)
    memory.fill(samples, 0, <usize>(CHUNK * 4))
    const peak = interpolate(samples, CHUNK)
    raisePeak(peak)
    if (peak > 1) noteOver(c, from, peak)
    if (<f64>peak > get(c, TRUE_PEAK)) set(c, TRUE_PEAK, <f64>peak)
  }
}

/**
 * The greatest magnitude between `count` samples, rounded up to whole steps. The phases are symmetric in pairs
 * (1/5 and 4/5, 2/5 and 3/5): one of a pair is even + odd, the other even - odd, and the larger magnitude is |even| +
 * |odd|.
 */
function interpolate(first: usize, count: i32): f32 {
  let most = f32x4.splat(0)
  for (let at = first; at < first + <usize>(count * 4); at += STEP * 4) {
    let even1 = f32x4.splat(0)
    let odd1 = f32x4.splat(0)
    let even2 = f32x4.splat(0)
    let odd2 = f32x4.splat(0)
    let nextEven1 = f32x4.splat(0)
    let nextOdd1 = f32x4.splat(0)
    let nextEven2 = f32x4.splat(0)
    let nextOdd2 = f32x4.splat(0)
    let older = at - <usize>((TAPS - 1) * 4)
    let newer = at
    let tap = taps
    for (let k = 0; k < TAPS / 2; k++, older += 4, newer -= 4, tap += 64) {
      const e1 = v128.load(tap)
      const o1 = v128.load(tap, 16)
      const e2 = v128.load(tap, 32)
      const o2 = v128.load(tap, 48)
      const a = v128.load(older)
      const b = v128.load(newer)
      const sum = f32x4.add(a, b)
      const difference = f32x4.sub(a, b)
      even1 = f32x4.add(even1, f32x4.mul(sum, e1))
      odd1 = f32x4.add(odd1, f32x4.mul(difference, o1))
      even2 = f32x4.add(even2, f32x4.mul(sum, e2))
      odd2 = f32x4.add(odd2, f32x4.mul(difference, o2))
      const c = v128.load(older, 16)
      const d = v128.load(newer, 16)
      const nextSum = f32x4.add(c, d)
      const nextDifference = f32x4.sub(c, d)
      nextEven1 = f32x4.add(nextEven1, f32x4.mul(nextSum, e1))
      nextOdd1 = f32x4.add(nextOdd1, f32x4.mul(nextDifference, o1))
      nextEven2 = f32x4.add(nextEven2, f32x4.mul(nextSum, e2))
      nextOdd2 = f32x4.add(nextOdd2, f32x4.mul(nextDifference, o2))
    }
    most = f32x4.pmax(
      most,
      f32x4.pmax(f32x4.add(f32x4.abs(even1), f32x4.abs(odd1)), f32x4.add(f32x4.abs(even2), f32x4.abs(odd2))),
    )
    most = f32x4.pmax(
      most,
      f32x4.pmax(
        f32x4.add(f32x4.abs(nextEven1), f32x4.abs(nextOdd1)),
        f32x4.add(f32x4.abs(nextEven2), f32x4.abs(nextOdd2)),
      ),
    )
  }
  return highestLane(most)
}

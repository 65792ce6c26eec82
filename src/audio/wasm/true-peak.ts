// Peaks between samples: four interpolated points per sample, by a filter of sixteen taps.
import { CHUNK, CHUNKS, HISTORY, TAPS, channels, chunkPeaks, chunkTruePeaks, plane, taps } from './layout'
import { highestLane } from './lanes'
import { noteOver } from './peak-events'
import { openPeak, raisePeak, rowEnd, storePeak } from './rows'
import { LAST_CHUNK_PEAK, SAMPLE_PEAK, TRUE_PEAK, get, set } from './channel-state'

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
  for (let row = 0; ; row++) {
    const end = rowEnd(row) - from
    const stop = end > <f64>frames ? frames : (<i32>end / CHUNK) * CHUNK
    raisePeak(highestSample(start, stop))
    for (let c = 0; c < channels; c++) measureChunks(c, start, stop, from)
    start = max(start, stop)
    if (end > <f64>frames) return
    storePeak(row)
  }
}

function highestSample(start: i32, stop: i32): f32 {
  let highest: f32 = 0
  for (let c = 0; c < channels; c++)
    for (let at = start; at < stop; at += CHUNK)
      highest = max<f32>(highest, load<f32>(chunkPeaks + <usize>((c * CHUNKS + at / CHUNK) << 2)))
  return highest
}

function measureChunks(channel: i32, start: i32, stop: i32, from: f64): void {
  const samples = plane(channel)
  const peaks = chunkPeaks + <usize>(channel * CHUNKS * 4)
  const truePeaks = chunkTruePeaks + <usize>(channel * CHUNKS * 4)
  let before = <f32>get(channel, LAST_CHUNK_PEAK)
  let highest = <f32>get(channel, TRUE_PEAK)
  for (let at = start; at < stop; at += CHUNK) {
    const here = load<f32>(peaks + <usize>((at / CHUNK) << 2))
    const bound = max<f32>(here, before) * gainBound
    store<f32>(truePeaks + <usize>((at / CHUNK) << 2), 0)
    const isAbove = bound > min<f32>(highest, 1)
    if (isAbove || bound > openPeak()) {
      const peak = max<f32>(here, interpolate(samples + ((<usize>at) << 2)))
      raisePeak(peak)
      if (isAbove) store<f32>(truePeaks + <usize>((at / CHUNK) << 2), peak)
      if (peak > 1) noteOver(channel, from + <f64>at, peak)
      if (peak > highest) highest = peak
    }
    before = here
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
    const peak = interpolate(samples)
    raisePeak(peak)
    if (peak > 1) noteOver(c, from, peak)
    if (<f64>peak > get(c, TRUE_PEAK)) set(c, TRUE_PEAK, <f64>peak)
  }
}

/**
 * The greatest magnitude between the samples of a chunk, eight samples at a time. The phases are symmetric in pairs
 * (1/5 and 4/5, 2/5 and 3/5): one of a pair is even + odd, the other even - odd, and the larger magnitude is |even| +
 * |odd|.
 */
function interpolate(first: usize): f32 {
  let most = f32x4.splat(0)
  for (let at = first; at < first + <usize>(CHUNK * 4); at += 32) {
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

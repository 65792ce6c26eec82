// Minimum, maximum and squares for the waveform; also DC, sample peak, clipping, silence and stereo correlation.
import { CHUNK, CHUNKS, POINT, channels, chunkPeaks, plane, points } from './layout'
import { highestLane, sumOfLanes } from './lanes'
import { noteClip } from './peak-events'
import {
  CLIPPED_RUNS,
  CLIPPED_SAMPLES,
  CLIP_RUN,
  CLIP_STEEP,
  FIRST_SOUND,
  LAST_CLIP,
  LAST_SOUND,
  SAMPLE_PEAK,
  SQUARES,
  SUM,
  get,
  set,
} from './channel-state'

/** This many consecutive samples at full scale count as clipping. */
const CLIPPED_RUN: i32 = 3

let clipLevel: f32 = 1
/** The top of a slow wave is flat by rounding alone; it is entered by a step or two of the integers. */
let clipSlope: f32 = 0
let silenceLevel: f32 = 0.001
/** Clips closer than this count as one place. */
let placeGap: f64 = 0
let products: f64 = 0
let differences: f64 = 0

export function prepareLevels(clip: f32, slope: f32, silence: f32, gapFrames: f64): void {
  placeGap = gapFrames
  clipLevel = clip
  clipSlope = slope
  silenceLevel = silence
  products = 0
  differences = 0
}

/** Sum of left × right over the recording. */
export function stereoProducts(): f64 {
  return products
}

/** Sum of (left - right)². */
export function stereoDifferences(): f64 {
  return differences
}

/** One point per 256 frames and channel: minimum, maximum, sum of squares. `from` is the block's first frame. */
export function measureLevels(frames: i32, from: f64): void {
  for (let c = 0; c < channels; c++) measureChannel(c, frames, from)
  if (channels == 2) correlate(frames)
}

function measureChannel(channel: i32, frames: i32, from: f64): void {
  const samples = plane(channel)
  const peaks = chunkPeaks + <usize>(channel * CHUNKS * 4)
  let to = points + <usize>(channel * 12)
  let total: f64 = 0
  let energy: f64 = 0
  let highest: f32 = 0
  for (let start = 0; start < frames; start += POINT) {
    const end = min(start + POINT, frames)
    const whole = start + ((end - start) & ~(CHUNK - 1))
    let least = f32x4.splat(Infinity)
    let most = f32x4.splat(-Infinity)
    let added = f32x4.splat(0)
    let squared = f32x4.splat(0)
    for (let at = start; at < whole; at += CHUNK) {
      const first = samples + (<usize>at << 2)
      let chunkLeast = v128.load(first)
      let chunkMost = chunkLeast
      added = f32x4.add(added, chunkLeast)
      squared = f32x4.add(squared, f32x4.mul(chunkLeast, chunkLeast))
      for (let i: usize = 16; i < <usize>(CHUNK * 4); i += 16) {
        const v = v128.load(first + i)
        chunkLeast = f32x4.pmin(chunkLeast, v)
        chunkMost = f32x4.pmax(chunkMost, v)
        added = f32x4.add(added, v)
        squared = f32x4.add(squared, f32x4.mul(v, v))
      }
      least = f32x4.pmin(least, chunkLeast)
      most = f32x4.pmax(most, chunkMost)
      const peak = highestLane(f32x4.pmax(chunkMost, f32x4.neg(chunkLeast)))
      store<f32>(peaks + <usize>((at / CHUNK) << 2), peak)
      highest = max<f32>(highest, peak)
      notePeak(channel, peak, first, CHUNK, from + <f64>at)
    }
    let low = -highestLane(f32x4.neg(least))
    let high = highestLane(most)
    let sum = sumOfLanes(added)
    let squares = sumOfLanes(squared)
    if (whole < end) {
      const first = samples + (<usize>whole << 2)
      let peak: f32 = 0
      for (let i = 0; i < end - whole; i++) {
        const x = load<f32>(first + (<usize>i << 2))
        low = min<f32>(low, x)
        high = max<f32>(high, x)
        peak = max<f32>(peak, abs(x))
        sum += <f64>x
        squares += <f64>x * <f64>x
      }
      store<f32>(peaks + <usize>((whole / CHUNK) << 2), peak)
      highest = max<f32>(highest, peak)
      notePeak(channel, peak, first, end - whole, from + <f64>whole)
    }
    total += sum
    energy += squares
    store<f32>(to, low)
    store<f32>(to + 4, high)
    store<f32>(to + 8, <f32>squares)
    to += <usize>(channels * 12)
  }
  set(channel, SUM, get(channel, SUM) + total)
  set(channel, SQUARES, get(channel, SQUARES) + energy)
  if (<f64>highest > get(channel, SAMPLE_PEAK)) set(channel, SAMPLE_PEAK, <f64>highest)
}

/** Clipping and silence, chunk by chunk. */
// @ts-ignore: decorator
@inline
function notePeak(channel: i32, peak: f32, first: usize, count: i32, from: f64): void {
  if (peak >= clipLevel) scanClipping(channel, first, count, from)
  else set(channel, CLIP_RUN, 0)
  if (peak <= silenceLevel) return
  if (get(channel, FIRST_SOUND) < 0) set(channel, FIRST_SOUND, from)
  set(channel, LAST_SOUND, from + <f64>count)
}

function scanClipping(channel: i32, first: usize, count: i32, from: f64): void {
  let run = <i32>get(channel, CLIP_RUN)
  let isSteep = get(channel, CLIP_STEEP) != 0
  for (let i = 0; i < count; i++) {
    const at = first + (<usize>i << 2)
    if (abs(load<f32>(at)) < clipLevel) {
      run = 0
      continue
    }
    if (run == 0) isSteep = steepestBefore(at) > clipSlope
    run++
    if (run < CLIPPED_RUN || !isSteep) continue
    if (run > CLIPPED_RUN) {
      set(channel, CLIPPED_SAMPLES, get(channel, CLIPPED_SAMPLES) + 1)
      continue
    }
    set(channel, CLIPPED_SAMPLES, get(channel, CLIPPED_SAMPLES) + <f64>CLIPPED_RUN)
    set(channel, CLIPPED_RUNS, get(channel, CLIPPED_RUNS) + 1)
    notePlace(channel, from + <f64>(i - CLIPPED_RUN + 1))
  }
  set(channel, CLIP_RUN, <f64>run)
  set(channel, CLIP_STEEP, isSteep ? 1 : 0)
}

/** The greater of the last two steps up to this sample. */
function steepestBefore(at: usize): f32 {
  const before = load<f32>(at - 4)
  return max<f32>(abs(load<f32>(at) - before), abs(before - load<f32>(at - 8)))
}

function notePlace(channel: i32, frame: f64): void {
  const last = get(channel, LAST_CLIP)
  if (last < 0 || frame - last > placeGap) noteClip(channel, frame)
  set(channel, LAST_CLIP, frame)
}

function correlate(frames: i32): void {
  const left = plane(0)
  const right = plane(1)
  const whole = frames & ~3
  for (let start = 0; start < whole; start += POINT) {
    let product = f32x4.splat(0)
    let difference = f32x4.splat(0)
    const end = <usize>min(start + POINT, whole) << 2
    for (let at = <usize>start << 2; at < end; at += 16) {
      const l = v128.load(left + at)
      const r = v128.load(right + at)
      const d = f32x4.sub(l, r)
      product = f32x4.add(product, f32x4.mul(l, r))
      difference = f32x4.add(difference, f32x4.mul(d, d))
    }
    products += sumOfLanes(product)
    differences += sumOfLanes(difference)
  }
  for (let i = whole; i < frames; i++) {
    const l = <f64>load<f32>(left + (<usize>i << 2))
    const r = <f64>load<f32>(right + (<usize>i << 2))
    products += l * r
    differences += (l - r) * (l - r)
  }
}

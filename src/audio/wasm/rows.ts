// Rows of 100 ms, each ten cells of energy.ts: the greatest true peak of all channels, and the mean squares and mean
// product of the first two.
import { BLOCK, channels, plane, rows } from './layout'
import { sumOfLanes } from './lanes'

const CELLS_PER_ROW: f64 = 10

let framesPerRow: f64 = 4800
/** Rows completed before this block, and in it. */
let finished: f64 = 0
let completed: i32 = 0
/** Of the open row. */
let peak: f32 = 0
let left: f64 = 0
let right: f64 = 0
let products: f64 = 0

export function prepareRows(cellFrames: f64): void {
  framesPerRow = cellFrames * CELLS_PER_ROW
  finished = 0
  completed = 0
  peak = 0
  clearSums()
}

/** At the start of a block. */
export function beginRows(): void {
  finished += <f64>completed
  completed = 0
}

export function rowCount(): i32 {
  return completed
}

/** The first frame after the row that is `ahead` rows after the first of this block. */
export function rowEnd(ahead: i32): f64 {
  return nearest<f64>((finished + <f64>(ahead + 1)) * framesPerRow)
}

export function openPeak(): f32 {
  return peak
}

export function raisePeak(level: f32): void {
  peak = max<f32>(peak, level)
}

/** Ends a row's peak; `row` counts from the first of this block. */
export function storePeak(row: i32): void {
  store<f32>(rows + <usize>(row << 4), peak)
  peak = 0
}

/** Sums the block; call after its peaks are stored. `from` is its first frame. */
export function measureRows(frames: i32, from: f64): void {
  let start = 0
  while (true) {
    const end = <i32>min<f64>(rowEnd(completed) - from, <f64>BLOCK + 1)
    if (end > frames) break
    addSums(start, end)
    storeSums(rowEnd(completed) - nearest<f64>((finished + <f64>completed) * framesPerRow))
    start = end
  }
  addSums(start, frames)
}

/** The incomplete row at the end, if it has a frame. `from` is the end of the recording. */
export function finishRows(from: f64): void {
  const length = from - nearest<f64>(finished * framesPerRow)
  if (length <= 0) return
  storePeak(0)
  storeSums(length)
}

function storeSums(length: f64): void {
  const to = rows + <usize>(completed << 4)
  store<f32>(to, <f32>(left / length), 4)
  store<f32>(to, <f32>(right / length), 8)
  store<f32>(to, <f32>(products / length), 12)
  clearSums()
  completed++
}

function clearSums(): void {
  left = 0
  right = 0
  products = 0
}

function addSums(start: i32, end: i32): void {
  const first = plane(0)
  const second = channels > 1 ? plane(1) : first
  let squares = f32x4.splat(0)
  let others = f32x4.splat(0)
  let product = f32x4.splat(0)
  let at = start
  for (; at + 4 <= end; at += 4) {
    const l = v128.load(first + ((<usize>at) << 2))
    const r = v128.load(second + ((<usize>at) << 2))
    squares = f32x4.add(squares, f32x4.mul(l, l))
    others = f32x4.add(others, f32x4.mul(r, r))
    product = f32x4.add(product, f32x4.mul(l, r))
  }
  left += sumOfLanes(squares)
  right += sumOfLanes(others)
  products += sumOfLanes(product)
  for (; at < end; at++) {
    const l = <f64>load<f32>(first + ((<usize>at) << 2))
    const r = <f64>load<f32>(second + ((<usize>at) << 2))
    left += l * l
    right += r * r
    products += l * r
  }
}

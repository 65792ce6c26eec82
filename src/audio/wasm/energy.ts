// K-weighted energy (ITU-R BS.1770-4) in cells of 10 ms, two channels at a time.
import { MAX_CELLS, cells, channels, plane } from './layout'
import { CELL_SUM, FILTERS, WEIGHT, get, stateOf } from './channel-state'

/** Smaller filter state becomes zero; otherwise it would decay into denormals, which are slow. */
const FORGET: f64 = 1e-30

let pre0: v128 = f64x2.splat(0)
let pre1: v128 = f64x2.splat(0)
let pre2: v128 = f64x2.splat(0)
let preA1: v128 = f64x2.splat(0)
let preA2: v128 = f64x2.splat(0)
let lowA1: v128 = f64x2.splat(0)
let lowA2: v128 = f64x2.splat(0)
let framesPerCell: f64 = 480
let finished: f64 = 0

/** The shelf's five coefficients and the high-pass's two (its numerator is 1, -2, 1). */
export function prepareEnergy(
  b0: f64,
  b1: f64,
  b2: f64,
  a1: f64,
  a2: f64,
  highPassA1: f64,
  highPassA2: f64,
  cellFrames: f64,
): void {
  pre0 = f64x2.splat(b0)
  pre1 = f64x2.splat(b1)
  pre2 = f64x2.splat(b2)
  preA1 = f64x2.splat(a1)
  preA2 = f64x2.splat(a2)
  lowA1 = f64x2.splat(highPassA1)
  lowA2 = f64x2.splat(highPassA2)
  framesPerCell = cellFrames
  finished = 0
}

/**
 * Adds the block; returns how many cells it completed. They are at `cells`, mean squares summed over the weighted
 * channels.
 */
export function measureEnergy(frames: i32, from: f64): i32 {
  const count = cellsEndingBy(from + <f64>frames)
  memory.fill(cells, 0, <usize>(MAX_CELLS * 4))
  for (let c = 0; c < channels; c += 2) {
    const second = c + 1 < channels ? c + 1 : c
    const leftWeight = get(c, WEIGHT)
    const rightWeight = second == c ? 0 : get(second, WEIGHT)
    if (leftWeight != 0 || rightWeight != 0)
      measurePair(c, plane(c), plane(second), leftWeight, rightWeight, frames, from)
  }
  finished += <f64>count
  return count
}

function cellsEndingBy(frame: f64): i32 {
  let count = 0
  while (nearest<f64>((finished + <f64>(count + 1)) * framesPerCell) <= frame) count++
  return count
}

function measurePair(
  channel: i32,
  left: usize,
  right: usize,
  leftWeight: f64,
  rightWeight: f64,
  frames: i32,
  from: f64,
): void {
  const state = stateOf(channel)
  // Direct form 2 has the shortest dependency between steps, and doubles are precise enough for its large state.
  let w1 = v128.load(state, FILTERS)
  let w2 = v128.load(state, FILTERS + 16)
  let v1 = v128.load(state, FILTERS + 32)
  let v2 = v128.load(state, FILTERS + 48)
  let sum = v128.load(state, CELL_SUM)
  let cell = 0
  let at = 0
  const b0 = pre0
  const b1 = pre1
  const b2 = pre2
  const a1 = preA1
  const a2 = preA2
  const h1 = lowA1
  const h2 = lowA2
  while (at < frames) {
    const boundary = nearest<f64>((finished + <f64>(cell + 1)) * framesPerCell)
    const end = min(frames, <i32>(boundary - from))
    for (; at + 4 <= end; at += 4) {
      const l = v128.load(left + (<usize>at << 2))
      const r = v128.load(right + (<usize>at << 2))
      const early = v128.shuffle<i32>(l, r, 0, 4, 1, 5)
      const late = v128.shuffle<i32>(l, r, 2, 6, 3, 7)
      let w = f64x2.sub(f64x2.sub(f64x2.promote_low_f32x4(early), f64x2.mul(a2, w2)), f64x2.mul(a1, w1))
      let y = f64x2.add(f64x2.mul(b0, w), f64x2.add(f64x2.mul(b1, w1), f64x2.mul(b2, w2)))
      w2 = w1
      w1 = w
      let v = f64x2.sub(f64x2.sub(y, f64x2.mul(h2, v2)), f64x2.mul(h1, v1))
      let z = f64x2.sub(f64x2.add(v, v2), f64x2.add(v1, v1))
      v2 = v1
      v1 = v
      sum = f64x2.add(sum, f64x2.mul(z, z))

      w = f64x2.sub(
        f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<i32>(early, early, 2, 3, 2, 3)), f64x2.mul(a2, w2)),
        f64x2.mul(a1, w1),
      )
      y = f64x2.add(f64x2.mul(b0, w), f64x2.add(f64x2.mul(b1, w1), f64x2.mul(b2, w2)))
      w2 = w1
      w1 = w
      v = f64x2.sub(f64x2.sub(y, f64x2.mul(h2, v2)), f64x2.mul(h1, v1))
      z = f64x2.sub(f64x2.add(v, v2), f64x2.add(v1, v1))
      v2 = v1
      v1 = v
      sum = f64x2.add(sum, f64x2.mul(z, z))

      w = f64x2.sub(f64x2.sub(f64x2.promote_low_f32x4(late), f64x2.mul(a2, w2)), f64x2.mul(a1, w1))
      y = f64x2.add(f64x2.mul(b0, w), f64x2.add(f64x2.mul(b1, w1), f64x2.mul(b2, w2)))
      w2 = w1
      w1 = w
      v = f64x2.sub(f64x2.sub(y, f64x2.mul(h2, v2)), f64x2.mul(h1, v1))
      z = f64x2.sub(f64x2.add(v, v2), f64x2.add(v1, v1))
      v2 = v1
      v1 = v
      sum = f64x2.add(sum, f64x2.mul(z, z))

      w = f64x2.sub(
        f64x2.sub(f64x2.promote_low_f32x4(v128.shuffle<i32>(late, late, 2, 3, 2, 3)), f64x2.mul(a2, w2)),
        f64x2.mul(a1, w1),
      )
      y = f64x2.add(f64x2.mul(b0, w), f64x2.add(f64x2.mul(b1, w1), f64x2.mul(b2, w2)))
      w2 = w1
      w1 = w
      v = f64x2.sub(f64x2.sub(y, f64x2.mul(h2, v2)), f64x2.mul(h1, v1))
      z = f64x2.sub(f64x2.add(v, v2), f64x2.add(v1, v1))
      v2 = v1
      v1 = v
      sum = f64x2.add(sum, f64x2.mul(z, z))
    }
    for (; at < end; at++) {
      const x = f64x2.replace_lane(
        f64x2.splat(<f64>load<f32>(left + (<usize>at << 2))),
        1,
        <f64>load<f32>(right + (<usize>at << 2)),
      )
      const w = f64x2.sub(f64x2.sub(x, f64x2.mul(a2, w2)), f64x2.mul(a1, w1))
      const y = f64x2.add(f64x2.mul(b0, w), f64x2.add(f64x2.mul(b1, w1), f64x2.mul(b2, w2)))
      w2 = w1
      w1 = w
      const v = f64x2.sub(f64x2.sub(y, f64x2.mul(h2, v2)), f64x2.mul(h1, v1))
      const z = f64x2.sub(f64x2.add(v, v2), f64x2.add(v1, v1))
      v2 = v1
      v1 = v
      sum = f64x2.add(sum, f64x2.mul(z, z))
    }
    if (<f64>end + from < boundary) break
    const length = boundary - nearest<f64>((finished + <f64>cell) * framesPerCell)
    const energy = (leftWeight * f64x2.extract_lane(sum, 0) + rightWeight * f64x2.extract_lane(sum, 1)) / length
    const to = cells + (<usize>cell << 2)
    store<f32>(to, load<f32>(to) + <f32>energy)
    sum = f64x2.splat(0)
    w1 = forget(w1)
    w2 = forget(w2)
    v1 = forget(v1)
    v2 = forget(v2)
    cell++
  }
  v128.store(state, w1, FILTERS)
  v128.store(state, w2, FILTERS + 16)
  v128.store(state, v1, FILTERS + 32)
  v128.store(state, v2, FILTERS + 48)
  v128.store(state, sum, CELL_SUM)
}

// @ts-ignore: decorator
@inline
function forget(v: v128): v128 {
  return v128.and(v, f64x2.gt(f64x2.abs(v), f64x2.splat(FORGET)))
}

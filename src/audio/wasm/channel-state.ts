// A channel's state between blocks. All fields are f64 at these byte offsets.
import { states } from './layout'

export const STATE_BYTES: i32 = 256

/** Four vectors of two lanes: the filter state of this channel and the next (stored with the even one). */
export const FILTERS: i32 = 0
/** Two lanes: weighted squares of the unfinished 10 ms cell. */
export const CELL_SUM: i32 = 64
export const WEIGHT: i32 = 80
export const TRUE_PEAK: i32 = 88
export const SAMPLE_PEAK: i32 = 96
export const SUM: i32 = 104
export const SQUARES: i32 = 112
export const CLIP_RUN: i32 = 120
export const CLIPPED_RUNS: i32 = 128
export const CLIPPED_SAMPLES: i32 = 136
/** Start of the last recorded clip. */
export const LAST_CLIP: i32 = 144
export const FIRST_SOUND: i32 = 152
export const LAST_SOUND: i32 = 160
export const LAST_CHUNK_PEAK: i32 = 168
/** 1 if the samples entered the present run at full scale steeply. */
export const CLIP_STEEP: i32 = 176

// @ts-ignore: decorator
@inline
export function stateOf(channel: i32): usize {
  return states + <usize>(channel * STATE_BYTES)
}

// @ts-ignore: decorator
@inline
export function get(channel: i32, field: i32): f64 {
  return load<f64>(stateOf(channel) + <usize>field)
}

// @ts-ignore: decorator
@inline
export function set(channel: i32, field: i32, value: f64): void {
  store<f64>(stateOf(channel) + <usize>field, value)
}

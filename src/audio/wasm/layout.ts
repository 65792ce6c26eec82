// The module's memory: `prepare` lays it out once; later calls only overwrite it.

/** Sample frames per block: one FLAC block, eighteen points of 256 frames. */
export const BLOCK: i32 = 4608
export const POINT: i32 = 256
/** The chunk whose loudest sample decides whether true peak and clipping are checked. */
export const CHUNK: i32 = 64
/** Samples of previous blocks in front of each plane, for the interpolator and the search for faults. */
export const HISTORY: i32 = 1024
export const TAPS: i32 = 16
export const PHASES: i32 = 4
export const MAX_CELLS: i32 = 1024
export const MAX_ROWS: i32 = MAX_CELLS / 10 + 1

export let channels: i32 = 0
export let raw: usize = 0
export let planes: usize = 0
export let packed: usize = 0
export let digest: usize = 0
export let points: usize = 0
export let cells: usize = 0
/** See rows.ts. */
export let rows: usize = 0
export let chunkPeaks: usize = 0
/** The interpolator's coefficients, each repeated in the four lanes of a vector; see true-peak.ts. */
export let taps: usize = 0
/** The greatest interpolated magnitude in each chunk, zero where it cannot matter. */
export let chunkTruePeaks: usize = 0
/** See roughness.ts. */
export let marks: usize = 0
export let states: usize = 0
/** See events.ts. */
export let overs: usize = 0
export let clips: usize = 0

/** One chunk more than the block, so that the interpolator can run into silence after the end. */
export const PLANE_BYTES: i32 = (HISTORY + BLOCK + CHUNK) * 4
export const CHUNKS: i32 = BLOCK / CHUNK + 1

let top: usize = 0

function take(bytes: i32): usize {
  const at = top
  top = (top + <usize>bytes + 63) & ~(<usize>63)
  return at
}

export function layOut(channelCount: i32, stateBytes: i32, eventBytes: i32): void {
  channels = channelCount
  top = (__heap_base + 63) & ~(<usize>63)
  raw = take(BLOCK * channelCount * 8)
  planes = take(PLANE_BYTES * channelCount + 64)
  packed = take(BLOCK * channelCount * 4)
  digest = take(BLOCK * channelCount * 3 + 16)
  points = take((BLOCK / POINT) * channelCount * 12)
  cells = take(MAX_CELLS * 4)
  rows = take(MAX_ROWS * 16)
  chunkPeaks = take(CHUNKS * channelCount * 4)
  taps = take(PHASES * TAPS * 16)
  chunkTruePeaks = take(CHUNKS * channelCount * 4)
  marks = take(CHUNKS * channelCount * 12)
  states = take(stateBytes * channelCount)
  overs = take(eventBytes * channelCount)
  clips = take(eventBytes * channelCount)
  const pages = <i32>((top + 0xffff) >> 16)
  const missing = pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
  memory.fill(raw, 0, top - raw)
}

/** A channel's first sample in this block; `HISTORY` older ones precede it. */
// @ts-ignore: decorator
@inline
export function plane(channel: i32): usize {
  return planes + <usize>(channel * PLANE_BYTES + HISTORY * 4)
}

// The module's interface: call `prepare` once, then for each block `unpack`, `pack` if it is encoded, and `analyse`;
// `finish` at the end.
import { cells, chunkPeaks, chunkTruePeaks, clips, layOut, marks, overs, plane, points, raw, rows } from './layout'
import { FIRST_SOUND, LAST_CLIP, LAST_SOUND, STATE_BYTES, WEIGHT, get, set } from './channel-state'
import { pack as packBlock, resetInvalid, unpack as unpackBlock } from './convert'
import { measureEnergy, prepareEnergy } from './energy'
import { EVENTS_PER_CHANNEL, forgetEvents } from './peak-events'
import { measureLevels, prepareLevels } from './levels'
import { measureRoughness } from './roughness'
import { beginRows, finishRows, measureRows, prepareRows } from './rows'
import { finishTruePeak, keepHistory, measureTruePeak, prepareTruePeak } from './true-peak'

export { setTap } from './true-peak'
export { invalidSamples, firstInvalidFrame, packedAt, digestAt } from './convert'
export { oversNoted, clipsNoted } from './peak-events'
export { stereoDifferences, stereoProducts } from './levels'
export { rowCount } from './rows'

let position: f64 = 0
/** Frames of the block in memory. */
let held: i32 = 0

export function prepare(channelCount: i32): void {
  layOut(channelCount, STATE_BYTES, EVENTS_PER_CHANNEL * 24)
  forgetEvents()
  resetInvalid()
  position = 0
  held = 0
  for (let c = 0; c < channelCount; c++) {
    set(c, LAST_CLIP, -1)
    set(c, FIRST_SOUND, -1)
    set(c, LAST_SOUND, -1)
  }
}

export function setWeight(channel: i32, weight: f64): void {
  set(channel, WEIGHT, weight)
}

export function setFilters(
  b0: f64,
  b1: f64,
  b2: f64,
  a1: f64,
  a2: f64,
  highPassA1: f64,
  highPassA2: f64,
  cellFrames: f64,
): void {
  prepareEnergy(b0, b1, b2, a1, a2, highPassA1, highPassA2, cellFrames)
  prepareRows(cellFrames)
}

/** `clipSlope`: the least step into a run at full scale by which it is clipping. */
export function setLevels(clip: f32, clipSlope: f32, silence: f32, peakBound: f32, placeGapFrames: f64): void {
  prepareLevels(clip, clipSlope, silence, placeGapFrames)
  prepareTruePeak(peakBound)
}

export function rawAt(): usize {
  return raw
}

export function pointsAt(): usize {
  return points
}

export function cellsAt(): usize {
  return cells
}

/** Rows that the block completed, or the incomplete one at the end: `rowCount` quadruples of f32; see rows.ts. */
export function rowsAt(): usize {
  return rows
}

/** A channel's samples in the block, as floats; `HISTORY` older ones precede them. */
export function planeAt(channel: i32): usize {
  return plane(channel)
}

/** The loudest sample of each chunk, channel after channel. */
export function chunkPeaksAt(): usize {
  return chunkPeaks
}

/** The greatest interpolated magnitude in each chunk, channel after channel. */
export function chunkTruePeaksAt(): usize {
  return chunkTruePeaks
}

/** See roughness.ts. */
export function marksAt(): usize {
  return marks
}

/** Overs of the current block, `oversNoted` triples. */
export function oversAt(): usize {
  return overs
}

/** Clips of the current block, `clipsNoted` triples. */
export function clipsAt(): usize {
  return clips
}

export function unpack(format: i32, planar: bool, frames: i32): void {
  keepHistory(held)
  unpackBlock(format, planar, frames, position)
}

export function pack(format: i32, planar: bool, frames: i32, bits: i32): void {
  packBlock(format, planar, frames, bits)
}

/** Returns how many energy cells the block completed. */
export function analyse(frames: i32): i32 {
  forgetEvents()
  const count = measureEnergy(frames, position)
  measureLevels(frames, position)
  measureRoughness(frames)
  beginRows()
  measureTruePeak(frames, position)
  measureRows(frames, position)
  position += <f64>frames
  held = frames
  return count
}

export function finish(): void {
  forgetEvents()
  keepHistory(held)
  beginRows()
  finishTruePeak(position)
  finishRows(position)
}

/** A field of channel-state.ts. */
export function stateField(channel: i32, field: i32): f64 {
  return get(channel, field)
}

// Events of the current block: triples of f64 (channel, frame in the recording, level).
import { BLOCK, CHUNK, channels, clips, overs } from './layout'

/** A channel's overs and clips in one block, plus one over in the filter's tail after the end. */
export const EVENTS_PER_CHANNEL: i32 = BLOCK / CHUNK + 2
const EVENT_BYTES: i32 = 24

let overCount: i32 = 0
let clipCount: i32 = 0

export function forgetEvents(): void {
  overCount = 0
  clipCount = 0
}

export function noteOver(channel: i32, frame: f64, level: f32): void {
  if (overCount < EVENTS_PER_CHANNEL * channels) note(overs, overCount++, channel, frame, level)
}

export function noteClip(channel: i32, frame: f64): void {
  if (clipCount < EVENTS_PER_CHANNEL * channels) note(clips, clipCount++, channel, frame, 1)
}

export function oversNoted(): i32 {
  return overCount
}

export function clipsNoted(): i32 {
  return clipCount
}

function note(list: usize, index: i32, channel: i32, frame: f64, level: f32): void {
  const at = list + <usize>(index * EVENT_BYTES)
  store<f64>(at, <f64>channel)
  store<f64>(at + 8, frame)
  store<f64>(at + 16, <f64>level)
}

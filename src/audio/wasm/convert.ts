// Converts the decoder's samples to float planes, to the FLAC encoder's format, and to the bytes of FLAC's MD5.
import { BLOCK, channels, digest, packed, plane, raw } from './layout'

// Sample formats: the number type, and whether channels are separate (FFmpeg's planar formats).
const U8: i32 = 0
const S16: i32 = 1
const S32: i32 = 2
const F32: i32 = 3
const F64: i32 = 4

/** A value above +36 dBFS is a corrupt float: counted, and replaced by silence, as in the player. */
const INSANE: f32 = 64

let invalidCount: f64 = 0
let firstInvalid: f64 = -1

export function resetInvalid(): void {
  invalidCount = 0
  firstInvalid = -1
}

/** Samples that were NaN, infinite or beyond ±64. */
export function invalidSamples(): f64 {
  return invalidCount
}

/** The frame of the first one, or -1. */
export function firstInvalidFrame(): f64 {
  return firstInvalid
}

/** Fills the float planes from `raw`. `from` is the block's first frame in the recording. */
export function unpack(format: i32, planar: bool, frames: i32, from: f64): void {
  const size = bytesOf(format)
  for (let c = 0; c < channels; c++) {
    const start = raw + <usize>(planar ? c * BLOCK * size : c * size)
    const step = <usize>(planar ? size : size * channels)
    const to = plane(c)
    if (format == S32 && !planar && channels == 2) {
      if (c == 0) deinterleaveStereo32(frames)
    } else if (format == S16 && !planar && channels == 2) {
      if (c == 0) deinterleaveStereo16(frames)
    } else if (format == S32) {
      for (let i = 0, at = start; i < frames; i++, at += step)
        store<f32>(to + (<usize>i << 2), <f32>load<i32>(at) * <f32>(1.0 / 2147483648.0))
    } else if (format == S16) {
      for (let i = 0, at = start; i < frames; i++, at += step)
        store<f32>(to + (<usize>i << 2), <f32><i32>load<i16>(at) * <f32>(1.0 / 32768.0))
    } else if (format == U8) {
      for (let i = 0, at = start; i < frames; i++, at += step)
        store<f32>(to + (<usize>i << 2), <f32>(<i32>load<u8>(at) - 128) * <f32>(1.0 / 128.0))
    } else if (format == F32) {
      for (let i = 0, at = start; i < frames; i++, at += step) {
        const x = load<f32>(at)
        store<f32>(to + (<usize>i << 2), abs(x) <= INSANE ? x : sane(from + <f64>i))
      }
    } else {
      for (let i = 0, at = start; i < frames; i++, at += step) {
        const x = <f32>load<f64>(at)
        store<f32>(to + (<usize>i << 2), abs(x) <= INSANE ? x : sane(from + <f64>i))
      }
    }
  }
}

/** Interleaves the block for a 16-bit (`s16`) or 24-bit encoder (`s32`, upper bits), and for the MD5. */
export function pack(format: i32, planar: bool, frames: i32, bits: i32): void {
  if (!isPacked(format, planar, bits)) {
    if (bits == 16) pack16(format, planar, frames)
    else if (format == F32 || format == F64) packFloats(frames)
    else pack24(format, planar, frames)
  }
  if (bits == 24) digest24(packedAt(format, planar, bits), frames * channels)
}

/** The address of the packed samples: the decoder's own if they are in that format already. */
export function packedAt(format: i32, planar: bool, bits: i32): usize {
  return isPacked(format, planar, bits) ? raw : packed
}

/** The address of the packed block's MD5 bytes; 16-bit samples are used directly. */
export function digestAt(format: i32, planar: bool, bits: i32): usize {
  return bits == 16 ? packedAt(format, planar, bits) : digest
}

function isPacked(format: i32, planar: bool, bits: i32): bool {
  return !planar && format == (bits == 16 ? S16 : S32)
}

function pack16(format: i32, planar: bool, frames: i32): void {
  const size = bytesOf(format)
  for (let c = 0; c < channels; c++) {
    let at = raw + <usize>(planar ? c * BLOCK * size : c * size)
    const step = <usize>(planar ? size : size * channels)
    let to = packed + <usize>(c * 2)
    const next = <usize>(channels * 2)
    for (let i = 0; i < frames; i++, at += step, to += next) store<i16>(to, <i16>(integer(format, at) >> 16))
  }
}

function pack24(format: i32, planar: bool, frames: i32): void {
  const size = bytesOf(format)
  for (let c = 0; c < channels; c++) {
    let at = raw + <usize>(planar ? c * BLOCK * size : c * size)
    const step = <usize>(planar ? size : size * channels)
    let to = packed + <usize>(c * 4)
    const next = <usize>(channels * 4)
    for (let i = 0; i < frames; i++, at += step, to += next) store<i32>(to, integer(format, at) & 0xffffff00)
  }
}

/** Three bytes of each sample. */
function digest24(samples: usize, count: i32): void {
  let from = samples
  let to = digest
  let i = 0
  for (; i + 4 <= count; i += 4, from += 16, to += 12) {
    const v = v128.load(from)
    v128.store(to, v128.shuffle<i8>(v, v, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 1, 1, 1, 1))
  }
  for (; i < count; i++, from += 4, to += 3) {
    const value = load<i32>(from)
    store<u8>(to, <u8>(value >> 8))
    store<u16>(to + 1, <u16>(value >> 16))
  }
}

/** Rounds the float planes to 24 bit. */
function packFloats(frames: i32): void {
  for (let c = 0; c < channels; c++) {
    let at = plane(c)
    let to = packed + <usize>(c * 4)
    const next = <usize>(channels * 4)
    for (let i = 0; i < frames; i++, at += 4, to += next) {
      const x = nearest<f64>(<f64>load<f32>(at) * 8388608.0)
      store<i32>(to, <i32>min<f64>(8388607.0, max<f64>(-8388608.0, x)) << 8)
    }
  }
}

// @ts-ignore: decorator
@inline
function integer(format: i32, at: usize): i32 {
  if (format == S16) return <i32>load<i16>(at) << 16
  if (format == U8) return (<i32>load<u8>(at) - 128) << 24
  return load<i32>(at)
}

function deinterleaveStereo32(frames: i32): void {
  const scale = f32x4.splat(<f32>(1.0 / 2147483648.0))
  const left = plane(0)
  const right = plane(1)
  for (let i = 0; i < frames; i += 4) {
    const a = v128.load(raw + (<usize>i << 3))
    const b = v128.load(raw + (<usize>i << 3) + 16)
    const l = v128.shuffle<i32>(a, b, 0, 2, 4, 6)
    const r = v128.shuffle<i32>(a, b, 1, 3, 5, 7)
    v128.store(left + (<usize>i << 2), f32x4.mul(f32x4.convert_i32x4_s(l), scale))
    v128.store(right + (<usize>i << 2), f32x4.mul(f32x4.convert_i32x4_s(r), scale))
  }
}

function deinterleaveStereo16(frames: i32): void {
  const scale = f32x4.splat(<f32>(1.0 / 32768.0))
  const left = plane(0)
  const right = plane(1)
  for (let i = 0; i < frames; i += 4) {
    const both = v128.load(raw + (<usize>i << 2))
    const l = i32x4.shr_s(i32x4.shl(both, 16), 16)
    const r = i32x4.shr_s(both, 16)
    v128.store(left + (<usize>i << 2), f32x4.mul(f32x4.convert_i32x4_s(l), scale))
    v128.store(right + (<usize>i << 2), f32x4.mul(f32x4.convert_i32x4_s(r), scale))
  }
}

function sane(frame: f64): f32 {
  invalidCount += 1
  if (firstInvalid < 0 || frame < firstInvalid) firstInvalid = frame
  return 0
}

export function bytesOf(format: i32): i32 {
  return format == U8 ? 1 : format == S16 ? 2 : format == F64 ? 8 : 4
}

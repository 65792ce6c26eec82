import { expect, test } from 'vitest'
import type { PcmEncoding } from '#audio/stream-source.ts'
import { decodePcm } from './pcm-decoding.ts'

const HALF: readonly (readonly [PcmEncoding, readonly number[]])[] = [
  ['u8', [192]],
  ['s16le', [0x00, 0x40]],
  ['s16be', [0x40, 0x00]],
  ['s24le', [0x00, 0x00, 0x40]],
  ['s24be', [0x40, 0x00, 0x00]],
  ['s32le', [0x00, 0x00, 0x00, 0x40]],
  ['s32be', [0x40, 0x00, 0x00, 0x00]],
  ['f32le', [0x00, 0x00, 0x00, 0x3f]],
  ['f32be', [0x3f, 0x00, 0x00, 0x00]],
  ['f64le', [0, 0, 0, 0, 0, 0, 0xe0, 0x3f]],
  ['f64be', [0x3f, 0xe0, 0, 0, 0, 0, 0, 0]],
]

test.each(HALF)('half of full scale in %s', (encoding, bytes) => {
  expect([...(decodePcm(Uint8Array.from(bytes), encoding, 1)[0] ?? [])]).toEqual([0.5])
})

test.each([
  ['u8', [0], -1],
  ['s16le', [0x00, 0x80], -1],
  ['s24le', [0xff, 0xff, 0xff], -(2 ** -23)],
  ['s24be', [0x80, 0x00, 0x00], -1],
  ['s32le', [0x00, 0x00, 0x00, 0x80], -1],
] as const)('negative samples in %s', (encoding, bytes, value) => {
  expect(decodePcm(Uint8Array.from(bytes), encoding, 1)[0]?.[0]).toBe(value)
})

test('channels are told apart, wherever in a buffer the bytes lie, and a torn last frame is left out', () => {
  const bytes = Uint8Array.of(9, 9, 0x00, 0x40, 0x00, 0xc0, 0x00, 0x20, 0x00, 0xe0, 7).subarray(2)
  expect(decodePcm(bytes, 's16le', 2).map((plane) => [...plane])).toEqual([
    [0.5, 0.25],
    [-0.5, -0.25],
  ])
})

test('what is no number becomes silence', () => {
  const bytes = new Uint8Array(Float32Array.of(Number.NaN, Infinity, 1.5).buffer)
  expect([...(decodePcm(bytes, 'f32le', 1)[0] ?? [])]).toEqual([0, 0, 1.5])
})

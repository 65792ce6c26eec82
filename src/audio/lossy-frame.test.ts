import { expect, test } from 'vitest'
import { adtsFrameBytes, mp3FrameBytes } from '#audio/lossy-frame.ts'

test.each([
  ['128 kb/s at 44.1 kHz', [0xff, 0xfb, 0x90, 0x00], 417],
  ['128 kb/s at 44.1 kHz, padded', [0xff, 0xfb, 0x92, 0x00], 418],
  ['320 kb/s at 48 kHz', [0xff, 0xfb, 0xe4, 0x00], 960],
  ['64 kb/s at 22.05 kHz', [0xff, 0xf3, 0x80, 0x00], 208],
  ['32 kb/s at 11.025 kHz', [0xff, 0xe3, 0x40, 0x00], 208],
  ['a rate of its own choice', [0xff, 0xfb, 0x00, 0x00], null],
  ['layer II', [0xff, 0xfd, 0x90, 0x00], null],
  ['no frame', [0x54, 0x41, 0x47, 0x20], null],
  ['nothing', [], null],
])('an MP3 frame of %s', (_, head, bytes) => {
  expect(mp3FrameBytes(Uint8Array.from(head))).toBe(bytes)
})

test('an AAC frame says its length in thirteen bits', () => {
  expect(adtsFrameBytes(Uint8Array.of(0xff, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc))).toBe(371)
  expect(adtsFrameBytes(Uint8Array.of(0xff, 0xf1, 0x50))).toBe(null)
  expect(adtsFrameBytes(Uint8Array.of(0x00, 0xf1, 0x50, 0x80, 0x2e, 0x7f, 0xfc))).toBe(null)
})

import type { Frames, Hertz } from '#shared/units.ts'

export interface Mp3Facts {
  readonly sampleRate: 44_100 | 48_000
  readonly channels: 1 | 2
  /** MP3 frames of 1152 sample frames, without the info frame. */
  readonly mp3Frames: number
  /** Bytes of those frames. */
  readonly mp3Bytes: number
  /** Sample frames of the recording. */
  readonly totalFrames: Frames
  /** Sample frames that the encoder inserts before the recording. */
  readonly encoderDelay: Frames
  /** CRC-16 over the bytes of those frames. */
  readonly mp3Crc: number
}

export const MP3_FRAME_FRAMES: Frames = 1152
const RATE_BITS = { 44_100: 0, 48_000: 1 } as const

/** The length of the frame that `mp3InfoFrame` makes. */
export function mp3InfoBytes(sampleRate: Hertz): number {
  return Math.floor((144 * 320_000) / sampleRate)
}

/**
 * The silent first frame of an MP3 at 320 kbit/s, which tells players its length and how many samples to skip at either
 * end for gapless playback.
 * @see http://gabriel.mp3-tech.org/mp3infotag.html
 */
export function mp3InfoFrame(facts: Mp3Facts): Uint8Array<ArrayBuffer> {
  const { sampleRate, channels, mp3Frames, mp3Bytes, totalFrames, encoderDelay } = facts
  const frame = new Uint8Array(mp3InfoBytes(sampleRate))
  const view = new DataView(frame.buffer)
  frame.set([0xff, 0xfb, (14 << 4) | (RATE_BITS[sampleRate] << 2), channels === 1 ? 0xc0 : 0])
  const tag = 4 + (channels === 1 ? 17 : 32)
  frame.set(letters('Info'), tag)
  view.setUint32(tag + 4, 0b1111)
  view.setUint32(tag + 8, mp3Frames)
  view.setUint32(tag + 12, mp3Bytes + frame.length)
  for (let percent = 0; percent < 100; percent++) frame[tag + 16 + percent] = Math.floor((percent * 256) / 100)
  view.setUint32(tag + 116, 100)
  const lame = tag + 120
  frame.set(letters('Lavc'), lame)
  frame[lame + 9] = 1
  frame[lame + 20] = 255
  const padding = Math.min(4095, Math.max(0, mp3Frames * MP3_FRAME_FRAMES - encoderDelay - totalFrames))
  frame.set([encoderDelay >> 4, ((encoderDelay & 15) << 4) | (padding >> 8), padding & 255], lame + 21)
  view.setUint32(lame + 28, mp3Bytes + frame.length)
  view.setUint16(lame + 32, facts.mp3Crc)
  view.setUint16(lame + 34, crc16(0, frame.subarray(0, lame + 34)))
  return frame
}

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >> 1) ^ 0xa001 : crc >> 1
  return crc
})

/** CRC-16 with polynomial 0x8005, lowest bit first; continues from `crc`. */
export function crc16(crc: number, bytes: Uint8Array): number {
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >> 8)
  return crc
}

function letters(word: string): readonly number[] {
  return [...word].map((letter) => letter.charCodeAt(0))
}

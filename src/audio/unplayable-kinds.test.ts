import { expect, test } from 'vitest'
import { unplayableCodec, unplayableKind } from './unplayable-kinds.ts'

const bytesOf = (binary: string) => Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
const kindOf = (binary: string) => {
  const bytes = bytesOf(binary)
  return unplayableKind((at, length) => bytes.subarray(at, at + length))
}
const wavOf = (samples: string) =>
  `RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x80\xbb\0\0\0\xee\x02\0\x04\0\x10\0data\0\0\0\0${samples}`

test.each([
  ['\x0b\x77\x12\x34\x14\x40\x43', 'AC-3'],
  ['\x0b\x77\x02\xff\x34\x80\x43', 'E-AC-3'],
  ['\x7f\xfe\x80\x01\xfc\x3c', 'DTS'],
  ['DTSHDHDR\0\0', 'DTS'],
  ['\0\0\0\0\xf8\x72\x6f\xba\0', 'Dolby TrueHD'],
  ['#!AMR\n', 'AMR'],
  ['MPCKSH', 'Musepack'],
])('%j is %s', (start, kind) => {
  expect(kindOf(start + '\0'.repeat(100))).toBe(kind)
})

test.each(['fLaC', 'ID3\x04', 'MThd\0\0\0\x06', wavOf('\x01\x02\x03\x04'.repeat(1000)), ''])(
  '%j may be playable',
  (start) => {
    expect(kindOf(start)).toBeNull()
  },
)

test('a stream of a film’s sound in the samples of a WAV is told from music', () => {
  const frames = (word: string, bytes: number) => (word + '\x11'.repeat(bytes - word.length)).repeat(4)
  expect(kindOf(wavOf('\0'.repeat(200) + frames('\x72\xf8\x1f\x4e', 6144)))).toContain('IEC 61937')
  expect(kindOf(wavOf(frames('\xfe\x7f\x01\x80', 2012)))).toBe('DTS')
  // A square wave whose channels are at the two ends of the scale.
  expect(kindOf(wavOf('\xfe\x7f\x01\x80'.repeat(3000)))).toBeNull()
  expect(kindOf(wavOf(`\x05\x05\x05\x05${frames('\xfe\x7f\x01\x80', 2012)}`))).toBeNull()
})

test('a codec in a container is named by FFmpeg’s name for it', () => {
  expect([unplayableCodec('truehd'), unplayableCodec('cook'), unplayableCodec('pcm_s16le')]).toEqual([
    'Dolby TrueHD',
    'RealAudio',
    null,
  ])
})

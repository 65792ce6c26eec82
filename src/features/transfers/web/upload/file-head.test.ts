import { describe, expect, test } from 'vitest'
import { encodeFlacHeader } from '#audio/flac-stream-info.ts'
import { wavHeader } from '#audio/wav-file.ts'
import { fileHead } from './file-head.ts'

const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const joined = (...pieces: readonly Uint8Array[]) => Uint8Array.from(pieces.flatMap((piece) => [...piece]))
const padded = (text: string, bytes = 64) => joined(ascii(text), new Uint8Array(bytes))

describe('the first bytes of a bounce tell its length and format', () => {
  test('of a WAV file', () => {
    const frames = 48_000 * 227
    const header = wavHeader({ sampleRate: 48_000, channels: 2, encoding: 's24', totalFrames: frames })
    expect(fileHead(header, header.length + frames * 6, 'Glasshouse.wav')).toEqual({
      kind: 'audio',
      container: 'WAV',
      lossless: true,
      bits: '24',
      sampleRate: 48_000,
      durationSeconds: 227,
    })
  })

  test('of a WAV file with floating point', () => {
    const header = wavHeader({ sampleRate: 96_000, channels: 1, encoding: 'f32', totalFrames: 96_000 })
    expect(fileHead(header, header.length + 96_000 * 4, 'x.wav')).toMatchObject({
      bits: '32f',
      sampleRate: 96_000,
      durationSeconds: 1,
    })
  })

  test('of a WAV file that was cut off: what is there counts', () => {
    const header = wavHeader({ sampleRate: 44_100, channels: 2, encoding: 's16', totalFrames: 44_100 * 10 })
    expect(fileHead(header, header.length + 44_100 * 4, 'x.wav')).toMatchObject({ durationSeconds: 1 })
  })

  test('of an AIFF file', () => {
    // 44,100 Hz as an 80-bit float, stereo, 16 bit, one second.
    const common = joined(
      ascii('COMM'),
      Uint8Array.of(0, 0, 0, 18, 0, 2, 0, 0, 0xac, 0x44, 0, 16, 0x40, 0x0e, 0xac, 0x44, 0, 0, 0, 0, 0, 0),
    )
    const sound = joined(ascii('SSND'), Uint8Array.of(0, 2, 0xb1, 0x18, 0, 0, 0, 0, 0, 0, 0, 0))
    const head = joined(ascii('FORM'), new Uint8Array(4), ascii('AIFF'), common, sound)
    expect(fileHead(head, head.length + 44_100 * 4, 'x.aif')).toEqual({
      kind: 'audio',
      container: 'AIFF',
      lossless: true,
      bits: '16',
      sampleRate: 44_100,
      durationSeconds: 1,
    })
  })

  test('of a FLAC file', () => {
    const header = encodeFlacHeader({
      minBlock: 4096,
      maxBlock: 4096,
      minFrameBytes: 0,
      maxFrameBytes: 0,
      sampleRate: 44_100,
      channels: 2,
      bitsPerSample: 16,
      totalFrames: 88_200,
      md5: new Uint8Array(16),
    })
    expect(fileHead(header, 200_000, 'x.flac')).toEqual({
      kind: 'audio',
      container: 'FLAC',
      lossless: true,
      bits: '16',
      sampleRate: 44_100,
      durationSeconds: 2,
    })
  })

  test('of a FLAC file whose encoder did not know the length', () => {
    const header = encodeFlacHeader({
      minBlock: 4096,
      maxBlock: 4096,
      minFrameBytes: 0,
      maxFrameBytes: 0,
      sampleRate: 48_000,
      channels: 2,
      bitsPerSample: 24,
      totalFrames: 0,
      md5: new Uint8Array(16),
    })
    expect(fileHead(header, 200_000, 'x.flac')).toMatchObject({ bits: '24', durationSeconds: null })
  })

  test('and only the format of a header that makes no sense', () => {
    expect(fileHead(padded('RIFF....WAVE'), 5000, 'x.wav')).toEqual({
      kind: 'audio',
      container: 'WAV',
      lossless: null,
      bits: null,
      sampleRate: null,
      durationSeconds: null,
    })
    expect(fileHead(ascii('fLaC'), 5000, 'x.flac')).toMatchObject({ container: 'FLAC', durationSeconds: null })
  })
})

describe('a file is audio by its bytes, not by its name', () => {
  test.each([
    ['ID3\x04', 'MP3', false],
    ['\xff\xfb\x90\x64', 'MP3', false],
    ['\xff\xf1\x50\x80', 'AAC', false],
    ['\0\0\0\x20ftypM4A ', 'M4A', null],
    ['OggS\0', 'Ogg', false],
    ['OggS\0\x02________________________\x7fFLAC', 'Ogg', true],
    ['caff', 'CAF', null],
    ['wvpk', 'WavPack', null],
  ])('%j is %s', (start, container, lossless) => {
    expect(fileHead(padded(start), 5000, 'anything.bin')).toMatchObject({ kind: 'audio', container, lossless })
  })

  test.each([
    ['\x89PNG\r\n', 'picture'],
    ['\xff\xd8\xff\xe0', 'picture'],
    ['RIFF....WEBP', 'picture'],
    ['\0\0\0\x14ftypqt  ', 'video'],
    ['\x1aE\xdf\xa3', 'video'],
    ['PK\x03\x04', 'archive'],
    ['%PDF-1.7', 'document'],
    ['MThd', 'midi'],
    ['\x7fELF', 'program'],
  ])('%j called mix.wav is none: %s', (start, what) => {
    expect(fileHead(padded(start), 5000, 'mix.wav')).toEqual({ kind: 'other', what })
  })
})

describe('bytes that say nothing', () => {
  test.each([
    ['Low Tide.als', 'session'],
    ['notes.txt', 'document'],
    ['cover.PSD', 'picture'],
    ['Salt.wav.asd', 'other'],
  ])('leave the word to the name: %s', (name, what) => {
    expect(fileHead(padded('....'), 5000, name)).toEqual({ kind: 'other', what })
  })

  test('of a name that may be audio are left to the server', () => {
    expect(fileHead(padded('....'), 5000, 'mix.wav')).toEqual({ kind: 'unknown' })
    expect(fileHead(padded('....'), 5000, 'mix')).toEqual({ kind: 'unknown' })
  })

  test('are not even there', () => expect(fileHead(new Uint8Array(), 0, 'mix.wav')).toEqual({ kind: 'empty' }))
})

import { describe, expect, test } from 'vitest'
import type { PcmLayout } from '#audio/pcm-format.ts'
import { planStream } from '#server/media/stream-plan.ts'
import type { DecodedSource } from '#server/media/stream-plan.ts'

const stereo: DecodedSource = { sampleRate: 48_000, channels: 2, integerBits: 24, lossless: true }
const pcmOf = (source: DecodedSource): PcmLayout => ({
  encoding: 's24le',
  sampleRate: source.sampleRate,
  channels: source.channels,
  dataOffset: 44,
  declaredFrames: 10,
  totalFrames: 10,
})
const plain = (source: DecodedSource) => ({ pcm: pcmOf(source), indexableFlac: false })
const packed = { pcm: null, indexableFlac: false }

describe('a recording is streamed', () => {
  test.each([
    [8, 16],
    [16, 16],
    [20, 24],
    [24, 24],
  ])('as FLAC when it has %i bit, in %i', (integerBits, bits) => {
    const source = { ...stereo, integerBits }
    expect(planStream(source, plain(source), 'reuse')).toEqual({ kind: 'encode', bits, exact: true })
  })

  test('as FLAC of 24 bit when it was lossy', () => {
    expect(planStream({ ...stereo, integerBits: null, lossless: false }, packed, 'reuse')).toEqual({
      kind: 'encode',
      bits: 24,
      exact: true,
    })
  })

  test.each([
    ['floats', { integerBits: null }],
    ['32 bit', { integerBits: 32 }],
    ['nine channels', { channels: 9 }],
    ['768 kHz', { sampleRate: 768_000 }],
    ['a rate FLAC has no word for', { sampleRate: 88_201 }],
  ])('from its own samples when it has %s', (_, trait) => {
    const source = { ...stereo, ...trait }
    expect(planStream(source, plain(source), 'reuse')).toEqual({ kind: 'pcm', layout: pcmOf(source) })
  })

  test('with fewer bits when its floats are packed away', () => {
    expect(planStream({ ...stereo, integerBits: null }, packed, 'reuse')).toEqual({
      kind: 'encode',
      bits: 24,
      exact: false,
    })
  })

  test('not at all when neither way is left', () => {
    expect(planStream({ ...stereo, channels: 9 }, packed, 'reuse')).toEqual({ kind: 'impossible' })
  })

  test('not from samples that are laid out otherwise than they decode', () => {
    const source = { ...stereo, channels: 9 }
    expect(planStream(source, plain({ ...source, channels: 10 }), 'reuse')).toEqual({ kind: 'impossible' })
  })

  test('from the FLAC that was uploaded, unless a new one is asked for', () => {
    const flac = { pcm: null, indexableFlac: true }
    expect(planStream(stereo, flac, 'reuse')).toEqual({ kind: 'index' })
    expect(planStream(stereo, flac, 'encode')).toEqual({ kind: 'encode', bits: 24, exact: true })
  })
})

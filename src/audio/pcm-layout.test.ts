import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { findPcmLayout } from '#audio/pcm-layout.ts'
import { wavHeader } from '#audio/wav-file.ts'
import type { WavEncoding } from '#audio/wav-file.ts'

const reader =
  (file: Uint8Array): ReadBytes =>
  (offset, length) =>
    file.subarray(offset, offset + length)
const find = (file: Uint8Array, fileBytes = file.length) => findPcmLayout(reader(file), fileBytes)

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const join = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

function numbers(...values: readonly (readonly [bytes: number, value: number, littleEndian?: boolean])[]): Uint8Array {
  return join(
    ...values.map(([bytes, value, littleEndian = false]) => {
      const digits = Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256)
      return Uint8Array.from(littleEndian ? digits : digits.toReversed())
    }),
  )
}

function chunk(id: string, body: Uint8Array): Uint8Array {
  return join(ascii(id), numbers([4, body.length]), body, new Uint8Array(body.length % 2))
}

describe('the samples of a WAV', () => {
  const settings = fc.record({
    sampleRate: fc.integer({ min: 1000, max: 768_000 }),
    channels: fc.integer({ min: 1, max: 64 }),
    encoding: fc.constantFrom<WavEncoding>('s16', 's24', 's32', 'f32', 'f64'),
    totalFrames: fc.integer({ min: 1, max: 2 ** 32 }),
  })

  test('are found behind the head we write, beyond 4 GiB too', () => {
    fc.assert(
      fc.property(settings, (wav) => {
        const head = wavHeader(wav)
        const bytes = { s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 }[wav.encoding] * wav.channels * wav.totalFrames
        const layout = find(head, head.length + bytes)
        expect(layout).toEqual({
          encoding: `${wav.encoding}le`,
          sampleRate: wav.sampleRate,
          channels: wav.channels,
          dataOffset: head.length,
          declaredFrames: wav.totalFrames,
          totalFrames: wav.totalFrames,
        })
      }),
    )
  })

  test('are found behind any other chunks', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 0, max: 500 }), (body, frames) => {
        const head = wavHeader({ sampleRate: 48_000, channels: 2, encoding: 's24', totalFrames: frames + 1 })
        const extra = join(ascii('bext'), numbers([4, body.length, true]), body, new Uint8Array(body.length % 2))
        const file = join(head.subarray(0, 12), extra, head.subarray(12))
        expect(find(file, file.length + (frames + 1) * 6)).toMatchObject({
          dataOffset: file.length,
          totalFrames: frames + 1,
        })
      }),
    )
  })

  test('are no more than the file holds, whatever its head says', () => {
    const head = wavHeader({ sampleRate: 48_000, channels: 2, encoding: 's16', totalFrames: 1000 })
    expect(find(head, head.length + 402)).toMatchObject({ declaredFrames: 1000, totalFrames: 100 })
  })

  test('reach to the end where the recorder left the length open', () => {
    const head = wavHeader({ sampleRate: 48_000, channels: 1, encoding: 's16', totalFrames: 5 })
    new DataView(head.buffer).setUint32(40, 0xffffffff, true)
    expect(find(head, head.length + 20)).toMatchObject({ declaredFrames: null, totalFrames: 10 })
  })

  test('are not plain where they are compressed', () => {
    const head = wavHeader({ sampleRate: 8000, channels: 1, encoding: 's16', totalFrames: 5 })
    new DataView(head.buffer).setUint16(20, 6, true) // A-law
    expect(find(head, 100)).toBe(null)
  })
})

describe('the samples of an AIFF', () => {
  // 44100 as an 80-bit float: biased exponent 15, and the mantissa from its first one bit.
  const rate = numbers([2, 16_383 + 15], [4, 44_100 * 2 ** 16], [4, 0])
  const common = (bits: number, compression = '') =>
    chunk('COMM', join(numbers([2, 2], [4, 3], [2, bits]), rate, ascii(compression)))
  const sound = chunk('SSND', join(numbers([4, 0], [4, 0]), new Uint8Array(12)))
  const form = (kind: string, ...chunks: readonly Uint8Array[]) =>
    join(ascii('FORM'), numbers([4, 4]), ascii(kind), ...chunks)

  test.each([
    ['AIFF', '', 16, 's16be'],
    ['AIFF', '', 24, 's24be'],
    ['AIFC', 'NONE', 16, 's16be'],
    ['AIFC', 'sowt', 16, 's16le'],
    ['AIFC', 'fl32', 32, 'f32be'],
    ['AIFC', 'FL64', 64, 'f64be'],
  ])('%s %s of %i bit are %s', (kind, compression, bits, encoding) => {
    const file = form(kind, common(bits, compression), sound)
    expect(find(file)).toMatchObject({ encoding, sampleRate: 44_100, channels: 2, dataOffset: file.length - 12 })
  })

  test('are found although their format stands behind them', () => {
    expect(find(form('AIFF', sound, common(16)))).toMatchObject({ encoding: 's16be', dataOffset: 28, totalFrames: 3 })
  })

  test('are not plain where they are compressed', () => {
    expect(find(form('AIFC', common(16, 'ima4'), sound))).toBe(null)
  })
})

describe('the samples of a CAF', () => {
  const rate = new Uint8Array(new DataView(new ArrayBuffer(8)).buffer)
  new DataView(rate.buffer).setFloat64(0, 96_000)
  const description = (flags: number, bits: number) =>
    join(
      ascii('desc'),
      numbers([4, 0], [4, 32]),
      rate,
      ascii('lpcm'),
      numbers([4, flags], [4, (bits / 8) * 2], [4, 1], [4, 2], [4, bits]),
    )
  const data = (bytes: number) =>
    join(ascii('data'), numbers([4, bytes < 0 ? 0xffffffff : 0], [4, bytes < 0 ? 0xffffffff : bytes + 4], [4, 0]))
  const file = (flags: number, bits: number, bytes: number) =>
    join(ascii('caff'), numbers([2, 1], [2, 0]), description(flags, bits), data(bytes))

  test.each([
    [0, 24, 's24be'],
    [2, 16, 's16le'],
    [1, 32, 'f32be'],
    [3, 32, 'f32le'],
    [3, 64, 'f64le'],
  ])('with flags %i and %i bit are %s', (flags, bits, encoding) => {
    const caf = file(flags, bits, 480)
    expect(find(caf, caf.length + 480)).toMatchObject({
      encoding,
      sampleRate: 96_000,
      channels: 2,
      dataOffset: caf.length,
      totalFrames: 480 / ((bits / 8) * 2),
    })
  })

  test('reach to the end where their length is left open', () => {
    const caf = file(2, 16, -1)
    expect(find(caf, caf.length + 40)).toMatchObject({ declaredFrames: null, totalFrames: 10 })
  })
})

test('what a stranger wrote is read without harm', () => {
  const starts = ['RIFF\0\0\0\0WAVE', 'RF64\0\0\0\0WAVE', 'FORM\0\0\0\0AIFF', 'FORM\0\0\0\0AIFC', 'caff\0\x01\0\0']
  const ids = ['fmt ', 'data', 'ds64', 'COMM', 'SSND', 'desc', '']
  const piece = fc
    .tuple(fc.constantFrom(...ids), fc.uint8Array({ maxLength: 60 }))
    .map(([id, bytes]) => join(ascii(id), bytes))
  fc.assert(
    fc.property(
      fc.constantFrom(...starts),
      fc.array(piece, { maxLength: 8 }),
      fc.nat(2 ** 40),
      (start, pieces, fileBytes) => {
        const layout = find(join(ascii(start), ...pieces), fileBytes)
        expect(layout === null || (layout.totalFrames >= 0 && layout.channels > 0 && layout.sampleRate > 0)).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

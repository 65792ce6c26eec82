import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Marker } from './marker.ts'
import { markedWav, type WavPiece } from './marked-wav.ts'
import { readMarkers } from './read-markers.ts'
import { scanWav, type ReadAt } from './wav-chunks.ts'
import { readWavMarkers } from './wav-markers.ts'

const SOUND = Uint8Array.from({ length: 3000 }, (_, i) => (i * 37) & 255)
const MARKERS: readonly Marker[] = [
  { at: 0.5, end: null, text: 'Kick' },
  { at: 1.25, end: 1.75, text: 'Snare rings\nat 400 Hz — “é”' },
]

const readerOf =
  (file: Uint8Array): ReadAt =>
  async (at, length) =>
    file.subarray(at, at + length)
const bytesOf = (text: string) => [...Buffer.from(text)]
const u32 = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, (value >>> 24) & 255]
const chunk = (id: string, content: Iterable<number>, bytes?: number) => {
  const all = [...content]
  return [...bytesOf(id), ...u32(bytes ?? all.length), ...all, ...(all.length % 2 ? [0] : [])]
}
const format = chunk('fmt ', [1, 0, 1, 0, ...u32(8000), ...u32(8000), 1, 0, 8, 0])
const riff = (chunks: readonly number[], form = 'RIFF') =>
  new Uint8Array([...bytesOf(form), ...u32(chunks.length + 4), ...bytesOf('WAVE'), ...chunks])

async function marked(file: Uint8Array, markers = MARKERS): Promise<Uint8Array> {
  const layout = await scanWav(readerOf(file), file.length)
  if (!layout) throw new Error('no WAV')
  return Buffer.concat(
    markedWav(layout, markers).map((piece) =>
      piece instanceof Uint8Array ? piece : file.subarray(piece.start, piece.end + 1),
    ),
  )
}

async function soundOf(file: Uint8Array): Promise<string> {
  const layout = await scanWav(readerOf(file), file.length)
  const { at = 0, bytes = 0 } = layout?.chunks.find(({ id }) => id === 'data') ?? {}
  return createHash('sha256')
    .update(file.subarray(at, at + bytes))
    .digest('hex')
}
const markersOf = async (file: Uint8Array) => (await readWavMarkers(readerOf(file), file.length))?.markers
const idsOf = async (file: Uint8Array) =>
  (await scanWav(readerOf(file), file.length))?.chunks.map(({ id, list }) => list ?? id)
const sizeSaid = (file: Uint8Array) => new DataView(file.buffer, file.byteOffset).getUint32(4, true)

describe('a WAV with markers', () => {
  test('has the sound it had, and the markers at the end', async () => {
    const file = riff([...format, ...chunk('bext', [1, 2, 3]), ...chunk('data', SOUND)])
    const made = await marked(file)
    expect(await markersOf(made)).toEqual(MARKERS)
    expect(await soundOf(made)).toBe(createHash('sha256').update(SOUND).digest('hex'))
    expect(Buffer.from(made.subarray(12, file.length)).equals(file.subarray(12))).toBe(true)
    expect(await idsOf(made)).toEqual(['fmt ', 'bext', 'data', 'cue ', 'adtl'])
    expect(sizeSaid(made)).toBe(made.length - 8)
  })

  test.each([
    ['leave out the byte that makes an odd chunk even', []],
    ['fill it with anything', [0x41]],
  ])('keeps what follows the sound, also of programs that %s', async (_, pad) => {
    const odd = chunk('data', SOUND.subarray(0, 999)).slice(0, -1)
    const file = riff([
      ...format,
      ...odd,
      ...pad,
      ...chunk(
        'bext',
        Array.from({ length: 602 }, (_, i) => i & 255),
      ),
      ...chunk('iXML', bytesOf('<x/>')),
    ])
    expect(await idsOf(file)).toEqual(['fmt ', 'data', 'bext', 'iXML'])
    expect(await idsOf(await marked(file))).toEqual(['fmt ', 'data', 'bext', 'iXML', 'cue ', 'adtl'])
  })

  test('has these markers instead of those it had, wherever they stood', async () => {
    const old = await marked(riff([...format, ...chunk('data', SOUND)]), [{ at: 1, end: null, text: 'Old' }])
    const first = riff([
      ...chunk('cue ', u32(0)),
      ...chunk('LIST', bytesOf('adtl')),
      ...chunk('LIST', bytesOf('INFO')),
      ...old.subarray(12),
    ])
    const made = await marked(first)
    expect(await markersOf(made)).toEqual(MARKERS)
    expect(await idsOf(made)).toEqual(['INFO', 'fmt ', 'data', 'cue ', 'adtl'])
    expect(await markersOf(await marked(made, []))).toEqual([])
  })

  test.each([
    ['of an odd length without its last byte', chunk('data', SOUND.subarray(0, 999)).slice(0, -1)],
    ['cut off', chunk('data', SOUND, 5000)],
    ['that nobody counted', chunk('data', SOUND, 0)],
    ['that was streamed', chunk('data', SOUND, 0xffffffff)],
  ])('keeps sound %s', async (_, data) => {
    const made = await marked(riff([...format, ...data]))
    expect(await markersOf(made)).toEqual(MARKERS)
    expect(await soundOf(made)).toBe(
      createHash('sha256')
        .update(SOUND.subarray(0, Math.min(3000, data.length - 8)))
        .digest('hex'),
    )
    expect(sizeSaid(made)).toBe(made.length - 8)
  })

  test.each(['RF64', 'BW64'])('stays %s with its long sizes', async (form) => {
    const sizes = new Uint8Array(28)
    new DataView(sizes.buffer).setBigUint64(8, BigInt(SOUND.length), true)
    const file = riff([...chunk('ds64', sizes), ...format, ...chunk('data', SOUND, 0xffffffff)], form)
    const made = await marked(file)
    expect(Buffer.from(made.subarray(0, 4)).toString()).toBe(form)
    expect(sizeSaid(made)).toBe(0xffffffff)
    expect(new DataView(made.buffer, made.byteOffset).getBigUint64(20, true)).toBe(BigInt(made.length - 8))
    expect(await markersOf(made)).toEqual(MARKERS)
    expect(await soundOf(made)).toBe(createHash('sha256').update(SOUND).digest('hex'))
  })

  test('becomes an RF64 where it grows beyond 4 GiB', () => {
    const bytes = 0xffffffff - 60
    const pieces = markedWav(
      {
        form: 'RIFF',
        chunks: [
          { id: 'fmt ', list: null, at: 20, bytes: 16 },
          { id: 'data', list: null, at: 44, bytes },
        ],
        sampleRate: 48_000,
        frameBytes: 6,
        sizes64: null,
      },
      MARKERS,
    )
    const length = pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
    const [head, , ds64Head, sizes, ...rest] = pieces
    expect([text(head), text(ds64Head)]).toEqual(['RF64', 'ds64'])
    const view = new DataView((sizes as Uint8Array).buffer)
    expect([view.getBigUint64(0, true), view.getBigUint64(8, true), view.getBigUint64(16, true)]).toEqual([
      BigInt(length - 8),
      BigInt(bytes),
      BigInt(Math.floor(bytes / 6)),
    ])
    expect(
      rest
        .filter((piece) => piece instanceof Uint8Array && text(piece) === 'data')
        .map((piece) => sizeSaid(piece as Uint8Array)),
    ).toEqual([0xffffffff])
  })

  test('is read by its own sample rate, and a cue without words has a name', async () => {
    const samples = wavSamples([new Float32Array(100)], 's24')
    const file = Buffer.concat([
      wavHeader({ sampleRate: 96_000, channels: 1, encoding: 's24', totalFrames: 100 }),
      samples,
    ])
    expect(await markersOf(await marked(file, [{ at: 12.123, end: null, text: 'a' }]))).toEqual([
      { at: 12.123, end: null, text: 'a' },
    ])
    expect(
      await markersOf(
        riff([
          ...format,
          ...chunk('data', SOUND),
          ...chunk('cue ', [...u32(1), ...u32(7), ...u32(0), ...bytesOf('data'), ...u32(0), ...u32(0), ...u32(4000)]),
        ]),
      ),
    ).toEqual([{ at: 0.5, end: null, text: 'Marker 7' }])
  })

  test('comes back as it went, to the sample', async () => {
    const file = riff([...format, ...chunk('data', SOUND)])
    const marker = fc.record({
      frame: fc.nat(80_000_000),
      frames: fc.option(fc.integer({ min: 1, max: 80_000 })),
      text: fc
        .array(
          fc
            .string({ unit: 'grapheme', minLength: 1, maxLength: 50 })
            .map((line) => line.replace(/\p{Cc}/gu, '').trim())
            .filter(Boolean),
          { minLength: 1, maxLength: 3 },
        )
        .map((lines) => lines.join('\n')),
    })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(marker, { selector: ({ frame }) => frame, maxLength: 8 }), async (list) => {
        const markers = list
          .toSorted((a, b) => a.frame - b.frame)
          .map(({ frame, frames, text }) => ({
            at: frame / 8000,
            end: frames === null ? null : (frame + frames) / 8000,
            text,
          }))
        expect(await markersOf(await marked(file, markers))).toEqual(markers)
      }),
      { numRuns: 60 },
    )
  })
})

test('no bytes make the reader stumble, and what is no marker file is called so', async () => {
  const hostile = fc
    .tuple(
      fc.constantFrom(
        [],
        chunk('data', SOUND.subarray(0, 4)),
        [...format, ...chunk('data', [1])],
        [...format, ...chunk('data', [1]), ...chunk('cue ', u32(0xffffffff))],
      ),
      fc.uint8Array({ maxLength: 300 }),
    )
    .map(([head, rest]) => riff([...head, ...rest]))
  const reading = { sampleRate: 48_000, frameRate: undefined }
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(hostile, fc.uint8Array({ maxLength: 300 })),
      async (file) => void (await readMarkers(readerOf(file), file.length, reading)),
    ),
    { numRuns: 300 },
  )
  expect(await readMarkers(readerOf(new Uint8Array(200)), 200, reading)).toBe('not-markers')
  expect(await readMarkers(readerOf(Buffer.from('Dear Ed,\nlovely mix')), 19, reading)).toBe('not-markers')
  expect(await readMarkers(readerOf(Buffer.from('0:01 a')), 2 ** 30, reading)).toBe('too-large')
})

function lengthOf(piece: WavPiece): number {
  return piece instanceof Uint8Array ? piece.length : piece.end - piece.start + 1
}

function text(piece: WavPiece | undefined): string {
  return piece instanceof Uint8Array ? Buffer.from(piece.subarray(0, 4)).toString() : ''
}

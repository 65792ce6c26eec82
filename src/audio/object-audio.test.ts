import { expect, test } from 'vitest'
import { isObjectAudio } from '#audio/object-audio.ts'

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const numbers = (...values: readonly (readonly [bytes: 2 | 4, value: number])[]) =>
  Uint8Array.from(
    values.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, i) => (value >>> (8 * i)) & 255)),
  )
const joined = (...parts: readonly Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const chunk = (id: string, body: Uint8Array) =>
  joined(latin(id), numbers([4, body.length]), body, new Uint8Array(body.length % 2))
const plain = (channels: number) =>
  chunk('fmt ', numbers([2, 1], [2, channels], [4, 48_000], [4, 48_000 * channels * 3], [2, channels * 3], [2, 24]))
const extensible = (channels: number, mask: number) =>
  chunk(
    'fmt ',
    numbers(
      [2, 0xfffe],
      [2, channels],
      [4, 48_000],
      [4, 0],
      [2, channels * 3],
      [2, 24],
      [2, 22],
      [2, 24],
      [4, mask],
      [4, 1],
      [4, 0],
      [4, 0],
      [4, 0],
    ),
  )
const chna = (...packs: readonly string[]) =>
  chunk(
    'chna',
    joined(
      numbers([2, packs.length], [2, packs.length]),
      ...packs.map((pack, i) =>
        joined(numbers([2, i + 1]), latin(`ATU_0000000${i}`), latin('AT_00031001_01'), latin(pack), new Uint8Array(1)),
      ),
    ),
  )
const xml = chunk('axml', latin('<ebuCoreMain/>'))
const samples = chunk('data', new Uint8Array(48))

test.each<[string, boolean, readonly Uint8Array[]]>([
  [
    'an Atmos master: ADM behind the samples, no speaker mask',
    true,
    [extensible(16, 0), samples, xml, chna('AP_00011001', 'AP_00031001')],
  ],
  ['the same as a plain format', true, [plain(16), chna('AP_00031002'), samples]],
  ['ADM whose tracks nobody names', true, [plain(12), xml, samples]],
  ['one object in mono', true, [plain(1), chna('AP_00031001'), samples]],
  ['ambisonics', true, [plain(4), chna('AP_00040001'), samples]],
  ['a bed of loudspeakers in ADM', false, [plain(6), xml, chna('AP_00010003', 'AP_00010003'), samples]],
  ['ADM beside a speaker mask', false, [extensible(6, 0x3f), xml, chna('AP_00031001'), samples]],
  ['stereo with words in XML', false, [plain(2), xml, samples]],
  ['sixteen channels and no word on them', false, [plain(16), samples]],
])('%s', (_, expected, chunks) => {
  const body = joined(latin('WAVE'), ...chunks)
  const file = joined(latin('RIFF'), numbers([4, body.length]), body)
  expect(isObjectAudio((at, bytes) => file.slice(at, at + bytes), file.length)).toBe(expected)
  expect(isObjectAudio((at, bytes) => file.slice(at, Math.min(at + bytes, 40)), 40)).toBe(false)
})

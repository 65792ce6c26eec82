import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfFile, type PdfMark } from './pdf-file.ts'
import { printable, UNPRINTABLE, widthOf, wrapped } from './pdf-fonts.ts'

const names = ['Łukasz Żółć', '山田 太郎', 'さくら・カナ', 'Ήλιος', 'Дмитро Їжак', 'Nguyễn Thị Ánh', 'Þórður Œuvre −14']

test.each(names)('%s is printed as it is written, and can be searched for', async (name) => {
  expect(printable(name)).toBe(name)
  for (const weight of ['plain', 'bold'] as const) expect(await textOf(await pageOf(name, weight))).toBe(name)
})

test('a letter that no font has is one sign, and signs without a shape are left out', () => {
  expect(printable('a\u200b\u{13000}b\u0007')).toBe(`a${UNPRINTABLE}b`)
})

test('lines break between words, between Japanese letters, and within what is too wide', () => {
  const width = widthOf('one two', 10, 'plain') + 1
  expect(wrapped('one two three', width, 10)).toEqual(['one two', 'three'])
  expect(wrapped('一\n', 100, 10)).toEqual(['一', ''])
  for (const text of ['音が大きすぎるので下げてください。', 'https://example.com/a-very-long-address'])
    for (const lines of [wrapped(text, width, 10)]) {
      expect(lines.length).toBeGreaterThan(1)
      expect(lines.join('')).toBe(text)
      expect(Math.max(...lines.map((line) => widthOf(line, 10, 'plain')))).toBeLessThanOrEqual(width)
    }
})

function pageOf(text: string, weight: 'plain' | 'bold'): Promise<Buffer> {
  const mark: PdfMark = { kind: 'text', x: 48, y: 48, size: 10, weight, grey: 0, text }
  return pdfFile([[mark]], { title: 'Notes', writtenAt: 0 })
}

/**
 * The text of a page as a PDF reader copies it: glyphs through their fonts' `ToUnicode` maps, in drawing order. @see
 * ISO 32000-1, 9.10
 */
async function textOf(file: Buffer): Promise<string> {
  const objects = new Map(
    [...file.toString('latin1').matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)].map(([, id = '', body = '']) => [id, body]),
  )
  const ref = (body: string, key: string) => new RegExp(`/${key} \\[?(\\d+) 0 R`).exec(body)?.[1] ?? ''
  const unpacked = (id: string) => {
    const body = objects.get(id) ?? ''
    const bytes = Buffer.from(/stream\n([^]*)\nendstream/.exec(body)?.[1] ?? '', 'latin1')
    return body.includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
  }
  const page = [...objects.values()].find((body) => body.includes('/Type /Page\n')) ?? ''
  const resources = objects.get(ref(page, 'Resources')) ?? ''
  const maps = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
      name,
      lettersOf(unpacked(ref(objects.get(id) ?? '', 'ToUnicode'))),
    ]),
  )
  let letters: readonly string[] = []
  let text = ''
  for (const [, font, shown] of unpacked(ref(page, 'Contents')).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = maps.get(font) ?? []
    for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/g))
      for (const glyph of hex.match(/.{4}/g) ?? []) text += letters[Number.parseInt(glyph, 16)] ?? '?'
  }
  return text
}

/** Indexed by glyph. */
function lettersOf(map: string): readonly string[] {
  return [...map.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(([, , list = '']) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = '']) =>
      String.fromCharCode(...(units.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    ),
  )
}

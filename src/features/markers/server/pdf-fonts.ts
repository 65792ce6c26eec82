import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'

export type PdfWeight = 'plain' | 'bold'

/** A font file, with its name in the PDF. Opened when first needed. */
export interface PdfFont {
  readonly name: string
  readonly bytes: () => Buffer
}

/** A piece of text in one font. */
export interface PdfRun {
  readonly font: PdfFont
  readonly text: string
}

interface OpenFont extends PdfFont {
  readonly shows: (codePoint: number) => boolean
  /** Advance width in thousandths of the font size. */
  readonly advanceOf: (codePoint: number) => number
}

const { resolve } = createRequire(import.meta.url)

/** Tried in this order: Noto Sans, then a matching Japanese font. */
const fonts: Readonly<Record<PdfWeight, readonly OpenFont[]>> = {
  plain: [
    lazyFont('NotoSans', '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
    lazyFont('BIZUDPGothic', '@expo-google-fonts/biz-udpgothic/400Regular/BIZUDPGothic_400Regular.ttf'),
  ],
  bold: [
    lazyFont('NotoSans-Bold', '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
    lazyFont('BIZUDPGothic-Bold', '@expo-google-fonts/biz-udpgothic/700Bold/BIZUDPGothic_700Bold.ttf'),
  ],
}

function lazyFont(name: string, file: string): OpenFont {
  let bytes: Buffer | undefined
  let opened: Font | undefined
  const read = () => (bytes ??= readFileSync(resolve(file)))
  const open = () => (opened ??= create(read()) as Font)
  const advances = new Map<number, number>()
  return {
    name,
    bytes: read,
    shows: (codePoint) => open().hasGlyphForCodePoint(codePoint),
    advanceOf: (codePoint) => {
      const known = advances.get(codePoint)
      if (known !== undefined) return known
      const font = open()
      const advance = (font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm) * 1000
      advances.set(codePoint, advance)
      return advance
    },
  }
}

/** Replaces a character that no font has. */
export const UNPRINTABLE = '¤'
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The text with one ¤ for each character that cannot be printed; invisible characters are dropped. */
export function printable(text: string): string {
  return [...graphemes.segment(text.normalize('NFC').replaceAll('\t', '    '))]
    .map(({ segment }) => {
      if (segment === '\n') return segment
      if (/^[\p{Cc}\p{Cf}\p{M}]+$/u.test(segment)) return ''
      return fontOf(segment, 'plain') ? segment : UNPRINTABLE
    })
    .join('')
}

/** Undefined if no font has the whole grapheme. */
function fontOf(grapheme: string, weight: PdfWeight): OpenFont | undefined {
  const codePoints = [...grapheme].map((letter) => letter.codePointAt(0) ?? 0)
  if (codePoints.some((codePoint) => codePoint < 0x20)) return undefined
  return fonts[weight].find(({ shows }) => codePoints.every(shows))
}

/** Printable text, split where the font changes. */
export function runsOf(text: string, weight: PdfWeight): readonly PdfRun[] {
  const runs: { font: OpenFont; text: string }[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = runs.at(-1)
    const font = segment === ' ' && last ? last.font : (fontOf(segment, weight) ?? firstOf(weight))
    if (last?.font === font) last.text += segment
    else runs.push({ font, text: segment })
  }
  return runs
}

function firstOf(weight: PdfWeight): OpenFont {
  const [first] = fonts[weight]
  if (!first) throw new Error('there is no font')
  return first
}

/** The width of printable text in points, without kerning: an upper limit of what is drawn. */
export function widthOf(text: string, size: number, weight: PdfWeight): number {
  let sum = 0
  for (const letter of text) sum += (fontOf(letter, weight) ?? firstOf(weight)).advanceOf(letter.codePointAt(0) ?? 0)
  return sum * (size / 1000)
}

/**
 * Wraps text to a width in points, between words, between characters in scripts without spaces, and within words that
 * are wider than a line. Line breaks are kept.
 */
export function wrapped(text: string, width: number, size: number, weight: PdfWeight = 'plain'): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = []
    let open = ''
    let wide = 0
    for (const piece of piecesOf(line).flatMap((word) => cutWord(word, width, size, weight))) {
      const advance = widthOf(piece.trimEnd(), size, weight)
      if (open !== '' && wide + advance > width) {
        lines.push(open.trimEnd())
        ;[open, wide] = ['', 0]
      }
      open += piece
      wide += widthOf(piece, size, weight)
    }
    return [...lines, open.trimEnd()]
  })
}

const UNSPACED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const PIECES = new RegExp(`[${UNSPACED}][、。」』）]*|[^\\s${UNSPACED}]+\\s*|\\s+`, 'gu')

/** Words with the following space; Chinese characters and kana one by one. */
function piecesOf(line: string): readonly string[] {
  return line.match(PIECES) ?? []
}

function cutWord(word: string, width: number, size: number, weight: PdfWeight): readonly string[] {
  if (widthOf(word, size, weight) <= width) return [word]
  const pieces: string[] = []
  let [open, wide] = ['', 0]
  for (const { segment } of graphemes.segment(word)) {
    const advance = widthOf(segment, size, weight)
    if (open !== '' && wide + advance > width) {
      pieces.push(open)
      ;[open, wide] = ['', 0]
    }
    open += segment
    wide += advance
  }
  return [...pieces, open]
}

import { windowsByte } from '#audio/markers/text-bytes.ts'

export type PdfFont = 'plain' | 'bold'

/**
 * Advance of the letters from space to tilde in thousandths of the size. @see Adobe's metrics of Helvetica and
 * Helvetica-Bold
 */
const ascii: Readonly<Record<PdfFont, readonly number[]>> = {
  plain: widths(
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 ' +
      '278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 ' +
      '722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 ' +
      '556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
  ),
  bold: widths(
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 ' +
      '333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 ' +
      '667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 ' +
      '611 389 556 333 611 556 778 556 556 500 389 280 389 584',
  ),
}
const signs: Readonly<Record<string, number>> = {
  '…': 1000,
  '—': 1000,
  '™': 1000,
  Æ: 1000,
  Œ: 1000,
  '‰': 1000,
  æ: 889,
  œ: 944,
  '‘': 222,
  '’': 222,
  '‚': 222,
  '“': 333,
  '”': 333,
  '„': 333,
  '‹': 333,
  '›': 333,
  '•': 350,
  '·': 278,
  '°': 400,
  '\u00a0': 278,
}
const OTHER = 556

/** Stands for what the built-in letters cannot show. */
export const UNPRINTABLE = '¤'
const alike: Readonly<Record<string, string>> = {
  '\n': '\n',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  '−': '–',
  '‐': '-',
  '‑': '-',
  '\u2009': ' ',
  '\u202f': ' ',
  '\u2003': ' ',
  '\t': '    ',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '′': "'",
  '″': '"',
}
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Text in letters that every PDF reader has: an accent it lacks is left off, and anything else it lacks is one ¤. */
export function printable(text: string): string {
  return [...letters.segment(text.normalize('NFC'))]
    .map(({ segment }) => alike[segment] ?? (isPrintable(segment) ? segment : baseOf(segment)))
    .join('')
}

function baseOf(letter: string): string {
  const base = letter.normalize('NFKD').replace(/\p{M}/gu, '')
  return base !== '' && isPrintable(base) ? base : /^[\p{Cc}\p{Cf}\p{M}]+$/u.test(letter) ? '' : UNPRINTABLE
}

function isPrintable(text: string): boolean {
  return [...text].every((letter) => letter >= ' ' && letter !== '\u007f' && windowsByte(letter) !== undefined)
}

/** Of printable text, in points. */
export function widthOf(text: string, size: number, font: PdfFont): number {
  return [...text].reduce((sum, letter) => sum + advanceOf(letter, font), 0) * (size / 1000)
}

function advanceOf(letter: string, font: PdfFont): number {
  const index = (letter.normalize('NFD').codePointAt(0) ?? 0) - 32
  return signs[letter] ?? ascii[font][index] ?? OTHER
}

/** Lines of at most that width, broken between words, and within those that are wider. Line breaks stay. */
export function wrapped(text: string, width: number, size: number, font: PdfFont = 'plain'): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = []
    let open = ''
    for (const word of line.split(' ')) {
      const longer = open === '' ? word : `${open} ${word}`
      if (widthOf(longer, size, font) <= width) {
        open = longer
        continue
      }
      if (open !== '') lines.push(open)
      const pieces = cutWord(word, width, size, font)
      lines.push(...pieces.slice(0, -1))
      open = pieces.at(-1) ?? ''
    }
    return [...lines, open]
  })
}

function cutWord(word: string, width: number, size: number, font: PdfFont): readonly string[] {
  const pieces: string[] = []
  let [open, wide] = ['', 0]
  for (const letter of word) {
    const advance = widthOf(letter, size, font)
    if (open !== '' && wide + advance > width) {
      pieces.push(open)
      ;[open, wide] = ['', 0]
    }
    open += letter
    wide += advance
  }
  return [...pieces, open]
}

function widths(list: string): readonly number[] {
  return list.split(' ').map(Number)
}

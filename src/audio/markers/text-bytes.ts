/** The characters of bytes 0x80 to 0x9f in Windows Latin-1; all others equal Unicode. Empty for unassigned bytes. */
const WINDOWS_MIDDLE = [
  '€',
  '',
  '‚',
  'ƒ',
  '„',
  '…',
  '†',
  '‡',
  'ˆ',
  '‰',
  'Š',
  '‹',
  'Œ',
  '',
  'Ž',
  '',
  '',
  '‘',
  '’',
  '“',
  '”',
  '•',
  '–',
  '—',
  '˜',
  '™',
  'š',
  '›',
  'œ',
  '',
  'ž',
  'Ÿ',
]

/** A character's byte in Windows Latin-1; undefined if it has none. */
export function windowsByte(letter: string): number | undefined {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80 || (point >= 0xa0 && point <= 0xff)) return point
  const middle = WINDOWS_MIDDLE.indexOf(letter)
  return middle === -1 ? undefined : 0x80 + middle
}

export function textOfWindows(bytes: Uint8Array): string {
  return lettersOf(bytes.length, (i) => {
    const byte = bytes[i] ?? 0
    return byte >= 0x80 && byte < 0xa0 ? WINDOWS_MIDDLE[byte - 0x80] || '�' : String.fromCharCode(byte)
  })
}

export function textOfUtf16(bytes: Uint8Array, isLittle: boolean): string {
  return lettersOf(bytes.length >> 1, (i) =>
    String.fromCharCode(((bytes[2 * i + (isLittle ? 1 : 0)] ?? 0) << 8) | (bytes[2 * i + (isLittle ? 0 : 1)] ?? 0)),
  ).toWellFormed()
}

/** Lone surrogates become �. */
export function utf8Bytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  for (const letter of text.toWellFormed()) {
    const point = letter.codePointAt(0) ?? 0
    if (point < 0x80) bytes.push(point)
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), tail(point))
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), tail(point >> 6), tail(point))
    else bytes.push(0xf0 | (point >> 18), tail(point >> 12), tail(point >> 6), tail(point))
  }
  return new Uint8Array(bytes)
}

function tail(bits: number): number {
  return 0x80 | (bits & 0x3f)
}

/** The lowest code point for each number of continuation bytes: overlong sequences are invalid UTF-8. */
const LEAST = [0, 0x80, 0x800, 0x10000] as const

/** Null if the bytes are not valid UTF-8. */
export function textOfUtf8(bytes: Uint8Array): string | null {
  let at = 0
  let isTorn = false
  const text = lettersOf(bytes.length, () => {
    if (at >= bytes.length || isTorn) return ''
    const first = bytes[at++] ?? 0
    if (first < 0x80) return String.fromCharCode(first)
    const further = first >= 0xf0 && first < 0xf8 ? 3 : first >= 0xe0 ? 2 : 1
    let point = first & (0x3f >> further)
    for (let i = 0; i < further; i++) {
      const byte = bytes[at++] ?? 0
      if ((byte & 0xc0) !== 0x80) isTorn = true
      point = (point << 6) | (byte & 0x3f)
    }
    isTorn ||=
      first < 0xc2 ||
      first >= 0xf5 ||
      point < (LEAST[further] ?? 0) ||
      point > 0x10ffff ||
      (point >= 0xd800 && point < 0xe000)
    return isTorn ? '' : String.fromCodePoint(point)
  })
  return isTorn ? null : text
}

/** Joined in chunks of a thousand: a string concatenated from single characters is slow to read. */
function lettersOf(count: number, letterAt: (i: number) => string): string {
  const parts: string[] = []
  for (let from = 0; from < count; from += 4096) {
    let part = ''
    for (let i = from; i < Math.min(count, from + 4096); i++) part += letterAt(i)
    parts.push(part)
  }
  return parts.join('')
}

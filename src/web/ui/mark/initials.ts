const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Han, kana and Hangul: one character is as wide and as distinctive as two letters. */
const wideScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Splitting text into graphemes is slow, and a page of notes shows the same few avatars hundreds of times. */
const known = new Map<string, string>()
const mostKnown = 1000

/**
 * One or two characters for an avatar: initials of the first and last word, two letters of a single word, the first
 * character of a name in Han, kana or Hangul; `?` for an empty name.
 */
export function initials(name: string): string {
  const before = known.get(name)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const signs = signsOf(name)
  known.set(name, signs)
  return signs
}

function signsOf(name: string): string {
  const words = name
    .split('@', 1)
    .join('')
    .split(/[\s._\-–—/]+/u)
    .map((word) => word.replace(/[^\p{L}\p{N}\p{M}]/gu, ''))
    .filter((word) => word !== '')
  const first = words[0]
  const last = words.at(-1)
  if (first === undefined || last === undefined) return '?'
  const signs = words.length > 1 ? sign(first, 1) + sign(last, 1) : sign(first, wideScript.test(first) ? 1 : 2)
  return signs.toLocaleUpperCase()
}

function sign(word: string, count: number): string {
  return Array.from(graphemes.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('')
}

import { foldText } from '#shared/fold-text.ts'

/** More words do not narrow a search. */
const MOST_WORDS = 8

/** The words that a text must all contain, ignoring case and accents. */
export function searchWords(query: string): readonly string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
}

export function hasWords(text: string, words: readonly string[]): boolean {
  const within = foldText(text)
  return words.every((word) => within.includes(word))
}

/** 0: the text begins with the first word; 1: one of its words does; 2: anywhere. */
export function closeness(text: string, [first = '']: readonly string[]): 0 | 1 | 2 {
  const at = foldText(text).indexOf(first)
  if (at === 0) return 0
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => word.startsWith(first))
    ? 1
    : 2
}

/** The text around the first match, on one line. */
export function excerptOf(text: string, words: readonly string[], most = 120): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= most) return line
  const found = Math.max(
    0,
    Math.min(...words.map((word) => foldText(line).indexOf(word)).filter((at) => at >= 0), line.length),
  )
  const from = found === line.length || found < most / 3 ? 0 : atWord(line, found - Math.floor(most / 4))
  const to = from + most >= line.length ? line.length : Math.max(from + most / 2, line.lastIndexOf(' ', from + most))
  return `${from > 0 ? '…' : ''}${line.slice(from, to).trim()}${to < line.length ? '…' : ''}`.toWellFormed()
}

function atWord(line: string, near: number): number {
  const gap = line.indexOf(' ', near)
  return gap === -1 || gap > near + 20 ? near : gap + 1
}

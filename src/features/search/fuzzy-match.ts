import { foldText } from '#shared/fold-text.ts'

/**
 * How well a name matches the typed text, higher is better; null if it does not have the letters in that order, or only
 * scattered.
 */
export function fuzzyScore(name: string, typed: string): number | null {
  const letters = [...foldText(typed)].filter((letter) => letter !== ' ')
  const within = [...foldText(name)]
  let best: number | null = null
  // Tries each position of the first letter; the rest is matched greedily.
  for (let from = 0; from < within.length && letters.length > 0; from++) {
    if (within[from] !== letters[0]) continue
    const score = scoreFrom(within, letters, from)
    if (score !== null && (best === null || score > best)) best = score
  }
  return letters.length === 0 ? 0 : best !== null && best >= letters.length * LEAST ? best : null
}

/** Minimum score per letter: scattered letters are no match. */
const LEAST = 2.5
const WORD_BEGINS = 8
const FOLLOWS = 6
const GAP = 0.4

function scoreFrom(within: readonly string[], letters: readonly string[], from: number): number | null {
  let [score, before] = [from === 0 ? 4 : 0, from - 1]
  for (const letter of letters) {
    const next = nextPlace(within, letter, before + 1)
    if (next === -1) return null
    const gap = next - before - 1
    score +=
      1 +
      (beginsWord(within, next) ? WORD_BEGINS : 0) +
      (gap === 0 && before >= from ? FOLLOWS : 0) -
      Math.min(gap, 12) * GAP
    before = next
  }
  return score - within.length * 0.02
}

/** Prefers the start of a word over the same letter inside one, unless that is adjacent. */
function nextPlace(within: readonly string[], letter: string, from: number): number {
  if (within[from] === letter) return from
  for (let at = from; at < within.length; at++) if (within[at] === letter && beginsWord(within, at)) return at
  return within.indexOf(letter, from)
}

function beginsWord(within: readonly string[], at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(within[at - 1] ?? '')
}

/**
 * How a name matches the typed text: equal, as a prefix, with its words as prefixes of words, anywhere, or only as
 * letters in order.
 */
export const closenessOrder = ['same', 'begins', 'words', 'within', 'scattered'] as const
export type Closeness = (typeof closenessOrder)[number]

/** Null without a match. */
export function closenessOf(name: string, typed: string): Closeness | null {
  const [whole, sought] = [wordsOf(name).join(' '), wordsOf(typed).join(' ')]
  if (whole === sought) return 'same'
  if (whole.startsWith(sought)) return 'begins'
  const parts = whole.split(/[^\p{L}\p{N}]+/u)
  const words = sought.split(' ')
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 'words'
  if (words.every((word) => whole.includes(word))) return 'within'
  return fuzzyScore(name, typed) === null ? null : 'scattered'
}

/** Shorter input may be on its way to something else. */
const MEANT = 4

/**
 * Whether the input is a prefix of the command's name, long enough to be intended: required for commands that must not
 * run by an accidental match.
 */
export function namesIt(name: string, typed: string): boolean {
  const closeness = closenessOf(name, typed)
  return closeness === 'same' || (closeness === 'begins' && typed.trim().length >= MEANT)
}

function wordsOf(text: string): readonly string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

/** The matches, best first; without input all, in their order. */
export function fuzzyRanked<T>(items: readonly T[], typed: string, nameOf: (item: T) => string): readonly T[] {
  if (typed.trim() === '') return items
  return items
    .flatMap((item) => {
      const closeness = closenessOf(nameOf(item), typed)
      return closeness === null
        ? []
        : [{ item, closeness: closenessOrder.indexOf(closeness), score: fuzzyScore(nameOf(item), typed) ?? 0 }]
    })
    .sort((a, b) => a.closeness - b.closeness || b.score - a.score)
    .map(({ item }) => item)
}

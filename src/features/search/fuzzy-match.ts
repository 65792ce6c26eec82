import { foldText } from '#shared/fold-text.ts'

/**
 * How well a name answers to what was typed, higher is better; null where the letters are not in it in that order, or
 * only here and there.
 */
export function fuzzyScore(name: string, typed: string): number | null {
  const letters = [...foldText(typed)].filter((letter) => letter !== ' ')
  const within = [...foldText(name)]
  let best: number | null = null
  // The first letter may be meant at any place where it stands; the rest follows greedily.
  for (let from = 0; from < within.length && letters.length > 0; from++) {
    if (within[from] !== letters[0]) continue
    const score = scoreFrom(within, letters, from)
    if (score !== null && (best === null || score > best)) best = score
  }
  return letters.length === 0 ? 0 : best !== null && best >= letters.length * LEAST ? best : null
}

/** For each letter. Those that are only strewn over a name are not meant. */
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

/** A beginning of a word is meant before the same letter inside one, unless that follows at once. */
function nextPlace(within: readonly string[], letter: string, from: number): number {
  if (within[from] === letter) return from
  for (let at = from; at < within.length; at++) if (within[at] === letter && beginsWord(within, at)) return at
  return within.indexOf(letter, from)
}

function beginsWord(within: readonly string[], at: number): boolean {
  return at === 0 || !/[\p{L}\p{N}]/u.test(within[at - 1] ?? '')
}

/**
 * How a name answers to what was typed: it is it, begins with it, has its words at beginnings of words, has them
 * somewhere, or only its letters in order.
 */
export const closenessOrder = ['same', 'begins', 'words', 'within', 'scattered'] as const
export type Closeness = (typeof closenessOrder)[number]

/** Null where it does not answer at all. */
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

/** Fewer letters are typed on the way to something else. */
const MEANT = 4

/**
 * Whether a command was asked for by its own words, from its beginning: what must not happen by letters that happen to
 * fit waits for that.
 */
export function namesIt(name: string, typed: string): boolean {
  const closeness = closenessOf(name, typed)
  return closeness === 'same' || (closeness === 'begins' && typed.trim().length >= MEANT)
}

function wordsOf(text: string): readonly string[] {
  return foldText(text).split(/\s+/).filter(Boolean)
}

/** Those that answer, the closest first; with nothing typed all, in their order. */
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

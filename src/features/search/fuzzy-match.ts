import { foldText } from '#shared/fold-text.ts'

/** How well a name answers to what was typed, higher is better; null where the letters are not in it in that order, or only here and there. */
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
    score += 1 + (beginsWord(within, next) ? WORD_BEGINS : 0) + (gap === 0 && before >= from ? FOLLOWS : 0) - Math.min(gap, 12) * GAP
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

/** Those that answer, the best first; with nothing typed all, in their order. */
export function fuzzyRanked<T>(items: readonly T[], typed: string, nameOf: (item: T) => string): readonly T[] {
  return items
    .flatMap((item) => {
      const score = fuzzyScore(nameOf(item), typed)
      return score === null ? [] : [{ item, score }]
    })
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item)
}

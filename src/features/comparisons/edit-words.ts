import type { Edit, TimeSpan } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import { comparisonStrings as words } from './comparison.strings.ts'
import { clockWords, durationWords } from './time-words.ts'

/** Seams that are open for longer are said to be. */
const OPEN: Seconds = 1
const AT_THE_END: Seconds = 0.05

interface EditLine extends TimeSpan {
  readonly text: string
}

interface Lengths {
  readonly a: Seconds
  readonly b: Seconds
}

/**
 * What was cut, added, replaced and moved, the longest first. Times are on one timeline; of what was moved, they are
 * where it was in A and where it is in B.
 */
export function editLines(edits: readonly Edit[], lengths: Lengths, clock: 'a' | 'b'): readonly EditLine[] {
  return edits
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .map((edit) => ({ text: editText(edit, lengths, clock), from: edit[clock].from, to: edit[clock].to }))
}

function lengthOf({ a, b }: Edit): Seconds {
  return Math.max(a.to - a.from, b.to - b.from)
}

function editText(edit: Edit, lengths: Lengths, clock: 'a' | 'b'): string {
  const { kind, a, b, isAudible, slack } = edit
  const amount = durationWords(kind === 'cut' ? a.to - a.from : b.to - b.from)
  const own = edit[clock]
  const at = clockWords(own.from)
  const open = slack > OPEN ? words.repeated(clockWords(Math.max(0, own.from - slack)), clockWords(own.to + slack)) : ''
  switch (kind) {
    case 'moved':
      return words.moved(clockWords(a.from), clockWords(a.to), clockWords(b.from))
    case 'replaced':
      return clock === 'a'
        ? words.replaced(clockWords(a.from), clockWords(a.to), amount)
        : words.replacedAs(clockWords(b.from), clockWords(b.to), durationWords(a.to - a.from))
    case 'cut': {
      if (!isAudible) return words.cutSilence(at, amount)
      if (a.from < AT_THE_END) return words.cutStart(amount)
      if (a.to > lengths.a - AT_THE_END) return words.cutEnd(amount)
      return (clock === 'a' ? words.cut(clockWords(a.from), clockWords(a.to), amount) : words.cutAt(at, amount)) + open
    }
    case 'added': {
      if (!isAudible) return words.insertSilence(at, amount)
      if (b.from < AT_THE_END) return words.insertStart(amount)
      if (b.to > lengths.b - AT_THE_END) return words.insertEnd(amount)
      const text =
        clock === 'a' ? words.insert(at, amount) : words.insertAs(clockWords(b.from), clockWords(b.to), amount)
      return text + open
    }
  }
}

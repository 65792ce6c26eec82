import type { Beat, Edit, TimeSpan } from '#audio/comparison-result.ts'
import type { Seconds } from '#shared/units.ts'
import { comparisonStrings as strings } from './comparison.strings.ts'
import { clockWords, durationWords } from './time-words.ts'

/** Seams that are open for longer are said to be. */
const OPEN: Seconds = 1
const AT_THE_END: Seconds = 0.05

/** Bars are counted if their sum is this close to whole. */
const WHOLE_BARS: Seconds = 0.03
/** A person's tempo is the one that was found, or half or twice that, if it is this close. */
const SAME_TEMPO = 0.01
/** Whoever says less of a part than this does not mean it. */
const LEAST_OF_PART = 0.8
/** Below this likeness of what is beside it, an edit is only probable. */
const SURE = 0.8

interface EditLine extends TimeSpan {
  readonly text: string
  readonly isSure: boolean
}

/** What is known of a track beside its sound. */
export interface KnownMusic {
  /** As a person set it. */
  readonly beatsPerMinute?: number | undefined
  readonly beatsPerBar?: number | undefined
  /** Names of parts of A, on its timeline. */
  readonly parts?: readonly NamedPart[] | undefined
}

export interface NamedPart extends TimeSpan {
  readonly name: string
}

interface Lengths {
  readonly a: Seconds
  readonly b: Seconds
}

/**
 * What was cut, added, replaced and moved, the longest first. Times are on one timeline; of what was moved, they are
 * where it was in A and where it is in B.
 */
export function editLines(
  edits: readonly Edit[],
  { lengths, clock, beat, known = {} }: EditContext,
): readonly EditLine[] {
  const bar = barOf(beat, known)
  return edits
    .toSorted((one, other) => lengthOf(other) - lengthOf(one))
    .map((edit) => {
      const text = editText(edit, { lengths, clock, bar, parts: known.parts ?? [] })
      const isSure = edit.confidence >= SURE
      return { text: isSure ? text : strings.probably(text), from: edit[clock].from, to: edit[clock].to, isSure }
    })
}

interface EditContext {
  readonly lengths: Lengths
  readonly clock: 'a' | 'b'
  readonly beat: Beat | null
  readonly known?: KnownMusic | undefined
}

/** The length of a bar, only if it is certain: by a person's tempo, or by one that cannot be half or twice as fast. */
function barOf(
  beat: Beat | null,
  { beatsPerMinute: typed, beatsPerBar: beats = beat?.beatsPerBar ?? undefined }: KnownMusic,
): Seconds | undefined {
  if (!beat || beats === undefined) return undefined
  if (typed === undefined) return beat.isCertain ? (60 / beat.beatsPerMinute) * beats : undefined
  const isReading = [0.5, 1, 2].some((times) => Math.abs(typed / (times * beat.beatsPerMinute) - 1) <= SAME_TEMPO)
  return isReading ? (60 / typed) * beats : undefined
}

/** `8 bars`, if it is a whole number of them. */
function barWords(length: Seconds, bar: Seconds | undefined): string | undefined {
  if (bar === undefined) return undefined
  const count = Math.round(length / bar)
  return count >= 1 && Math.abs(length - count * bar) <= WHOLE_BARS ? strings.bars(count) : undefined
}

/** The part that most of this is, and that is most of this. */
function partName({ from, to }: TimeSpan, parts: readonly NamedPart[]): string | undefined {
  return parts.find((part) => {
    const shared = Math.min(to, part.to) - Math.max(from, part.from)
    return shared >= LEAST_OF_PART * Math.max(to - from, part.to - part.from)
  })?.name
}

function lengthOf({ a, b }: Edit): Seconds {
  return Math.max(a.to - a.from, b.to - b.from)
}

interface EditTelling {
  readonly lengths: Lengths
  readonly clock: 'a' | 'b'
  readonly bar: Seconds | undefined
  readonly parts: readonly NamedPart[]
}

function editText(edit: Edit, { lengths, clock, bar, parts }: EditTelling): string {
  const { kind, a, b, isAudible, slack } = edit
  const length = kind === 'cut' ? a.to - a.from : b.to - b.from
  const [amount, bars] = [durationWords(length), barWords(length, bar)]
  const own = edit[clock]
  const at = clockWords(own.from)
  const [first, last] = [Math.max(0, own.from - slack), Math.min(lengths[clock], own.to + slack)]
  const open = slack > OPEN ? strings.repeated(clockWords(first), clockWords(last)) : ''
  switch (kind) {
    case 'moved': {
      const name = partName(a, parts)
      if (name !== undefined) return strings.movedPart(name, clockWords(a.from), clockWords(b.from))
      return strings.moved(clockWords(a.from), clockWords(a.to), clockWords(b.from))
    }
    case 'replaced':
      return clock === 'a'
        ? strings.replaced(clockWords(a.from), clockWords(a.to), amount)
        : strings.replacedAs(clockWords(b.from), clockWords(b.to), durationWords(a.to - a.from))
    case 'cut': {
      if (!isAudible) return strings.cutSilence(at, amount)
      if (a.from < AT_THE_END) return strings.cutStart(amount)
      if (a.to > lengths.a - AT_THE_END) return strings.cutEnd(amount)
      const both = bars === undefined ? amount : strings.barsAnd(bars, amount)
      if (clock === 'a') return strings.cut(clockWords(a.from), clockWords(a.to), both) + open
      return (bars === undefined ? strings.cutAt(at, amount) : strings.cutBarsAt(at, bars, amount)) + open
    }
    case 'added': {
      if (!isAudible) return strings.insertSilence(at, amount)
      if (b.from < AT_THE_END) return strings.insertStart(amount)
      if (b.to > lengths.b - AT_THE_END) return strings.insertEnd(amount)
      const both = bars === undefined ? amount : strings.barsAnd(bars, amount)
      if (clock === 'b') return strings.insertAs(clockWords(b.from), clockWords(b.to), both) + open
      return (bars === undefined ? strings.insert(at, amount) : strings.insertBars(at, bars, amount)) + open
    }
  }
}

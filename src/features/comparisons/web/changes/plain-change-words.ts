import { biggestFirst } from '#audio/comparison-changes.ts'
import type { Change, ChannelChange, ComparisonResult, Edit } from '#audio/comparison-result.ts'
import { secondsLaterAt } from '#audio/turned-comparison.ts'
import type { Decibels, Hertz, Seconds } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { text } from '#web/i18n/text.ts'
import { plainChangeStrings as strings } from './plain-change.strings.ts'

/** Less is not worth telling somebody who only listens. */
const LEAST_LEVEL: Decibels = 0.5
const LEAST_CHANGE: Decibels = 1
const SOME: Decibels = 2
const MUCH: Decibels = 6
const LEAST_SPEED = 0.001
const SHORTEST: Seconds = 2

/**
 * What changed from the older version to the newer, as somebody says it who listens and does not measure: the largest
 * change, then the level. Times are on the newer's timeline. Undefined if there is nothing to say.
 */
export function plainChange(result: ComparisonResult): string | undefined {
  if (result.unaligned === 'silence') return result.identicalAudio ? strings.same : undefined
  if (result.identicalAudio) return strings.same
  if (result.unaligned === 'unrelated' || result.agreement === null) return strings.apart
  const [change] = [
    ...result.edits.toSorted((one, other) => lengthOf(other) - lengthOf(one)).map(editWords),
    speedWords(result),
    result.isRenderedAgain ? strings.another : undefined,
    ...result.channelChanges.map(channelWords),
    ...biggestFirst(result.changes).map((one) => changeWords(one, result)),
    dynamicsWords(result),
  ].filter((words) => words !== undefined)
  const said = [change, levelWords(result.gain)].filter((words) => words !== undefined)
  if (said.length > 0) return said.join(', ')
  return result.isPartlyUnnamed || result.changes.length > 0 ? strings.small : strings.same
}

function lengthOf({ a, b }: Edit): Seconds {
  return Math.max(a.to - a.from, b.to - b.from)
}

function editWords({ kind, b, isAudible }: Edit): string | undefined {
  if (!isAudible) return undefined
  return text(strings.edits[kind], { at: formatDuration(b.from), place: placeWords(b.from, b.to) })
}

function speedWords({ speed }: ComparisonResult): string | undefined {
  if (!speed || Math.abs(speed.rate - 1) < LEAST_SPEED) return undefined
  if (speed.kind === 'tempo') return speed.rate < 1 ? strings.faster : strings.slower
  return speed.rate < 1 ? strings.fasterHigher : strings.slowerLower
}

function channelWords({ kind, decibels }: ChannelChange): string | undefined {
  const { channels } = strings
  switch (kind) {
    case 'swapped':
    case 'dead':
    case 'restored':
    case 'mono':
    case 'copied':
    case 'stereo':
      return channels[kind]
    case 'width':
      return (decibels ?? 0) < 0 ? channels.narrower : channels.wider
    default:
      // Not heard as such.
      return undefined
  }
}

function dynamicsWords({ dynamics }: ComparisonResult): string | undefined {
  if (!dynamics) return undefined
  return dynamics.b < dynamics.a ? strings.tighter : strings.freer
}

function levelWords(gain: Decibels | null): string | undefined {
  if (gain === null || Math.abs(gain) < LEAST_LEVEL) return undefined
  return strings[gain < 0 ? 'quieter' : 'louder'][sizeOf(gain)]
}

function sizeOf(amount: Decibels): 'little' | 'some' | 'much' {
  const size = Math.abs(amount)
  return size < SOME ? 'little' : size < MUCH ? 'some' : 'much'
}

function changeWords({ kind, from, to, low, high, decibels }: Change, result: ComparisonResult): string | undefined {
  const { overlap } = result
  const isThroughout = overlap !== null && from <= overlap.from + 1 && to >= overlap.to - 1
  const later = secondsLaterAt(result, (from + to) / 2)
  const place = isThroughout ? strings.throughout : placeWords(Math.max(0, from + later), Math.max(0, to + later))
  const amount = decibels ?? 0
  switch (kind) {
    case 'level': {
      if (Math.abs(amount) < LEAST_CHANGE) return undefined
      const part = low === null || high === null ? undefined : partWords(low, high)
      return part === undefined
        ? text(strings[amount < 0 ? 'downWhole' : 'upWhole'][sizeOf(amount)], { place })
        : text(strings[amount < 0 ? 'down' : 'up'][sizeOf(amount)], { part, place })
    }
    case 'width':
      return text(amount < 0 ? strings.narrower : strings.wider, { place })
    case 'inverted':
      // Nobody hears that in itself.
      return undefined
    default:
      return text(strings[kind], { place })
  }
}

function placeWords(from: Seconds, to: Seconds): string {
  return to - from < SHORTEST
    ? text(strings.at, { from: formatDuration(from) })
    : text(strings.between, { from: formatDuration(from), to: formatDuration(to) })
}

const edges = [
  { part: 'low', below: 250 },
  { part: 'mids', below: 4000 },
  { part: 'highs', below: Infinity },
] as const

/** Undefined for all of it. */
function partWords(low: Hertz, high: Hertz): string | undefined {
  const first = edges.findIndex(({ below }) => low < below)
  // A third of an octave into the next part is still this one.
  const last = edges.findIndex(({ below }) => high <= below * 1.3)
  const [one, other] = [edges[first], edges[Math.max(first, last)]]
  if (!one || !other || (one.part === 'low' && other.part === 'highs')) return undefined
  const [oneName, otherName] = [strings.parts[one.part], strings.parts[other.part]]
  return one === other ? oneName : text(strings.two, { one: oneName, other: otherName })
}

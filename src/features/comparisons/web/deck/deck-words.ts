import type { Frames, Hertz, Seconds } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatLufs } from '#web/i18n/format-level.ts'
import { trueMinus } from '#web/i18n/locale.ts'
import { text } from '#web/i18n/text.ts'
import type { ComparedNames } from '../../comparison-words.ts'
import { compareStrings } from '../compare.strings.ts'
import type { DeckEntry, FoundPlace } from './deck-entry.ts'
import type { DeckMap } from './deck-map.ts'
import type { LoudnessMatch } from './loudness-match.ts'

export function titleOf({ heard: { trackTitle, versionNumber } }: DeckEntry): string {
  return `${trackTitle} v${versionNumber}`
}

/** How levels were matched. Names a figure only if it was used for all. */
export function matchWords({ basis, target }: LoudnessMatch, isMonoCounted = false): string {
  if (target === null) return compareStrings.unmeasured
  if (basis === 'shared') return compareStrings.matchedShared
  if (basis === 'part') return compareStrings.matchedPart
  if (basis === 'loop') return compareStrings.matchedLoop
  if (basis === 'mixed') return compareStrings.matchedMixed
  return text(isMonoCounted ? compareStrings.matchedToMono : compareStrings.matchedTo, { level: formatLufs(target) })
}

const mostPlaces = 3

/** How reliable a source's offset is; undefined if one offset fits all of it. Names the longest matching parts. */
export function linesUpWords(
  linesUp: FoundPlace['linesUp'],
): { readonly label: string; readonly hint: string } | undefined {
  if (linesUp === 'all') return undefined
  if (linesUp === 'unknown') return { label: compareStrings.notAligned, hint: compareStrings.notAlignedHint }
  if (linesUp.length === 0) return { label: compareStrings.looselyAligned, hint: compareStrings.looselyAlignedHint }
  const longest = linesUp
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, mostPlaces)
    .toSorted((one, other) => one.from - other.from)
  const places = longest.map(({ from, to }) => `${formatDuration(from)}–${formatDuration(to)}`).join(', ')
  return { label: compareStrings.partlyAligned, hint: text(compareStrings.partlyAlignedHint, { places }) }
}

/** The names of the compared versions: the newer against the older, or the first of the deck against a reference. */
export function comparedNames(first: DeckEntry, other: DeckEntry, versionA: string): ComparedNames {
  const areVersions = first.heard.trackId === other.heard.trackId
  const nameOf = (entry: DeckEntry) => (areVersions ? `v${entry.heard.versionNumber}` : titleOf(entry))
  const [a, b] = first.heard.versionId === versionA ? [first, other] : [other, first]
  return { a: nameOf(a), b: nameOf(b), areVersions }
}

/** `8.0 s`, `1:12`. */
export function lengthWords(length: Seconds): string {
  return length < 60 ? text(compareStrings.seconds, { seconds: length.toFixed(1) }) : formatDuration(length)
}

/** How a version is called beside the others of the deck. */
export function shortName(entry: DeckEntry): string {
  return entry.isReference ? titleOf(entry) : `v${entry.heard.versionNumber}`
}

/** Why a source that was asked for is not heard here, beside the one that is, by the map from that one. */
export function missingWords(asked: DeckEntry, heard: DeckEntry, map: DeckMap): string {
  const words = { name: shortName(asked), other: shortName(heard) }
  const later = asked.heard.versionNumber - heard.heard.versionNumber
  // Where the parts beside a gap may belong elsewhere, so may the gap.
  const isEdit = map.length > 1 && map.every(({ isSure }) => isSure)
  if (!isEdit || asked.heard.trackId !== heard.heard.trackId || later === 0)
    return text(compareStrings.isMissing, words)
  // Between versions that are not neighbours, a third one may have made the edit.
  if (later > 0) return text(later === 1 ? compareStrings.isCutOut : compareStrings.isCutOutAfter, words)
  return text(later === -1 ? compareStrings.isAdded : compareStrings.isAddedAfter, words)
}

/** `+333`, `−12`, `0`. */
export function signed(count: number): string {
  return count > 0 ? `+${count}` : count < 0 ? `${trueMinus}${-count}` : '0'
}

/** The offset as time: `+6.94 ms`. */
export function offsetTime(offset: Frames, rate: Hertz): string {
  const ms = (offset / rate) * 1000
  const words = Math.abs(ms) >= 100 ? Math.abs(ms).toFixed(0) : Math.abs(ms).toFixed(2)
  return text(compareStrings.milliseconds, { ms: `${offset > 0 ? '+' : offset < 0 ? trueMinus : ''}${words}` })
}

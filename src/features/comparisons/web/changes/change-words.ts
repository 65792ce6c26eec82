import type { Change } from '#audio/comparison-result.ts'
import type { Hertz } from '#shared/units.ts'
import { formatSignedLevel } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'

const strings = {
  parts: { low: 'Low end', lowMids: 'Low mids', mids: 'Mids', highs: 'Highs' },
  between: '{low} to {high}',
  level: '{place} {level} dB',
  changed: '{place} changed',
  whole: 'Level',
  muted: { whole: 'Muted', part: '{place} muted' },
  added: { whole: 'New sound', part: '{place} new' },
  different: { whole: 'Another take', part: '{place} differ' },
  inverted: { whole: 'Polarity inverted', part: '{place}: polarity inverted' },
  mono: { whole: 'Mono', part: '{place} mono' },
  stereo: { whole: 'Stereo', part: '{place} stereo' },
  wider: { whole: 'Wider', part: '{place} wider' },
  narrower: { whole: 'Narrower', part: '{place} narrower' },
} as const

const parts = [
  { name: strings.parts.low, below: 150 },
  { name: strings.parts.lowMids, below: 500 },
  { name: strings.parts.mids, below: 4000 },
  { name: strings.parts.highs, below: Infinity },
] as const

/** A short label of a change, for its mark: `Low end +1.5 dB`, `Muted`. Sentences are in comparison-words.ts. */
export function changeWords({ kind, low, high, decibels }: Change): string {
  const place = placeWords(low, high)
  if (kind !== 'level') {
    const words = strings[kind === 'width' ? ((decibels ?? 0) < 0 ? 'narrower' : 'wider') : kind]
    return place === undefined ? words.whole : text(words.part, { place })
  }
  if (decibels === null) return text(strings.changed, { place: place ?? strings.whole })
  return text(strings.level, { place: place ?? strings.whole, level: formatSignedLevel(decibels) })
}

/** Undefined for the whole spectrum. */
function placeWords(low: Hertz | null, high: Hertz | null): string | undefined {
  if (low === null || high === null) return undefined
  const [from, to] = [parts.find(({ below }) => low < below), parts.find(({ below }) => high <= below)]
  if (!from || !to) return undefined
  return from === to ? from.name : text(strings.between, { low: from.name, high: to.name.toLowerCase() })
}

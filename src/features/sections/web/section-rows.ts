import type { Lufs, Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import type { SectionPlace, TrackSection, TrackSections } from '../sections.contract.ts'
import { sectionStrings } from './sections.strings.ts'

/** Drift and another tempo change a section’s length by less than this, or are worth a word. */
const SAME_LENGTH: Seconds = 0.15

/** One section in one version. */
export interface SectionRow {
  readonly versionId: string
  readonly versionNumber: number
  readonly place: SectionPlace
  /** There is something of it to hear. */
  readonly isThere: boolean
  /** How sure its place is, or why it is missing; undefined if it is certain. */
  readonly doubt: string | undefined
}

export interface SectionTableRows {
  readonly section: TrackSection
  readonly rows: readonly SectionRow[]
  /** LU by which the first row is louder than the second; null unless both are certain. */
  readonly difference: number | null
}

/** Sections in order of time on the first version, each with a row for every version, in their order. */
export function sectionRows(
  sections: readonly TrackSection[],
  versions: TrackSections['versions'],
): readonly SectionTableRows[] {
  const start = ({ places }: TrackSection) =>
    places.find(({ versionId }) => versionId === versions[0]?.id)?.fromSeconds ?? Number.POSITIVE_INFINITY
  return sections
    .toSorted((one, other) => start(one) - start(other))
    .map((section) => {
      const rows = versions.flatMap(({ id, number, measured }) => {
        const place = section.places.find(({ versionId }) => versionId === id)
        if (!place) return []
        const row = rowOf(section, place, number)
        return measured === 'no-loudness' ? [{ ...row, doubt: row.doubt ?? sectionStrings.notMeasured }] : [row]
      })
      return { section, rows, difference: differenceOf(rows[0], rows[1]) }
    })
}

function rowOf(section: TrackSection, place: SectionPlace, versionNumber: number): SectionRow {
  const isThere = place.toSeconds !== null
  return { versionId: place.versionId, versionNumber, place, isThere, doubt: doubtOf(section, place, isThere) }
}

function doubtOf(section: TrackSection, place: SectionPlace, isThere: boolean): string | undefined {
  const { version, fromSeconds, toSeconds } = section
  const { by, cutIn } = place
  if (by === 'unsure') return sectionStrings.unsure
  if (by === 'same-time') return sectionStrings.sameTime
  if (by !== 'cut' || cutIn === undefined) {
    const grown = (place.toSeconds ?? place.fromSeconds) - place.fromSeconds - (toSeconds - fromSeconds)
    if (Math.abs(grown) < SAME_LENGTH) return undefined
    return text(grown < 0 ? sectionStrings.shorter : sectionStrings.longer, { seconds: Math.abs(grown).toFixed(1) })
  }
  // On the way to older versions, nothing was cut: it was added later.
  if (cutIn < version.number)
    return text(isThere ? sectionStrings.partlyAbsent : sectionStrings.absent, { number: cutIn })
  return text(isThere ? sectionStrings.partly : sectionStrings.cut, { number: cutIn })
}

function differenceOf(one: SectionRow | undefined, other: SectionRow | undefined): number | null {
  if (!one || !other || one.doubt !== undefined || other.doubt !== undefined) return null
  const [a, b] = [one.place.integrated, other.place.integrated]
  return a === null || b === null ? null : a - b
}

/** The loudest and the quietest of all, on which bars are drawn; at least 6 LU apart: small steps look small. */
export function loudnessSpan(tables: readonly SectionTableRows[]): { readonly from: Lufs; readonly to: Lufs } {
  const levels = tables.flatMap(({ rows }) => rows.flatMap(({ place }) => place.integrated ?? []))
  const [quietest, loudest] = [Math.min(...levels), Math.max(...levels)]
  if (levels.length === 0) return { from: -30, to: 0 }
  return { from: Math.min(quietest - 2, loudest - 6), to: loudest }
}

/** How much of the bar is filled, 0 to 1. */
export function barShare(loudness: Lufs, { from, to }: { readonly from: Lufs; readonly to: Lufs }): number {
  return Math.max(0, Math.min(1, (loudness - from) / (to - from)))
}

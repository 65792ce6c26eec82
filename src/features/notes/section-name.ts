import { noteSections } from './note-marks.ts'

interface SectionNote {
  readonly body: string
  readonly section: string | null
  readonly toSeconds: number | null
}

/** A known section, alone or with a number or letter: “Verse 2”, “Chorus B”. */
const KNOWN = new RegExp(`^(?:${noteSections.join('|')})(?:\\s?\\d{1,2}|\\s[a-z])?$`, 'i')

/**
 * The section that a note names: it is on a range, and its words are its section's name or a usual one, as of a region
 * that was imported from a DAW. Undefined for a note about something in a section.
 */
export function sectionName({ body, section, toSeconds }: SectionNote): string | undefined {
  const words = body.trim()
  if (toSeconds === null) return undefined
  return words.toLowerCase() === section?.trim().toLowerCase() || KNOWN.test(words) ? words : undefined
}

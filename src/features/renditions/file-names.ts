import type { Instant } from '#shared/units.ts'

interface NamedVersion {
  readonly title: string
  readonly number: number
  readonly createdAt: Instant
}

const MOST_LETTERS = 80
/** File systems allow 255 bytes: the rest of the name must fit too. */
const MOST_BYTES = 160

/** The name of a file made from a version: `Kiln – v3 (2026-11-20).flac`. The ending includes its dot. */
export function madeFileName({ title, number, createdAt }: NamedVersion, ending: string): string {
  return `${safePart(title)} – v${number} (${dayOf(createdAt)})${ending}`
}

export function archiveFileName(name: string): string {
  return `${safePart(name)}.zip`
}

/** The date of an instant in UTC, for file names and tags. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/**
 * A name as part of a file name: forbidden and invisible characters become dashes, no dots at the ends, at most 160
 * bytes of UTF-8.
 */
export function safePart(name: string): string {
  const unsafe =
    // oxlint-disable-next-line no-control-regex
    /[/\\:*?"<>|\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g
  const plain = name.toWellFormed().normalize('NFC').replace(unsafe, '_').replace(/\s+/g, ' ')
  return shortened(plain.replace(/^[. ]+|[. ]+$/g, '')).replace(/[. ]+$/, '') || 'Untitled'
}

function shortened(name: string): string {
  let kept = ''
  let bytes = 0
  for (const letter of [...name].slice(0, MOST_LETTERS)) {
    bytes += bytesInUtf8(letter)
    if (bytes > MOST_BYTES) break
    kept += letter
  }
  return kept
}

function bytesInUtf8(letter: string): number {
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

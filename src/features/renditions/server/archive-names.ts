import { extensionOf, safeName } from '#server/storage/safe-name.ts'
import { safePart } from '../file-names.ts'

export interface ArchivedVersion {
  readonly title: string
  /** Position on the album, from 1; null for a single track. */
  readonly place: number | null
  readonly number: number
  readonly fileName: string
}

/**
 * The name of each version in an archive, in the given order: `01 Kiln/Kiln – v3.wav`. Safe on every system, and unique
 * even on case-insensitive file systems.
 */
export function archiveNames(versions: readonly ArchivedVersion[]): readonly string[] {
  const digits = Math.max(2, ...versions.map(({ place }) => String(place ?? 0).length))
  const taken = new Set<string>()
  return versions.map(({ title, place, number, fileName }) => {
    const name = safePart(title)
    const folder = place === null ? '' : `${String(place).padStart(digits, '0')} ${name}/`
    const ending = extensionOf(fileName)
    for (let copy = 1; ; copy++) {
      const path = folder + safeName(`${name} – v${number}${copy > 1 ? ` (${copy})` : ''}${ending}`)
      if (taken.has(path.toLowerCase())) continue
      taken.add(path.toLowerCase())
      return path
    }
  })
}

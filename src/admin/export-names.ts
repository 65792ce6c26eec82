import { archiveNames } from '#features/renditions/server/archive-names.ts'
import { safePart } from '#features/renditions/file-names.ts'
import { safeName } from '#server/storage/safe-name.ts'
import type { ObjectRow, ProjectRows } from './project-rows.ts'

/** The file name of each stored file in an export, by key: readable and safe on any system. */
export function exportNames({ tables }: ProjectRows): ReadonlyMap<string, string> {
  const tracks = (tables.get('tracks') ?? []).toSorted(
    (a, b) => Number(a['position']) - Number(b['position']) || (text(a['id']) < text(b['id']) ? -1 : 1),
  )
  const titles = new Map(
    tracks.map((track, i) => [
      text(track['id']),
      { title: text(track['title']), place: i + 1, isGone: track['deleted_at'] !== null },
    ]),
  )
  const names = new Map<string, string>()
  const versions = firstOfEach(tables.get('versions') ?? [])
  const called = archiveNames(
    versions.map((version) => ({
      title: titles.get(text(version['track_id']))?.title ?? 'Untitled',
      place: titles.get(text(version['track_id']))?.place ?? 0,
      number: Number(version['number']),
      fileName: text(version['file_name']),
    })),
  )
  for (const [i, version] of versions.entries()) {
    const isGone = version['deleted_at'] !== null || titles.get(text(version['track_id']))?.isGone === true
    names.set(text(version['storage_key']), `${isGone ? 'trash' : 'audio'}/${called[i] ?? ''}`)
  }
  const taken = new Set<string>()
  for (const file of tables.get('note_attachments') ?? []) {
    const folder = `attachments/${safePart(titles.get(text(file['track_id']))?.title ?? 'Untitled')}`
    for (let copy = 1; ; copy++) {
      const name = `${folder}/${copy === 1 ? '' : `${copy} `}${safeName(text(file['file_name']))}`
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      names.set(text(file['storage_key']), name)
      break
    }
  }
  return names
}

/** Versions that share a file, because one was made the newest again, have one file in the export. */
function firstOfEach(versions: readonly ObjectRow[]): readonly ObjectRow[] {
  const keys = new Set<string>()
  return versions
    .toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
    .filter((version) => !keys.has(text(version['storage_key'])) && keys.add(text(version['storage_key'])))
}

function text(value: ObjectRow[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}

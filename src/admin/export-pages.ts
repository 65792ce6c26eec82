import type { StoredValue } from '#server/backup/stored-rows.ts'
import { refsIn, type ObjectRow, type ProjectRows } from './project-rows.ts'

/** An export's JSON for people and other programs: one file per subject, names beside ids, instants as ISO 8601. */
export function exportPages(
  { tables, people }: ProjectRows,
  fileNames: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> {
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const rows = (table: string) => (tables.get(table) ?? []).map((row) => readable(row, names, fileNames))
  const under = (table: string, column: string) => Map.groupBy(rows(table), (row) => row[column])
  const [versionsOf, changesOf] = [under('versions', 'trackId'), under('version_changes', 'versionId')]
  const [repliesOf, reactionsOf, filesOf, stepsOf, checklistOf, setsOf, fileVersionsOf, cellsOf] = [
    under('notes', 'parentId'),
    under('note_reactions', 'noteId'),
    under('note_attachments', 'noteId'),
    under('task_items', 'taskId'),
    under('version_start_items', 'startId'),
    under('note_sets', 'roundId'),
    under('file_versions', 'fileId'),
    under('stage_cells', 'stageId'),
  ]
  const readableNote = (note: Readable) => ({
    ...note,
    reactions: reactionsOf.get(note['id'] ?? null) ?? [],
    files: filesOf.get(note['id'] ?? null) ?? [],
  })
  return {
    'project.json': { ...rows('projects')[0], people, members: rows('memberships') },
    'tracks.json': rows('tracks').map((track) => ({
      ...track,
      versionIds: (versionsOf.get(track['id'] ?? null) ?? []).map(({ id }) => id),
    })),
    'versions.json': rows('versions').map((version) => ({
      ...version,
      changes: changesOf.get(version['id'] ?? null) ?? [],
    })),
    'notes.json': {
      notes: rows('notes')
        .filter(({ parentId }) => parentId === null)
        .map((note) => ({
          ...readableNote(note),
          replies: (repliesOf.get(note['id'] ?? null) ?? []).map(readableNote),
        })),
      rounds: rows('note_rounds').map((round) => ({ ...round, sets: setsOf.get(round['id'] ?? null) ?? [] })),
    },
    'files.json': rows('project_files').map((file) => ({
      ...file,
      versions: (fileVersionsOf.get(file['id'] ?? null) ?? []).toSorted(
        (a, b) => Number(a['number']) - Number(b['number']),
      ),
    })),
    'tasks.json': {
      tasks: rows('tasks').map((task) => ({ ...task, steps: stepsOf.get(task['id'] ?? null) ?? [] })),
      starts: rows('version_starts').map((start) => ({
        ...start,
        checklist: checklistOf.get(start['id'] ?? null) ?? [],
      })),
    },
    'approvals.json': { asks: rows('approval_asks'), decisions: rows('approval_decisions') },
    'stages.json': rows('stages').map((stage) => ({ ...stage, tracks: cellsOf.get(stage['id'] ?? null) ?? [] })),
    'activity.json': rows('events'),
  }
}

const JSON_COLUMNS: ReadonlySet<string> = new Set(['report', 'levels', 'tempo', 'targets'])

type Readable = Readonly<Record<string, StoredValue | undefined>>

function readable(
  row: ObjectRow,
  names: ReadonlyMap<string, string>,
  fileNames: ReadonlyMap<string, string>,
): Readable {
  const entries = Object.entries(row).flatMap(([column, value]): (readonly [string, unknown])[] => {
    const key = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (column === 'storage_key') return [['file', fileNames.get(String(value)) ?? null]]
    if (column === 'refs') return [[key, refsIn(value)]]
    if (JSON_COLUMNS.has(column)) return [[key, typeof value === 'string' ? parsedOrText(value) : null]]
    if (column === 'at' || column.endsWith('_at'))
      return [[key, typeof value === 'number' ? new Date(value).toISOString() : null]]
    const name = typeof value === 'string' && /_id$|_by$/.test(column) ? names.get(value) : undefined
    return name === undefined
      ? [[key, value]]
      : [
          [key, value],
          [key.replace(/Id$/, '').concat('Name'), name],
        ]
  })
  // These and refs contain JSON; other columns are kept as stored.
  return Object.fromEntries(entries) as Readable
}

/** A column of JSON; as it is where a foreign row holds something else: an export leaves nothing out. */
function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

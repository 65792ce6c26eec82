import { fileKey } from '#features/files/server/file-keys.ts'
import type { StoredValue } from '#server/backup/stored-rows.ts'
import { originalKey } from '#server/storage/version-key.ts'
import { safeName } from '#server/storage/safe-name.ts'
import { refsIn, type ObjectRow } from './project-rows.ts'

/** Columns with an id. */
const ID = /(^|_)id$|_by$|^fixed_in$|^from_guest$/
/** Tables whose rows have their own ids. */
const NAMED = [
  'projects',
  'tracks',
  'versions',
  'notes',
  'note_rounds',
  'note_sets',
  'note_attachments',
  'project_files',
  'file_versions',
  'tasks',
  'task_items',
  'version_starts',
  'stages',
  'approval_asks',
  'approval_decisions',
] as const

export type RowsByTable = ReadonlyMap<string, readonly ObjectRow[]>

/** All ids that the rows define. */
export function ownIds(tables: RowsByTable): readonly string[] {
  return NAMED.flatMap((name) => (tables.get(name) ?? []).map(({ id }) => String(id)))
}

/**
 * The rows for this server: ids replaced by `ids`, in id columns and JSON but never in users' text; keys of this store;
 * no organization; members only if they have an account.
 */
export function rowsHere(
  tables: RowsByTable,
  ids: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
): RowsByTable {
  const here = new Map<string, readonly ObjectRow[]>()
  for (const [name, rows] of tables)
    here.set(
      name,
      rows.map((row) => renamed(name, row, ids)),
    )
  const keys = newKeys(here)
  const change = (name: string, how: (row: ObjectRow) => ObjectRow | undefined) =>
    void here.set(
      name,
      (here.get(name) ?? []).map(how).filter((row) => row !== undefined),
    )
  change('projects', (row) => ({
    ...row,
    organization_id: null,
    team_id: null,
    organization_role: null,
    quota_bytes: null,
    deleted_at: null,
    deleted_by: null,
  }))
  change('memberships', (row) => (known.has(String(row['user_id'])) ? row : undefined))
  change('note_seen', (row) => (known.has(String(row['user_id'])) ? row : undefined))
  change('note_attachments', (row) => ({ ...row, storage_key: keys.get(String(row['storage_key'])) ?? null }))
  change('file_versions', (row) => ({ ...row, storage_key: keys.get(String(row['storage_key'])) ?? null }))
  // Generated files are made again here; a refused version stays refused.
  change('versions', (row) => ({
    ...row,
    storage_key: keys.get(String(row['storage_key'])) ?? null,
    ...(row['state'] !== 'refused' && {
      state: 'checking',
      verdict: null,
      verdict_detail: null,
      report: null,
      analysis_version: 0,
    }),
  }))
  return here
}

/** The new key of each file, by its old key. */
export function newKeys(tables: RowsByTable): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const projectId = String(tables.get('projects')?.[0]?.['id'])
  for (const row of (tables.get('versions') ?? []).toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))) {
    const key = String(row['storage_key'])
    if (!keys.has(key))
      keys.set(
        key,
        originalKey({
          projectId,
          trackId: String(row['track_id']),
          versionId: String(row['id']),
          name: safeName(String(row['file_name'])),
        }),
      )
  }
  for (const row of tables.get('note_attachments') ?? [])
    keys.set(
      String(row['storage_key']),
      `attachments/${projectId}/${String(row['id'])}/${safeName(String(row['file_name']))}`,
    )
  for (const row of tables.get('file_versions') ?? [])
    keys.set(
      String(row['storage_key']),
      fileKey({ projectId, versionId: String(row['id']), name: safeName(String(row['file_name'])) }),
    )
  return keys
}

function renamed(table: string, row: ObjectRow, ids: ReadonlyMap<string, string>): ObjectRow {
  const idOf = (value: StoredValue): StoredValue => (typeof value === 'string' ? (ids.get(value) ?? value) : value)
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (column === 'stream_id' || (table === 'streams' && column === 'id'))
        return [column, `project:${idOf(String(value).slice('project:'.length))}`]
      if (column === 'refs')
        return [
          column,
          JSON.stringify(Object.fromEntries(Object.entries(refsIn(value)).map(([key, id]) => [key, idOf(id)]))),
        ]
      return [column, ID.test(column) ? idOf(value) : value]
    }),
  )
}

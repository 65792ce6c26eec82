import type { Db } from '#server/db/open-database.ts'

/** Threads that wait, by the track they stand on. */
export async function countOpenNotes(db: Db, projectId: string): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom('notes')
    .select((eb) => ['track_id', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('parent_id', 'is', null)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .groupBy('track_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.track_id, Number(row.count)]))
}

/** Those of these files that hang on a note. */
export async function attachedFiles(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('note_attachments')
    .select('storage_key')
    .where('storage_key', 'in', ['', ...keys])
    .execute()
  return rows.map((row) => row.storage_key)
}

import { sql } from 'kysely'
import type { BroughtBytes, BroughtRow, CardCount, ProjectIds } from '#features/projects/server/project-hooks.ts'
import type { Db } from '#server/db/open-database.ts'
import { visibilitiesFor, type NoteAudience } from '../note-visibility.ts'

/** Open threads by track. */
export async function countOpenNotes(
  db: Db,
  projectId: string,
  audience: NoteAudience,
): Promise<Readonly<Record<string, number>>> {
  const rows = await db
    .selectFrom('notes')
    .select((eb) => ['track_id', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('parent_id', 'is', null)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .where('visibility', 'in', visibilitiesFor(audience))
    .groupBy('track_id')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.track_id, Number(row.count)]))
}

/** Those of these files that belong to a note. */
export async function attachedFiles(db: Db, keys: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('note_attachments')
    .select('storage_key')
    .where('storage_key', 'in', ['', ...keys])
    .execute()
  return rows.map((row) => row.storage_key)
}

/** Open threads on tracks that are not in the trash. */
export function openNotesOnCard(db: Db) {
  const count = db
    .selectFrom('notes')
    .innerJoin('tracks', 'tracks.id', 'notes.track_id')
    .where('notes.project_id', '=', sql<string>`projects.id`)
    .where('notes.parent_id', 'is', null)
    .where('notes.state', '=', 'open')
    .where('notes.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .select((c) => c.fn.countAll<number>().as('n'))
  return [sql<number | null>`${count}`.as<CardCount>('open_note_count')]
}

export function broughtAttachments(db: Db, projects: ProjectIds): BroughtBytes {
  const query = db
    .selectFrom('note_attachments')
    .select(['project_id', sql<number>`coalesce(sum(size_bytes), 0)`.as('bytes'), sql<number>`0`.as('trashed')])
    .$if(projects !== undefined, (q) => q.where('project_id', 'in', projects ?? ['']))
    .groupBy('project_id')
  return { kind: 'attachments', query: sql<BroughtRow>`${query}` }
}

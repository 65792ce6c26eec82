import type { Db } from '#server/db/open-database.ts'
import type { TrackMove } from '#features/tracks/server/track-hooks.ts'

/** Notes, rounds, what was sent and written in them, and files go where their track goes. */
export async function moveNotes({ trackId, from: { db }, to: { projectId } }: TrackMove): Promise<void> {
  const rounds = db.selectFrom('note_rounds').select('id').where('track_id', '=', trackId)
  const there = { project_id: projectId }
  await db.updateTable('note_drafts').set(there).where('round_id', 'in', rounds).execute()
  await db.updateTable('note_sets').set(there).where('round_id', 'in', rounds).execute()
  await db.updateTable('note_rounds').set(there).where('track_id', '=', trackId).execute()
  await db.updateTable('note_attachments').set(there).where('track_id', '=', trackId).execute()
  await db.updateTable('notes').set(there).where('track_id', '=', trackId).execute()
}

/** Files on the notes of tracks. */
export async function bytesOfNotes(db: Db, trackIds: readonly string[]): Promise<number> {
  const { bytes } = await db
    .selectFrom('note_attachments')
    .select((eb) => eb.fn.sum<number | null>('size_bytes').as('bytes'))
    .where('track_id', 'in', trackIds)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

import type { TrackMove } from '#features/tracks/server/track-hooks.ts'

/**
 * Tasks and version plans go where their track goes. Numbers are a project's, so the tasks get new ones. What named a
 * task that is now in another project no longer does: it keeps the words, and nobody there reads on.
 */
export async function moveTasks({ trackId, from: { db }, to: { projectId } }: TrackMove): Promise<void> {
  const ofTrack = () => db.selectFrom('tasks').select('id').where('track_id', '=', trackId)
  const notes = db.selectFrom('notes').select('id').where('track_id', '=', trackId)
  const versions = db.selectFrom('versions').select('id').where('track_id', '=', trackId)
  const starts = db.selectFrom('version_starts').select('id').where('track_id', '=', trackId)
  // A task and its note may be on different tracks.
  await db
    .updateTable('tasks')
    .set({ note_id: null })
    .where('track_id', '=', trackId)
    .where('note_id', 'not in', notes)
    .execute()
  await db
    .updateTable('tasks')
    .set({ note_id: null })
    .where((eb) => eb.or([eb('track_id', 'is', null), eb('track_id', '!=', trackId)]))
    .where('note_id', 'in', notes)
    .execute()
  // So may a task and the changelogs and plans that name it. Numbers of the old project stay true there.
  for (const { table, column, there } of [
    { table: 'version_changes', column: 'version_id', there: versions },
    { table: 'version_start_items', column: 'start_id', there: starts },
  ] as const) {
    await db
      .updateTable(table)
      .set({ task_id: null })
      .where(column as 'task_id', 'not in', there)
      .where('task_id', 'in', ofTrack())
      .execute()
    await db
      .updateTable(table)
      .set({ task_id: null })
      .where(column as 'task_id', 'in', there)
      .where('task_id', 'not in', ofTrack())
      .execute()
  }
  await db
    .updateTable('version_changes')
    .set({ task_number: null })
    .where('version_id', 'in', versions)
    .where('task_id', 'is', null)
    .execute()
  await db.updateTable('version_starts').set({ project_id: projectId }).where('track_id', '=', trackId).execute()
  const tasks = await ofTrack().orderBy('number').execute()
  if (tasks.length === 0) return
  const { last_task_number: last } = await db
    .updateTable('projects')
    .set((eb) => ({ last_task_number: eb('last_task_number', '+', tasks.length) }))
    .where('id', '=', projectId)
    .returning('last_task_number')
    .executeTakeFirstOrThrow()
  for (const [index, { id }] of tasks.entries()) {
    const number = last - tasks.length + index + 1
    await db.updateTable('tasks').set({ project_id: projectId, number }).where('id', '=', id).execute()
    await db.updateTable('version_start_items').set({ task_number: number }).where('task_id', '=', id).execute()
    await db.updateTable('version_changes').set({ task_number: number }).where('task_id', '=', id).execute()
  }
}

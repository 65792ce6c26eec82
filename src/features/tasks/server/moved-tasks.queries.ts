import type { TrackMove } from '#features/tracks/server/track-hooks.ts'

/** Tasks and version plans go where their track goes. Numbers are a project's, so the tasks get new ones. */
export async function moveTasks({ trackId, from: { db }, to: { projectId } }: TrackMove): Promise<void> {
  await db.updateTable('version_starts').set({ project_id: projectId }).where('track_id', '=', trackId).execute()
  const tasks = await db.selectFrom('tasks').select('id').where('track_id', '=', trackId).orderBy('number').execute()
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

import { moment, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'

export const ownUploads: readonly OwnPart[] = [{ name: 'uploads', read: unfinishedUploads }]

/** Those that have become no version: on their way, or cancelled. */
async function unfinishedUploads(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('uploads')
    .leftJoin(openProjects(scope), 'open.id', 'uploads.project_id')
    .select([
      'uploads.file_name',
      'uploads.track_title',
      'uploads.changelog',
      'uploads.size_bytes',
      'uploads.offset_bytes',
      'uploads.state',
      'uploads.created_at',
      'open.id as open_id',
      'open.name as open_name',
    ])
    .where('uploads.user_id', '=', actor.userId)
    .where('uploads.state', '!=', 'finished')
    .orderBy('uploads.created_at')
    .orderBy('uploads.id')
    .execute()
  return rows.map((row) => ({
    projectId: row.open_id,
    project: row.open_name,
    newTrack: row.track_title,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    receivedBytes: row.offset_bytes,
    changelog: row.changelog,
    state: row.state,
    begunAt: moment(row.created_at),
  }))
}

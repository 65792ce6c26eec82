import { listMembers } from '#features/projects/server/members.queries.ts'
import { readProject } from '#features/projects/server/projects.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ProjectDetails } from '../tracks.contract.ts'
import { trackOf } from './tracks.queries.ts'
import { currentAmong } from './tracks.scope.ts'
import { versionOf } from './versions.queries.ts'

/** The whole project page in one answer: members, tracks in album order, and every version, newest first. */
export async function readProjectDetails(scope: ProjectScope): Promise<ProjectDetails> {
  const { db, projectId } = scope
  const project = await readProject(scope)
  const tracks = await db.selectFrom('tracks').selectAll().where('project_id', '=', projectId).where('deleted_at', 'is', null).orderBy('position').orderBy('id').execute()
  const versions = await db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .selectAll('versions')
    .where('versions.project_id', '=', projectId)
    .where('versions.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .orderBy('versions.sequence', 'desc')
    .execute()
  const counted = await db
    .selectFrom('tasks')
    .select((eb) => ['tasks.state', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .groupBy('tasks.state')
    .execute()
  const noted = await db
    .selectFrom('notes')
    .select((eb) => ['track_id', eb.fn.countAll<number>().as('count')])
    .where('project_id', '=', projectId)
    .where('parent_id', 'is', null)
    .where('state', '=', 'open')
    .where('deleted_at', 'is', null)
    .groupBy('track_id')
    .execute()
  const members = await listMembers(scope, { limit: 1000 })

  const byTrack = Map.groupBy(versions, (version) => version.track_id)
  return {
    ...project,
    members: members.items,
    tracks: tracks.map((row) => trackOf(row, currentAmong(row, byTrack.get(row.id) ?? [])?.id ?? null)),
    trackVersions: versions.map(versionOf),
    openNoteCounts: Object.fromEntries(noted.map((row) => [row.track_id, Number(row.count)])),
    taskCount: counted.reduce((sum, { count }) => sum + Number(count), 0),
    openTaskCount: counted.reduce((sum, { state, count }) => sum + (state === 'todo' || state === 'doing' ? Number(count) : 0), 0),
  }
}

import { listMemberships } from '#features/projects/server/members.queries.ts'
import { readProject } from '#features/projects/server/projects.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { ProjectDetails } from '../tracks.contract.ts'
import { trackOf } from './tracks.queries.ts'
import { detailsWithin } from './shared-details.ts'
import { chosenVersionId, currentAmong, isOwnUpload } from './tracks.scope.ts'
import { readChanges } from './version-changes.queries.ts'
import { versionOf } from './versions.queries.ts'

/** The whole project page in one answer: members, tracks in album order, and every version, newest first. */
export async function readProjectDetails(scope: ProjectScope): Promise<ProjectDetails> {
  const { db, projectId } = scope
  const project = await readProject(scope)
  const tracks = await db
    .selectFrom('tracks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const versions = await db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .leftJoin('guests', 'guests.id', 'versions.from_guest')
    .selectAll('versions')
    .select('guests.name as guest_name')
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
  const changes = await readChanges(
    scope,
    versions.map(({ id }) => id),
  )
  const members = await listMemberships(scope, { limit: 1000 })

  const byTrack = Map.groupBy(versions, (version) => version.track_id)
  const shown = scope.share
    ? versions.filter(
        (one) =>
          one.from_guest === null || isOwnUpload(scope, one) || tracks.some((row) => chosenVersionId(row) === one.id),
      )
    : versions
  const details: ProjectDetails = {
    ...project,
    members: members.items,
    tracks: tracks.map((row) => trackOf(row, currentAmong(row, byTrack.get(row.id) ?? [])?.id ?? null)),
    trackVersions: shown.map((version) => versionOf(version, changes.get(version.id))),
    openNoteCounts: Object.fromEntries(noted.map((row) => [row.track_id, Number(row.count)])),
    taskCount: counted.reduce((sum, { count }) => sum + Number(count), 0),
    openTaskCount: counted.reduce(
      (sum, { state, count }) => sum + (state === 'todo' || state === 'doing' ? Number(count) : 0),
      0,
    ),
  }
  return scope.share ? detailsWithin(scope.share, details) : details
}

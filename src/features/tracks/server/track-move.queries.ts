import { touchProject, findProjectRights } from '#features/projects/server/projects.queries.ts'
import { refuseOverQuota } from '#features/projects/server/project-quota.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import { projectScope, type ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import { trackErrors } from '../tracks.contract.ts'
import { movedBytes, type TrackMove, trackMoving } from './track-hooks.ts'
import { settleStatus } from './track-status.queries.ts'
import { openTrack } from './tracks.scope.ts'

interface Moving {
  readonly trackIds: readonly string[]
  readonly toProjectId: string
}

/** Files stay where they are in the store: a version's row says where, whatever project it belongs to. */
export async function moveTracks(from: ProjectScope, { trackIds, toProjectId }: Moving): Promise<typeof done> {
  if (from.actor.token?.projectIds?.includes(toProjectId) === false) throw refused.not_found()
  const to = await projectScope(from, toProjectId, 'track.edit', findProjectRights)
  if (to.projectId === from.projectId) throw trackErrors['track.same_project']()
  const ids = [...new Set(trackIds)]
  // In one order, so that two moves in opposite directions do not wait for each other.
  for (const scope of [from, to].toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1))) await touchProject(scope)
  // Within one organization nothing is added to what that holds.
  const organizationId = await organizationOf(to)
  const stays = organizationId !== null && organizationId === (await organizationOf(from))
  await refuseOverQuota(to, await bytesOf(from, ids), stays ? ['project'] : ['project', 'organization'])
  for (const trackId of ids) await moveTrack({ trackId, from, to })
  return done
}

async function moveTrack(move: TrackMove): Promise<void> {
  const { trackId, from, to } = move
  const { db } = from
  const { track } = await openTrack(from, trackId)
  const last = await db
    .selectFrom('tracks')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('project_id', '=', to.projectId)
    .executeTakeFirst()
  await db
    .updateTable('tracks')
    .set({ project_id: to.projectId, position: (last?.position ?? 0) + 1, updated_at: to.now() })
    .where('id', '=', trackId)
    .execute()
  await db.updateTable('covers').set({ project_id: to.projectId }).where('track_id', '=', trackId).execute()
  await moveVersions(move)
  await trackMoving.ask(move)
  // Who decides about it are the people of the project that it is in now.
  if (track.status !== 'final') await settleStatus(to, trackId)
  await emit(from, `project:${from.projectId}`, 'track.moved_out', { projectId: from.projectId, trackId })
  await emit(to, `project:${to.projectId}`, 'track.moved_in', { projectId: to.projectId, trackId })
}

/** In their order, each with the next sequence number of the new project. */
async function moveVersions({ trackId, from: { db }, to }: TrackMove): Promise<void> {
  const versions = await db
    .selectFrom('versions')
    .select('id')
    .where('track_id', '=', trackId)
    .orderBy('sequence')
    .execute()
  if (versions.length === 0) return
  const { last_version_sequence: last } = await db
    .updateTable('projects')
    .set((eb) => ({ last_version_sequence: eb('last_version_sequence', '+', versions.length) }))
    .where('id', '=', to.projectId)
    .returning('last_version_sequence')
    .executeTakeFirstOrThrow()
  for (const [index, { id }] of versions.entries())
    await db
      .updateTable('versions')
      .set({ project_id: to.projectId, sequence: last - versions.length + index + 1 })
      .where('id', '=', id)
      .execute()
}

async function organizationOf({ db, projectId }: ProjectScope): Promise<string | null> {
  const row = await db.selectFrom('projects').select('organization_id').where('id', '=', projectId).executeTakeFirst()
  return row?.organization_id ?? null
}

/** Of all versions, those in the trash too, and of what else belongs to the tracks. */
async function bytesOf({ db, projectId }: ProjectScope, trackIds: readonly string[]): Promise<number> {
  const rows = await db
    .selectFrom('versions')
    .select(['storage_key', 'size_bytes'])
    .where('project_id', '=', projectId)
    .where('track_id', 'in', trackIds)
    .execute()
  const versions = new Map(rows.map((row) => [row.storage_key, row.size_bytes])).values()
  const others = (await movedBytes.ask(db, trackIds)).flat()
  return [...versions, ...others].reduce((sum, size) => sum + size, 0)
}

import { touchProject } from '#features/projects/server/projects.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import { done } from '#shared/shapes.ts'
import { trackErrors } from '../tracks.contract.ts'
import { settleStatus } from './track-status.queries.ts'
import { openVersion, refuseFinal, type TrackScope, type VersionScope } from './tracks.scope.ts'

/** From now on this version is the track, whatever is uploaded or pinned. One lock at a time. */
export async function lockFinal(scope: VersionScope): Promise<typeof done> {
  const { db, track, version, actor, projectId, now } = scope
  await touchProject(scope)
  await refuseFinal(scope)
  // It may have been deleted meanwhile.
  await openVersion(scope, track.id, version.id)
  const at = now()
  await db
    .updateTable('tracks')
    .set({ status: 'final', final_version_id: version.id, final_by: actor.userId, final_at: at, updated_at: at })
    .where('id', '=', track.id)
    .execute()
  await emit(scope, `project:${projectId}`, 'track.locked', { projectId, trackId: track.id, versionId: version.id })
  return done
}

/** The track stands where its approvals leave it. */
export async function unlockFinal(scope: TrackScope): Promise<typeof done> {
  const { db, track, projectId, now } = scope
  await touchProject(scope)
  const freed = await db
    .updateTable('tracks')
    .set({ status: 'in-review', final_version_id: null, final_by: null, final_at: null, updated_at: now() })
    .where('id', '=', track.id)
    .where('final_at', 'is not', null)
    .executeTakeFirst()
  if (Number(freed.numUpdatedRows) === 0) throw trackErrors['track.not_final']()
  await settleStatus(scope, track.id)
  await emit(scope, `project:${projectId}`, 'track.unlocked', {
    projectId,
    trackId: track.id,
    ...(track.final_version_id !== null && { versionId: track.final_version_id }),
  })
  return done
}

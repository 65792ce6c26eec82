import { touchProject } from '#features/projects/server/projects.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import { trackErrors, type TrackVersion } from '../../tracks.contract.ts'
import { askForNewVersion, settleWhenMoved } from '../track-status.queries.ts'
import { openVersion, proposedLast, refuseFinal, type VersionScope } from '../tracks.scope.ts'
import { tellDifferences } from './version-differences.queries.ts'
import { nextPlace, versionOf } from './versions.queries.ts'

/**
 * An earlier bounce as a new version: the next number, the same file. No byte is copied; the sweep knows of files that
 * several versions have.
 */
export async function makeNewestAgain(scope: VersionScope): Promise<TrackVersion> {
  const { db, track, version, projectId, actor, newId, now } = scope
  await touchProject(scope)
  await refuseFinal(scope)
  if (version.state === 'checking') throw trackErrors['version.not_ready']()
  const newest = await db
    .selectFrom('versions')
    .select('id')
    .where('track_id', '=', track.id)
    .where('deleted_at', 'is', null)
    .orderBy(proposedLast)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.id === version.id) throw trackErrors['version.is_newest']()
  const id = newId()
  const place = await nextPlace(scope, track.id)
  // What a guest proposed is the members' own from now on.
  const row = {
    ...version,
    ...place,
    id,
    changelog: '',
    uploaded_by: actor.userId,
    from_guest: null,
    created_at: now(),
    deleted_at: null,
    restored_from: version.number,
  }
  await settleWhenMoved(scope, track.id, () => db.insertInto('versions').values(row).execute())
  await emit(scope, `project:${projectId}`, 'version.renewed', { projectId, trackId: track.id, versionId: id })
  // Its report came along, with how it differed from the version it followed then.
  await tellDifferences(db, row)
  await askForNewVersion(scope, { trackId: track.id, versionId: id, number: place.number })
  return versionOf((await openVersion(scope, track.id, id)).version)
}

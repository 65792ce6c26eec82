import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import { listMemberships } from '#features/projects/server/members.queries.ts'
import { readProject } from '#features/projects/server/projects.queries.ts'
import type { ProjectScope, ShareReach } from '#server/scope.ts'
import type { ProjectDetails } from '../tracks.contract.ts'
import { namesOfGuests, openNoteCounts, taskCounts } from './track-hooks.ts'
import { trackOf } from './tracks.queries.ts'
import { chosenVersionId, currentAmong, isOwnUpload } from './tracks.scope.ts'
import { readChanges } from './versions/version-changes.queries.ts'
import { versionOf } from './versions/versions.queries.ts'

/** The whole project page in one answer: members, tracks in album order, and all versions, newest first. */
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
    .selectAll('versions')
    .where('versions.project_id', '=', projectId)
    .where('versions.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .orderBy('versions.sequence', 'desc')
    .execute()
  const senders = [...new Set(versions.flatMap((row) => row.from_guest ?? []))]
  const guests = senders.length === 0 ? new Map<string, string | null>() : await namesOfGuests(db, senders)
  const tasks = await taskCounts.ask(db, projectId)
  const notes = await openNoteCounts.ask(db, projectId, scope.share ? 'guests' : 'members')
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
    trackVersions: shown.map((version) =>
      versionOf(
        version,
        changes.get(version.id),
        // Whether a version meets the targets is the project's own affair.
        scope.share ? undefined : project.targets,
        guests.get(version.from_guest ?? ''),
      ),
    ),
    openNoteCounts: Object.assign({}, ...notes),
    taskCount: tasks.reduce((sum, { all }) => sum + all, 0),
    openTaskCount: tasks.reduce((sum, { open }) => sum + open, 0),
  }
  return scope.share ? detailsWithin(scope.share, details) : details
}

/**
 * A project as a share link shows it: its name, and the tracks and versions within reach. No addresses, members or
 * counts beyond that (of notes only if it shows them), and the link's alias instead of the project's id.
 */
function detailsWithin(share: ShareReach, details: ProjectDetails): ProjectDetails {
  const tracks = details.tracks
    .filter(({ id, archivedAt }) => (share.trackIds === null ? archivedAt === null : share.trackIds.includes(id)))
    .map((track) =>
      share.versionId === null ? track : { ...track, currentVersionId: share.versionId, pinned: true, final: null },
    )
  const current = new Map(tracks.map(({ id, currentVersionId }) => [id, currentVersionId]))
  const isWhole = share.versionId === null && !share.latestOnly
  const trackVersions = details.trackVersions.filter(
    ({ id, trackId, uploadedBy }) =>
      current.has(trackId) && (isWhole || current.get(trackId) === id || uploadedBy === share.guestId),
  )
  return {
    ...details,
    id: share.address,
    description: '',
    taskPrefix: '',
    organizationId: null,
    teamId: null,
    organizationRole: null,
    organizationMayDownload: false,
    targets: DEFAULT_TARGETS,
    targetsFrom: 'default',
    organizationTargets: null,
    members: [],
    tracks,
    trackVersions: trackVersions.map((version) => ({
      ...version,
      changes: version.changes.map(({ text }) => ({ text, taskId: null, taskNumber: null })),
    })),
    openNoteCounts: share.seesNotes
      ? Object.fromEntries(Object.entries(details.openNoteCounts).filter(([id]) => current.has(id)))
      : {},
    openTaskCount: 0,
    taskCount: 0,
  }
}

import type { ShareReach } from '#server/scope.ts'
import type { ProjectDetails } from '../tracks.contract.ts'

/**
 * A project as a share link shows it: its name, and of its tracks and versions those that are reached. Nobody's
 * address, no member, no count of what lies beyond, and the link's own name for the project in place of its id.
 */
export function detailsWithin(share: ShareReach, details: ProjectDetails): ProjectDetails {
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
    members: [],
    tracks,
    trackVersions: trackVersions.map((version) => ({
      ...version,
      changes: version.changes.map(({ text }) => ({ text, taskId: null, taskNumber: null })),
    })),
    openNoteCounts: {},
    openTaskCount: 0,
    taskCount: 0,
  }
}

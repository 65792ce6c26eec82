import type { ProjectDetails, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'

const tracksWords = { zero: 'No tracks yet', one: '{count} track', other: '{count} tracks' } as const

/**
 * A project in one line: number of tracks, length of the current versions, and size of all versions, each file counted
 * once.
 */
export function projectFacts({ tracks, trackVersions }: Pick<ProjectDetails, 'tracks' | 'trackVersions'>): string {
  const listed = tracks.filter(({ archivedAt }) => archivedAt === null)
  const current = new Set(listed.map(({ currentVersionId }) => currentVersionId))
  const seconds = trackVersions
    .filter(({ id }) => current.has(id))
    .reduce((sum, { report }) => sum + (report?.format.durationSeconds ?? 0), 0)
  const sizeBytes = trackVersions
    .filter((version) => !hasFileOfEarlier(version, trackVersions))
    .reduce((sum, version) => sum + version.sizeBytes, 0)
  const facts = [
    text(tracksWords, { count: listed.length }),
    seconds > 0 && formatDuration(seconds),
    sizeBytes > 0 && formatBytes(sizeBytes),
  ]
  return facts.filter(Boolean).join(' · ')
}

/** An earlier version that was made the newest again has the same file. */
function hasFileOfEarlier(
  { trackId, number, sha256, restoredFrom }: TrackVersion,
  versions: readonly TrackVersion[],
): boolean {
  return (
    restoredFrom !== null &&
    versions.some((other) => other.trackId === trackId && other.number < number && other.sha256 === sha256)
  )
}

import type { ProjectScope } from '#server/scope.ts'
import { givenName } from '#server/storage/safe-name.ts'
import { namedMusic } from '../file-name-title.ts'
import { matchTrack, sameBytes, type KnownTrack } from '../track-matching.ts'
import type { UploadTarget } from '../transfers.contract.ts'

/** The track for a file name, by the rule that the page uses for its suggestion. */
export async function findUploadTarget(
  scope: ProjectScope,
  { fileName: asked, sha256 }: { fileName: string; sha256?: string | undefined },
): Promise<UploadTarget> {
  // Normalized as it would be stored; longer names only cost time.
  const fileName = givenName(asked)
  const tracks = await knownTracks(scope)
  const track = matchTrack(fileName, tracks)
  const same = sha256 === undefined ? undefined : sameBytes(sha256, tracks)
  return {
    track: track ? { id: track.id, title: track.title } : null,
    title: namedMusic(fileName).title,
    same: same
      ? { trackId: same.track.id, title: same.track.title, versionId: same.version.id, number: same.version.number }
      : null,
  }
}

async function knownTracks({ db, projectId }: ProjectScope): Promise<readonly KnownTrack[]> {
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'title'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  const versions = await db
    .selectFrom('versions')
    .select(['id', 'track_id', 'number', 'file_name', 'size_bytes', 'sha256'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence', 'desc')
    .execute()
  const byTrack = Map.groupBy(versions, (version) => version.track_id)
  return tracks.map(({ id, title }) => ({
    id,
    title,
    versions: (byTrack.get(id) ?? []).map((version) => ({
      id: version.id,
      number: version.number,
      fileName: version.file_name,
      sizeBytes: version.size_bytes,
      sha256: version.sha256,
    })),
  }))
}

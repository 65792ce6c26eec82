import {
  madeAfter,
  moment,
  momentOrNull,
  ownPages,
  OWN_PAGE,
  type OwnPart,
  type OwnThing,
} from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import type { UserScope } from '#server/scope.ts'

export const ownVersions: readonly OwnPart[] = [{ name: 'versions', read: uploadedVersions }]

interface PlaceRow {
  readonly open_id: string | null
  readonly open_name: string | null
  readonly track_title: string | null
  readonly version_number: number | null
}

/** What one's words stand on, in today’s names; all null where one may not open the project any more. */
export function placeOf({ open_id, open_name, track_title, version_number }: PlaceRow): OwnThing {
  return {
    projectId: open_id,
    project: open_name,
    track: track_title,
    version: open_id === null ? null : version_number,
  }
}

function uploadedVersions(scope: UserScope): AsyncIterable<readonly OwnThing[]> {
  const { db, actor } = scope
  return ownPages(
    (last) =>
      db
        .selectFrom('versions')
        .leftJoin(openProjects(scope), 'open.id', 'versions.project_id')
        .leftJoin('tracks', (join) =>
          join
            .onRef('tracks.id', '=', 'versions.track_id')
            .onRef('tracks.project_id', '=', 'open.id')
            .on('tracks.deleted_at', 'is', null),
        )
        .select([
          'versions.id',
          'versions.file_name',
          'versions.size_bytes',
          'versions.sha256',
          'versions.label',
          'versions.changelog',
          'versions.duration_seconds',
          'versions.created_at',
          'versions.deleted_at',
          'versions.number as version_number',
          'open.id as open_id',
          'open.name as open_name',
          'tracks.title as track_title',
        ])
        .where('versions.uploaded_by', '=', actor.userId)
        .where(madeAfter('versions', last))
        .orderBy('versions.created_at')
        .orderBy('versions.id')
        .limit(OWN_PAGE)
        .execute(),
    (row) => ({
      id: row.id,
      ...placeOf(row),
      fileName: row.file_name,
      sizeBytes: row.size_bytes,
      sha256: row.sha256,
      durationSeconds: row.duration_seconds,
      // Others may rewrite these.
      label: row.open_id === null ? null : row.label,
      changelog: row.open_id === null ? null : row.changelog,
      uploadedAt: moment(row.created_at),
      deletedAt: momentOrNull(row.deleted_at),
    }),
  )
}

import { refused } from '#shared/errors.ts'
import type { Selectable } from 'kysely'
import type { ProjectScope } from '#server/scope.ts'
import { trackErrors } from '../tracks.errors.ts'
import type { TrackTable, VersionTable } from './tracks.tables.ts'

/** Proof that a track is in the project one was let into. */
export interface TrackScope extends ProjectScope {
  readonly track: Selectable<TrackTable>
}

export interface VersionScope extends TrackScope {
  readonly version: Selectable<VersionTable>
}

export async function openTrack(scope: ProjectScope, trackId: string, { inTrash = false }: { inTrash?: boolean } = {}): Promise<TrackScope> {
  const track = await scope.db.selectFrom('tracks').selectAll().where('id', '=', trackId).where('project_id', '=', scope.projectId).where('deleted_at', inTrash ? 'is not' : 'is', null).executeTakeFirst()
  if (!track) throw refused.not_found()
  return { ...scope, track }
}

export async function openVersion(scope: ProjectScope, trackId: string, versionId: string, { inTrash = false }: { inTrash?: boolean } = {}): Promise<VersionScope> {
  const opened = await openTrack(scope, trackId)
  const version = await scope.db.selectFrom('versions').selectAll().where('id', '=', versionId).where('track_id', '=', trackId).where('deleted_at', inTrash ? 'is not' : 'is', null).executeTakeFirst()
  if (!version) throw refused.not_found()
  return { ...opened, version }
}

/** The version named, or else the one everybody hears: the chosen current one, or the newest. */
export async function openHeardVersion(scope: ProjectScope, trackId: string, versionId: string | undefined): Promise<VersionScope> {
  if (versionId !== undefined) return openVersion(scope, trackId, versionId)
  const opened = await openTrack(scope, trackId)
  const version = await findCurrentVersion(opened)
  if (!version) throw trackErrors['track.no_version']()
  return { ...opened, version }
}

/** The chosen version unless it is in the trash, or else the newest. */
export async function findCurrentVersion({ db, track }: TrackScope): Promise<Selectable<VersionTable> | undefined> {
  const alive = db.selectFrom('versions').selectAll().where('track_id', '=', track.id).where('deleted_at', 'is', null)
  const chosen = track.current_version_id ? await alive.where('id', '=', track.current_version_id).executeTakeFirst() : undefined
  return chosen ?? alive.orderBy('sequence', 'desc').limit(1).executeTakeFirst()
}

/** A final track keeps its versions as they are. */
export function refuseFinal({ track }: TrackScope): void {
  if (track.status === 'final') throw trackErrors['track.final']()
}

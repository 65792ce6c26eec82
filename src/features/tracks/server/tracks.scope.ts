import { sql, type Selectable } from 'kysely'
import { refused } from '#shared/errors.ts'
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
  if (!track || !reachesTrack(scope, track.id)) throw refused.not_found()
  return { ...scope, track }
}

export async function openVersion(scope: ProjectScope, trackId: string, versionId: string, { inTrash = false }: { inTrash?: boolean } = {}): Promise<VersionScope> {
  const opened = await openTrack(scope, trackId)
  const version = await scope.db.selectFrom('versions').selectAll().where('id', '=', versionId).where('track_id', '=', trackId).where('deleted_at', inTrash ? 'is not' : 'is', null).executeTakeFirst()
  if (!version || !(await reachesVersion(opened, version))) throw refused.not_found()
  return { ...opened, version }
}

/** Whether a share link leads to the track; every way in of a member does. */
export function reachesTrack({ share }: Pick<ProjectScope, 'share'>, trackId: string): boolean {
  return !share || share.trackIds === null || share.trackIds.includes(trackId)
}

/** Of a track that is reached: the one version that the link names, the one that everybody hears, or any. */
async function reachesVersion(scope: TrackScope, version: Selectable<VersionTable>): Promise<boolean> {
  if (!scope.share || isOwnUpload(scope, version)) return true
  if (scope.share.versionId === null && !scope.share.latestOnly && version.from_guest === null) return true
  return (await findCurrentVersion(scope))?.id === version.id
}

/** What guests send is between them and the members. */
export function isOwnUpload({ share, actor }: Pick<ProjectScope, 'share' | 'actor'>, version: Pick<Selectable<VersionTable>, 'from_guest' | 'uploaded_by'>): boolean {
  return share !== undefined && version.from_guest !== null && (version.from_guest === share.guestId || version.uploaded_by === actor.userId)
}

/** The version named, or else the one everybody hears: the chosen current one, or the newest. */
export async function openHeardVersion(scope: ProjectScope, trackId: string, versionId: string | undefined): Promise<VersionScope> {
  if (versionId !== undefined) return openVersion(scope, trackId, versionId)
  const opened = await openTrack(scope, trackId)
  const version = await findCurrentVersion(opened)
  if (!version) throw trackErrors['track.no_version']()
  return { ...opened, version }
}

/** The chosen version unless it is in the trash, or else the newest that a member sent. A link to one version knows no other. */
export async function findCurrentVersion({ db, track, share }: TrackScope): Promise<Selectable<VersionTable> | undefined> {
  const alive = db.selectFrom('versions').selectAll().where('track_id', '=', track.id).where('deleted_at', 'is', null)
  if (share?.versionId) return alive.where('id', '=', share.versionId).executeTakeFirst()
  const chosen = track.current_version_id ? await alive.where('id', '=', track.current_version_id).executeTakeFirst() : undefined
  return chosen ?? alive.$if(share !== undefined, (q) => q.where('from_guest', 'is', null)).orderBy(proposedLast).orderBy('sequence', 'desc').limit(1).executeTakeFirst()
}

/** What guests sent comes after everything that members did. */
export const proposedLast = sql`case when versions.from_guest is null then 0 else 1 end`

/** A final track keeps its versions as they are. */
export function refuseFinal({ track }: TrackScope): void {
  if (track.status === 'final') throw trackErrors['track.final']()
}

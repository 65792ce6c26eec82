import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import { prepared } from '#server/db/prepared.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { trackErrors } from '../tracks.contract.ts'
import type { TrackTable, VersionTable } from './tracks.tables.ts'

/** Marks rows that the openers of this file have found, so that no other code can build these scopes. */
declare const found: unique symbol

type Found<Row> = Row & { readonly [found]: true }

/** Proof that a track belongs to an accessible project. */
export interface TrackScope extends ProjectScope {
  readonly track: Found<Selectable<TrackTable>>
}

export interface VersionScope extends TrackScope {
  readonly version: Found<Selectable<VersionTable>>
}

export async function openTrack(
  scope: ProjectScope,
  trackId: string,
  { inTrash = false }: { inTrash?: boolean } = {},
): Promise<TrackScope> {
  const track = await findTrack(scope.db, { trackId, projectId: scope.projectId })
  if (!track || (track.deleted_at !== null) !== inTrash || !reachesTrack(scope, track.id)) throw refused.not_found()
  return { ...scope, track: track as TrackScope['track'] }
}

const findTrack = prepared((db, { trackId, projectId }: { readonly trackId: string; readonly projectId: string }) =>
  db.selectFrom('tracks').selectAll().where('id', '=', trackId).where('project_id', '=', projectId),
)

const findVersion = prepared((db, { versionId, trackId }: { readonly versionId: string; readonly trackId: string }) =>
  db.selectFrom('versions').selectAll().where('id', '=', versionId).where('track_id', '=', trackId),
)

export async function openVersion(
  scope: ProjectScope,
  trackId: string,
  versionId: string,
  { inTrash = false }: { inTrash?: boolean } = {},
): Promise<VersionScope> {
  const opened = await openTrack(scope, trackId)
  const version = await findVersion(scope.db, { versionId, trackId })
  if (!version || (version.deleted_at !== null) !== inTrash || !(await reachesVersion(opened, version)))
    throw refused.not_found()
  return { ...opened, version: version as VersionScope['version'] }
}

/** Whether a share link reaches the track; members reach all. */
export function reachesTrack({ share }: Pick<ProjectScope, 'share'>, trackId: string): boolean {
  return !share || share.trackIds === null || share.trackIds.includes(trackId)
}

/** Within a reachable track: the link's one version, the current one, or all except what other guests proposed. */
async function reachesVersion(scope: TrackScope, version: Selectable<VersionTable>): Promise<boolean> {
  const { share, track } = scope
  if (!share || isOwnUpload(scope, version)) return true
  if (version.from_guest !== null && version.id !== chosenVersionId(track)) return false
  return (share.versionId === null && !share.latestOnly) || (await findHeardVersion(scope))?.id === version.id
}

/** A guest's uploads are visible only to them and the members. */
export function isOwnUpload(
  { share, actor }: Pick<ProjectScope, 'share' | 'actor'>,
  version: Pick<Selectable<VersionTable>, 'from_guest' | 'uploaded_by'>,
): boolean {
  return (
    share !== undefined &&
    version.from_guest !== null &&
    (version.from_guest === share.guestId || version.uploaded_by === actor.userId)
  )
}

/** The named version, otherwise the current one. */
export async function openHeardVersion(
  scope: ProjectScope,
  trackId: string,
  versionId: string | undefined,
): Promise<VersionScope> {
  if (versionId !== undefined) return openVersion(scope, trackId, versionId)
  const opened = await openTrack(scope, trackId)
  const version = await findHeardVersion(opened)
  if (!version || !(await reachesVersion(opened, version))) throw trackErrors['track.no_version']()
  return { ...opened, version: version as VersionScope['version'] }
}

/** The version that the requester hears: the one a link names, otherwise the current one. */
export async function findHeardVersion(scope: TrackScope): Promise<Selectable<VersionTable> | undefined> {
  const { db, track, share } = scope
  if (!share?.versionId) return findCurrentVersion(scope)
  return db
    .selectFrom('versions')
    .selectAll()
    .where('track_id', '=', track.id)
    .where('id', '=', share.versionId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The one rule for the current version: the final one, else the chosen one unless it is in the trash, else the newest
 * that a member uploaded.
 */
export async function findCurrentVersion({
  db,
  track,
}: Pick<TrackScope, 'db'> & { readonly track: Choosing & { readonly id: string } }): Promise<
  Selectable<VersionTable> | undefined
> {
  const alive = db.selectFrom('versions').selectAll().where('track_id', '=', track.id).where('deleted_at', 'is', null)
  const chosenId = chosenVersionId(track)
  const chosen = chosenId === null ? undefined : await alive.where('id', '=', chosenId).executeTakeFirst()
  return chosen ?? alive.orderBy(proposedLast).orderBy('sequence', 'desc').limit(1).executeTakeFirst()
}

/** The current version; undefined if the track has none. */
export async function findCurrentScope(scope: TrackScope): Promise<VersionScope | undefined> {
  const version = await findCurrentVersion(scope)
  return version && { ...scope, version: version as VersionScope['version'] }
}

type Choosing = Pick<Selectable<TrackTable>, 'final_version_id' | 'current_version_id'>

/** Guests' uploads sort after those of members. */
export const proposedLast = sql`case when versions.from_guest is null then 0 else 1 end`

/** The same rule for a loaded list: versions not in the trash, newest first. */
export function currentAmong<V extends { readonly id: string; readonly from_guest: string | null }>(
  track: Choosing,
  versions: readonly V[],
): V | undefined {
  const chosenId = chosenVersionId(track)
  return (
    versions.find(({ id }) => id === chosenId) ??
    versions.find(({ from_guest: guest }) => guest === null) ??
    versions[0]
  )
}

/** Null means the newest. */
export function chosenVersionId(track: Choosing): string | null {
  return track.final_version_id ?? track.current_version_id
}

/**
 * Refuses changes that a final track does not allow (tracks.policy.ts). Reads the row again: with the project's row
 * locked it sees a concurrent lock.
 */
export async function refuseFinal({ db, track }: TrackScope): Promise<void> {
  const { final_at: finalAt } = await db
    .selectFrom('tracks')
    .select('final_at')
    .where('id', '=', track.id)
    .executeTakeFirstOrThrow()
  if (finalAt !== null) throw trackErrors['track.final']()
}

export async function hasVersions(db: Db): Promise<boolean> {
  return (await db.selectFrom('versions').select('id').limit(1).executeTakeFirst()) !== undefined
}

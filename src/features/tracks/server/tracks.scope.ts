import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/open-database.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { trackErrors } from '../tracks.contract.ts'
import type { TrackTable, VersionTable } from './tracks.tables.ts'

/** On the rows that the openers of this file have found: nobody else can put one into a scope. */
declare const found: unique symbol

type Found<Row> = Row & { readonly [found]: true }

/** Proof that a track is in the project one was let into. */
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
  const track = await scope.db
    .selectFrom('tracks')
    .selectAll()
    .where('id', '=', trackId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', inTrash ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!track || !reachesTrack(scope, track.id)) throw refused.not_found()
  return { ...scope, track: track as TrackScope['track'] }
}

export async function openVersion(
  scope: ProjectScope,
  trackId: string,
  versionId: string,
  { inTrash = false }: { inTrash?: boolean } = {},
): Promise<VersionScope> {
  const opened = await openTrack(scope, trackId)
  const version = await scope.db
    .selectFrom('versions')
    .selectAll()
    .where('id', '=', versionId)
    .where('track_id', '=', trackId)
    .where('deleted_at', inTrash ? 'is not' : 'is', null)
    .executeTakeFirst()
  if (!version || !(await reachesVersion(opened, version))) throw refused.not_found()
  return { ...opened, version: version as VersionScope['version'] }
}

/** Whether a share link leads to the track; every way in of a member does. */
export function reachesTrack({ share }: Pick<ProjectScope, 'share'>, trackId: string): boolean {
  return !share || share.trackIds === null || share.trackIds.includes(trackId)
}

/**
 * Of a track that is reached: the one version that the link names, the one that everybody hears, or any but what other
 * guests propose.
 */
async function reachesVersion(scope: TrackScope, version: Selectable<VersionTable>): Promise<boolean> {
  const { share, track } = scope
  if (!share || isOwnUpload(scope, version)) return true
  if (version.from_guest !== null && version.id !== chosenVersionId(track)) return false
  return (share.versionId === null && !share.latestOnly) || (await findHeardVersion(scope))?.id === version.id
}

/** What guests send is between them and the members. */
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

/** The version named, or else the one everybody hears: the chosen current one, or the newest. */
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

/** What the asker hears: the version that a link names, or else what everybody hears. */
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
 * The one rule of which version everybody hears: the final one, else the chosen one unless it is in the trash, else the
 * newest that a member sent.
 */
export async function findCurrentVersion({
  db,
  track,
}: Pick<TrackScope, 'db'> & { readonly track: Choosing & { readonly id: string } }): Promise<
  Selectable<VersionTable> | undefined
> {
  const alive = db.selectFrom('versions').selectAll().where('track_id', '=', track.id).where('deleted_at', 'is', null)
  const wanted = chosenVersionId(track)
  const chosen = wanted === null ? undefined : await alive.where('id', '=', wanted).executeTakeFirst()
  return chosen ?? alive.orderBy(proposedLast).orderBy('sequence', 'desc').limit(1).executeTakeFirst()
}

/** The version that everybody hears; undefined where the track has none. */
export async function findCurrentScope(scope: TrackScope): Promise<VersionScope | undefined> {
  const version = await findCurrentVersion(scope)
  return version && { ...scope, version: version as VersionScope['version'] }
}

type Choosing = Pick<Selectable<TrackTable>, 'final_version_id' | 'current_version_id'>

/** What guests sent comes after everything that members did. */
export const proposedLast = sql`case when versions.from_guest is null then 0 else 1 end`

/** The same for those who have the track's versions at hand: those not in the trash, newest first. */
export function currentAmong<V extends { readonly id: string; readonly from_guest: string | null }>(
  track: Choosing,
  versions: readonly V[],
): V | undefined {
  const wanted = chosenVersionId(track)
  return (
    versions.find(({ id }) => id === wanted) ?? versions.find(({ from_guest: guest }) => guest === null) ?? versions[0]
  )
}

/** Null means the newest. */
export function chosenVersionId(track: Choosing): string | null {
  return track.final_version_id ?? track.current_version_id
}

/**
 * Refuses what rests while a track is final (tracks.policy.ts). Read anew: who holds the project's row sees a lock that
 * was set meanwhile.
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

import type { Selectable } from 'kysely'
import { removeCover, storeCover } from '#features/projects/server/covers.queries.ts'
import { touchProject } from '#features/projects/server/projects.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { done } from '#shared/shapes.ts'
import type { TrackStatus } from '../track-statuses.ts'
import { type Track, trackErrors, TrackKey, TrackTempo } from '../tracks.contract.ts'
import { lockFinal, unlockFinal } from './track-final.queries.ts'
import { settleWhenMoved } from './track-status.queries.ts'
import {
  findCurrentScope,
  findCurrentVersion,
  openTrack,
  openVersion,
  refuseFinal,
  type TrackScope,
} from './tracks.scope.ts'
import type { TrackTable } from './tracks.tables.ts'

export async function addTrack(scope: ProjectScope, { title, id }: { title: string; id?: string }): Promise<Track> {
  const { db, projectId, actor, now, newId } = scope
  await touchProject(scope)
  const last = await db
    .selectFrom('tracks')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  const at = now()
  const row: Selectable<TrackTable> = {
    id: id ?? newId(),
    project_id: projectId,
    title,
    position: (last?.position ?? 0) + 1,
    status: 'draft',
    current_version_id: null,
    final_version_id: null,
    final_by: null,
    final_at: null,
    last_version_number: 0,
    created_by: actor.userId,
    created_at: at,
    updated_at: at,
    archived_at: null,
    deleted_at: null,
    deleted_by: null,
    tempo: null,
    musical_key: null,
    cover: null,
  }
  await db.insertInto('tracks').values(row).execute()
  await emit(scope, `project:${projectId}`, 'track.added', { projectId, trackId: row.id })
  return trackOf(row, null)
}

interface TrackChange {
  readonly title?: string | undefined
  readonly status?: TrackStatus | undefined
  readonly currentVersionId?: string | null | undefined
  readonly archived?: boolean | undefined
  readonly tempo?: TrackTempo | null | undefined
  readonly key?: TrackKey | null | undefined
}

export async function editTrack(scope: TrackScope, change: TrackChange): Promise<Track> {
  const { db, track, projectId, now } = scope
  if (change.currentVersionId) await openVersion(scope, track.id, change.currentVersionId)
  await touchProject(scope)
  const before = await openTrack(scope, track.id)
  if (change.currentVersionId !== undefined) await refuseFinal(before)
  const at = now()
  const turnsFinal = change.status !== undefined && (change.status === 'final') !== (before.track.status === 'final')
  if (turnsFinal) await (change.status === 'final' ? lockCurrent(before) : unlockFinal(before))
  const write = () =>
    db
      .updateTable('tracks')
      .set({
        updated_at: at,
        ...(change.title !== undefined && { title: change.title }),
        // The final lock itself sets the status.
        ...(change.status !== undefined && change.status !== 'final' && { status: change.status }),
        ...(change.currentVersionId !== undefined && { current_version_id: change.currentVersionId }),
        ...(change.tempo !== undefined && { tempo: change.tempo && JSON.stringify(change.tempo) }),
        ...(change.key !== undefined && { musical_key: change.key }),
        ...(change.archived !== undefined && { archived_at: change.archived ? at : null }),
      })
      .where('id', '=', track.id)
      .execute()
  await (change.status === undefined ? settleWhenMoved(scope, track.id, write) : write())
  if (!turnsFinal || change.archived !== undefined)
    await emit(scope, `project:${projectId}`, kindOf(change), {
      projectId,
      trackId: track.id,
      ...(change.status && { status: change.status }),
    })
  return readTrack(scope, track.id)
}

export async function setTrackCover(scope: TrackScope, cover: { readonly picture: string } | null): Promise<Track> {
  const { db, track, projectId, now } = scope
  await touchProject(scope)
  const hash = cover && (await storeCover(scope, track.id, cover))
  if (hash === null) await removeCover(scope, track.id)
  await db.updateTable('tracks').set({ updated_at: now(), cover: hash }).where('id', '=', track.id).execute()
  await emit(scope, `project:${projectId}`, 'track.edited', { projectId, trackId: track.id })
  return readTrack(scope, track.id)
}

async function lockCurrent(scope: TrackScope): Promise<void> {
  const current = await findCurrentScope(scope)
  if (!current) throw trackErrors['track.nothing_final']()
  await lockFinal(current)
}

function kindOf(change: TrackChange): ProjectEventKind {
  if (change.archived !== undefined) return change.archived ? 'track.archived' : 'track.unarchived'
  if (change.status !== undefined) return 'track.status_set'
  if (change.currentVersionId !== undefined) return 'track.current_set'
  return 'track.edited'
}

/** Refuses an order that does not contain every track exactly once: somebody added or removed one concurrently. */
export async function orderTracks(scope: ProjectScope, trackIds: readonly string[]): Promise<typeof done> {
  const { db, projectId } = scope
  await touchProject(scope)
  const rows = await db
    .selectFrom('tracks')
    .select('id')
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('archived_at', 'is', null)
    .execute()
  const known = new Set(rows.map((row) => row.id))
  if (
    known.size !== trackIds.length ||
    new Set(trackIds).size !== trackIds.length ||
    !trackIds.every((id) => known.has(id))
  )
    throw trackErrors['track.other_order']()
  for (const [i, id] of trackIds.entries())
    await db
      .updateTable('tracks')
      .set({ position: i + 1 })
      .where('id', '=', id)
      .execute()
  await emit(scope, `project:${projectId}`, 'track.ordered', { projectId })
  return done
}

export async function deleteTrack(scope: TrackScope): Promise<typeof done> {
  await touchProject(scope)
  await refuseFinal(scope)
  const result = await scope.db
    .updateTable('tracks')
    .set({ deleted_at: scope.now(), deleted_by: scope.actor.userId })
    .where('id', '=', scope.track.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  await emit(scope, `project:${scope.projectId}`, 'track.deleted', {
    projectId: scope.projectId,
    trackId: scope.track.id,
  })
  return done
}

export async function restoreTrack(scope: ProjectScope, trackId: string): Promise<Track> {
  await touchProject(scope)
  await openTrack(scope, trackId, { inTrash: true })
  await scope.db.updateTable('tracks').set({ deleted_at: null, deleted_by: null }).where('id', '=', trackId).execute()
  await emit(scope, `project:${scope.projectId}`, 'track.restored', { projectId: scope.projectId, trackId })
  return readTrack(scope, trackId)
}

async function readTrack(scope: ProjectScope, trackId: string): Promise<Track> {
  const opened = await openTrack(scope, trackId)
  return trackOf(opened.track, (await findCurrentVersion(opened))?.id ?? null)
}

/**
 * `currentVersionId` is the version that is played. Pinned if it was chosen; a chosen version in the trash does not
 * count.
 */
export function trackOf(row: Selectable<TrackTable>, currentVersionId: string | null): Track {
  return {
    id: row.id,
    title: row.title,
    position: row.position,
    status: row.status,
    currentVersionId,
    pinned: row.current_version_id !== null && row.current_version_id === currentVersionId,
    final:
      row.final_version_id === null || row.final_at === null
        ? null
        : { versionId: row.final_version_id, at: row.final_at, by: row.final_by },
    tempo: storedTempo(row.tempo),
    key: TrackKey.safeParse(row.musical_key).data ?? null,
    cover: row.cover,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  }
}

/** Null, as if nobody had said anything, where a foreign export holds something else. */
export function storedTempo(tempo: string | null): TrackTempo | null {
  try {
    return tempo === null ? null : (TrackTempo.safeParse(JSON.parse(tempo)).data ?? null)
  } catch {
    return null
  }
}

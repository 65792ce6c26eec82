import type { Selectable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { openTrack, refuseFinal, type TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { atLeast } from '#shared/roles.ts'
import { done } from '#shared/shapes.ts'
import { byUrgency } from '../task-order.ts'
import { taskErrors } from '../tasks.contract.ts'
import type { VersionStart } from '../version-starts.contract.ts'
import { tellTask } from './task-events.ts'
import type { VersionStartItemTable, VersionStartTable } from './tasks.tables.ts'

/** Per plan. */
const MOST_ITEMS = 500

/** Open plans of the project's tracks, except tracks in the trash. */
export async function listStarts({
  db,
  projectId,
}: ProjectScope): Promise<{ items: VersionStart[]; nextCursor: null }> {
  const rows = await openStarts(db)
    .innerJoin('tracks', 'tracks.id', 'version_starts.track_id')
    .where('version_starts.project_id', '=', projectId)
    .where('tracks.deleted_at', 'is', null)
    .select('tracks.last_version_number')
    .orderBy('tracks.position')
    .execute()
  const items = await db
    .selectFrom('version_start_items')
    .leftJoin('tasks', (join) =>
      join.onRef('tasks.id', '=', 'version_start_items.task_id').on('tasks.deleted_at', 'is', null),
    )
    .selectAll('version_start_items')
    .select('tasks.state')
    .where('start_id', 'in', ['', ...rows.map(({ id }) => id)])
    .orderBy('version_start_items.position')
    .execute()
  const byStart = Map.groupBy(items, ({ start_id: startId }) => startId)
  return {
    items: rows.map((row) => ({
      id: row.id,
      trackId: row.track_id,
      number: row.last_version_number + 1,
      startedBy: row.started_by,
      startedAt: row.started_at,
      items: (byStart.get(row.id) ?? []).map((item) => ({
        position: item.position,
        taskId: item.task_id,
        taskNumber: item.task_number,
        title: item.title,
        ticked: item.ticked_at !== null,
        tickedBy: item.ticked_by,
        state: item.state,
      })),
    })),
    nextCursor: null,
  }
}

/**
 * Starts a plan with the track's open tasks, most urgent first; with `withProjectTasks` followed by those without a
 * track.
 */
export async function startVersion(
  scope: TrackScope,
  { withProjectTasks }: { readonly withProjectTasks: boolean },
): Promise<VersionStart> {
  const { db, projectId, track, actor, now, newId } = scope
  await refuseFinal(scope)
  await lockProject(db, projectId)
  if (await findOpenStart(scope, track.id)) throw taskErrors['start.taken']()
  const rows = await db
    .selectFrom('tasks')
    .select(['id', 'number', 'title', 'state', 'priority', 'due_on as dueOn', 'position', 'track_id as trackId'])
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('state', 'in', ['todo', 'doing'])
    .where((eb) =>
      withProjectTasks
        ? eb.or([eb('track_id', '=', track.id), eb('track_id', 'is', null)])
        : eb('track_id', '=', track.id),
    )
    .execute()
  if (rows.length === 0) throw taskErrors['start.nothing']()
  if (rows.length > MOST_ITEMS) throw taskErrors['start.too_many']()
  const tasks = rows.toSorted((a, b) => Number(a.trackId === null) - Number(b.trackId === null) || byUrgency(a, b))
  const id = newId()
  await db
    .insertInto('version_starts')
    .values({
      id,
      project_id: projectId,
      track_id: track.id,
      started_by: actor.userId,
      started_at: now(),
      cancelled_at: null,
      version_id: null,
      uploaded_at: null,
    })
    .execute()
  await db
    .insertInto('version_start_items')
    .values(
      tasks.map((task, position) => ({
        start_id: id,
        position,
        task_id: task.id,
        task_number: task.number,
        title: task.title,
        ticked_at: null,
        ticked_by: null,
      })),
    )
    .execute()
  await tell(scope, 'start.added', { id, track_id: track.id })
  return readStart(scope, id)
}

export async function cancelStart(scope: ProjectScope, startId: string): Promise<typeof done> {
  await lockProject(scope.db, scope.projectId)
  const start = await openStart(scope, startId)
  await scope.db.updateTable('version_starts').set({ cancelled_at: scope.now() }).where('id', '=', startId).execute()
  await tell(scope, 'start.cancelled', start)
  return done
}

/** With its ticks; refused if another plan was started since. */
export async function restoreStart(scope: ProjectScope, startId: string): Promise<VersionStart> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const start = await db
    .selectFrom('version_starts')
    .selectAll()
    .where('id', '=', startId)
    .where('project_id', '=', projectId)
    .where('cancelled_at', 'is not', null)
    .executeTakeFirst()
  if (!start) throw refused.not_found()
  await refuseFinal(await openTrack(scope, start.track_id))
  if (await findOpenStart(scope, start.track_id)) throw taskErrors['start.taken']()
  await db.updateTable('version_starts').set({ cancelled_at: null }).where('id', '=', startId).execute()
  await tell(scope, 'start.restored', start)
  return readStart(scope, startId)
}

/** A ticked item's task is marked as doing, and as fixed once the version is added. */
export async function tickStartItem(
  scope: ProjectScope,
  startId: string,
  position: number,
  ticked: boolean,
): Promise<typeof done> {
  const { db, actor, now } = scope
  await lockProject(db, scope.projectId)
  const start = await openStart(scope, startId)
  const item = await findItem(scope, startId, position)
  const task =
    item.task_id === null
      ? undefined
      : await db
          .selectFrom('tasks')
          .selectAll()
          .where('id', '=', item.task_id)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
  // Ticking marks the note as fixed, which only editors may do.
  if (task?.note_id != null && !atLeast(scope.role, 'editor')) throw taskErrors['task.follows_note']()
  if (ticked === (item.ticked_at !== null)) return done
  await db
    .updateTable('version_start_items')
    .set(ticked ? { ticked_at: now(), ticked_by: actor.userId } : { ticked_at: null, ticked_by: null })
    .where('start_id', '=', startId)
    .where('position', '=', position)
    .execute()
  await tell(scope, 'tick.set', start)
  if (!ticked || task?.state !== 'todo') return done
  await db.updateTable('tasks').set({ state: 'doing', updated_at: now() }).where('id', '=', task.id).execute()
  await tellTask(scope, 'task.doing', task)
  return done
}

export function findOpenStart(
  { db }: Pick<ProjectScope, 'db'>,
  trackId: string,
): Promise<Selectable<VersionStartTable> | undefined> {
  return openStarts(db).where('version_starts.track_id', '=', trackId).executeTakeFirst()
}

function openStarts(db: ProjectScope['db']) {
  return db
    .selectFrom('version_starts')
    .selectAll('version_starts')
    .where('cancelled_at', 'is', null)
    .where('uploaded_at', 'is', null)
}

async function openStart(scope: ProjectScope, startId: string): Promise<Selectable<VersionStartTable>> {
  const row = await openStarts(scope.db)
    .where('version_starts.id', '=', startId)
    .where('version_starts.project_id', '=', scope.projectId)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  await openTrack(scope, row.track_id)
  return row
}

async function findItem(
  { db }: ProjectScope,
  startId: string,
  position: number,
): Promise<Selectable<VersionStartItemTable>> {
  const item = await db
    .selectFrom('version_start_items')
    .selectAll()
    .where('start_id', '=', startId)
    .where('position', '=', position)
    .executeTakeFirst()
  if (!item) throw refused.not_found()
  return item
}

async function readStart(scope: ProjectScope, startId: string): Promise<VersionStart> {
  const start = (await listStarts(scope)).items.find(({ id }) => id === startId)
  if (!start) throw refused.not_found()
  return start
}

/** Ticks emit `tick.set`, which updates open pages and is left out of the history. */
export async function tell(
  scope: ProjectScope,
  kind: ProjectEventKind,
  { id, track_id }: Pick<VersionStartTable, 'id' | 'track_id'>,
): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, { projectId: scope.projectId, trackId: track_id, startId: id })
}

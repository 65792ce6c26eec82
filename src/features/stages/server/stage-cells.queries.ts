import type { Selectable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import type { TrackScope } from '#features/tracks/server/tracks.scope.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refuseUnseen } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import type { StageState } from '../stage-states.ts'
import { type StageCell, stageErrors, type TrackingSheet } from '../stages.contract.ts'
import { openStage, stageOf, stagesOf } from './stages.queries.ts'
import type { StageCellTable } from './stages.tables.ts'

export async function readSheet({ db, projectId }: ProjectScope): Promise<TrackingSheet> {
  const stages = await stagesOf({ db, projectId })
  const cells = await db
    .selectFrom('stage_cells')
    .innerJoin('tracks', 'tracks.id', 'stage_cells.track_id')
    .selectAll('stage_cells')
    .where('stage_id', 'in', ['', ...stages.map(({ id }) => id)])
    .where('tracks.project_id', '=', projectId)
    .where('tracks.deleted_at', 'is', null)
    .orderBy('stage_id')
    .orderBy('track_id')
    .execute()
  return { stages: stages.map(stageOf), cells: cells.map(cellOf) }
}

interface CellChange {
  readonly state?: StageState | undefined
  readonly assigneeId?: string | null | undefined
  readonly dueOn?: string | null | undefined
  readonly note?: string | undefined
  readonly basedOn?: { readonly note?: string | undefined } | undefined
}

const kinds: Readonly<Record<StageState, ProjectEventKind>> = {
  'not-started': 'stage.reopened',
  'in-work': 'stage.begun',
  done: 'stage.done',
  'not-needed': 'stage.skipped',
}

/** Changes only what is given, so that two people who change different things of one cell both keep theirs. */
export async function editCell(scope: TrackScope, stageId: string, change: CellChange): Promise<StageCell> {
  const { db, projectId, track, now } = scope
  // Before the event's lock on the stream, as in a move of tracks, which locks the project first as well.
  await lockProject(db, projectId)
  await openStage(scope, stageId)
  if (change.assigneeId && !(await peopleIn(db, projectId)).includes(change.assigneeId))
    throw stageErrors['stage.not_a_member']()
  const before = await findCell(scope, stageId)
  refuseUnseen({ note: before.note }, { note: change.note }, change.basedOn ?? {})
  const columns = {
    ...(change.state !== undefined && { state: change.state }),
    ...(change.assigneeId !== undefined && { assignee_id: change.assigneeId }),
    ...(change.dueOn !== undefined && { due_on: change.dueOn }),
    ...(change.note !== undefined && { note: change.note }),
  }
  const after: Selectable<StageCellTable> = { ...before, ...columns, updated_at: now() }
  if (isSame(before, after)) return cellOf(before)
  await db
    .insertInto('stage_cells')
    .values(after)
    .onConflict((conflict) =>
      conflict.columns(['stage_id', 'track_id']).doUpdateSet({ ...columns, updated_at: after.updated_at }),
    )
    .execute()
  const refs = { projectId, trackId: track.id, stageId }
  const kind = after.state === before.state ? 'stage.planned' : kinds[after.state]
  await emit(scope, `project:${projectId}`, kind, refs)
  return cellOf(after)
}

function isSame(one: Selectable<StageCellTable>, other: Selectable<StageCellTable>): boolean {
  return JSON.stringify(cellOf(one)) === JSON.stringify(cellOf(other))
}

async function findCell({ db, track }: TrackScope, stageId: string): Promise<Selectable<StageCellTable>> {
  const row = await db
    .selectFrom('stage_cells')
    .selectAll()
    .where('stage_id', '=', stageId)
    .where('track_id', '=', track.id)
    .executeTakeFirst()
  return (
    row ?? {
      stage_id: stageId,
      track_id: track.id,
      state: 'not-started',
      assignee_id: null,
      due_on: null,
      note: '',
      updated_at: 0,
    }
  )
}

export function cellOf(row: Selectable<StageCellTable>): StageCell {
  return {
    stageId: row.stage_id,
    trackId: row.track_id,
    state: row.state,
    assigneeId: row.assignee_id,
    dueOn: row.due_on,
    note: row.note,
  }
}

import type { Selectable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { foldText } from '#shared/fold-text.ts'
import { done } from '#shared/shapes.ts'
import { MOST_STAGES } from '../stage-states.ts'
import { type Stage, stageErrors } from '../stages.contract.ts'
import type { StageTable } from './stages.tables.ts'

/** All or none. */
export async function addStages(
  scope: ProjectScope,
  { names }: { readonly names: readonly string[] },
): Promise<{ items: Stage[]; nextCursor: null }> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const before = await stagesOf(scope)
  if (before.length + names.length > MOST_STAGES) throw stageErrors['stage.full']()
  const taken = new Set(before.map(({ name }) => foldText(name)))
  const items: Stage[] = []
  for (const [index, name] of names.entries()) {
    if (taken.has(foldText(name))) throw stageErrors['stage.name_taken']()
    taken.add(foldText(name))
    items.push(stageOf(await addStage(scope, name, (before.at(-1)?.position ?? 0) + index + 1)))
  }
  return { items, nextCursor: null }
}

/** The caller has locked the project. */
export async function addStage(scope: ProjectScope, name: string, position: number): Promise<Selectable<StageTable>> {
  const { db, projectId, newId, now } = scope
  const row: Selectable<StageTable> = {
    id: newId(),
    project_id: projectId,
    name,
    position,
    created_at: now(),
    deleted_at: null,
  }
  await db.insertInto('stages').values(row).execute()
  await tell(scope, 'stage.added', row.id)
  return row
}

interface StageChange {
  readonly name?: string | undefined
  /** Null means last. */
  readonly beforeId?: string | null | undefined
}

export async function editStage(scope: ProjectScope, stageId: string, { name, beforeId }: StageChange): Promise<Stage> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const before = await openStage(scope, stageId)
  if (name !== undefined && name !== before.name) {
    await refuseTaken(scope, stageId, name)
    await db.updateTable('stages').set({ name }).where('id', '=', stageId).execute()
    await tell(scope, 'stage.edited', stageId)
  }
  if (beforeId !== undefined) {
    await place(scope, stageId, beforeId)
    await tell(scope, 'stage.ordered', stageId)
  }
  return stageOf(await openStage(scope, stageId))
}

/** What was said about its tracks is kept with it until the trash is emptied. */
export async function deleteStage(scope: ProjectScope, stageId: string): Promise<typeof done> {
  await lockProject(scope.db, scope.projectId)
  await openStage(scope, stageId)
  await scope.db.updateTable('stages').set({ deleted_at: scope.now() }).where('id', '=', stageId).execute()
  await tell(scope, 'stage.deleted', stageId)
  return done
}

export async function restoreStage(scope: ProjectScope, stageId: string): Promise<Stage> {
  const { db, projectId } = scope
  await lockProject(db, projectId)
  const gone = await db
    .selectFrom('stages')
    .selectAll()
    .where('id', '=', stageId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (!gone) throw refused.not_found()
  if ((await stagesOf(scope)).length >= MOST_STAGES) throw stageErrors['stage.full']()
  await refuseTaken(scope, stageId, gone.name)
  await db.updateTable('stages').set({ deleted_at: null }).where('id', '=', stageId).execute()
  await tell(scope, 'stage.restored', stageId)
  return stageOf(gone)
}

export async function openStage({ db, projectId }: ProjectScope, stageId: string): Promise<Selectable<StageTable>> {
  const row = await db
    .selectFrom('stages')
    .selectAll()
    .where('id', '=', stageId)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}

/** In their order. */
export async function stagesOf({
  db,
  projectId,
}: Pick<ProjectScope, 'db' | 'projectId'>): Promise<readonly Selectable<StageTable>[]> {
  return db
    .selectFrom('stages')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

async function refuseTaken(scope: ProjectScope, stageId: string, name: string): Promise<void> {
  const others = (await stagesOf(scope)).filter(({ id }) => id !== stageId)
  if (others.some((other) => foldText(other.name) === foldText(name))) throw stageErrors['stage.name_taken']()
}

/** There are few, so all are renumbered, except those in the trash. */
async function place(scope: ProjectScope, stageId: string, beforeId: string | null): Promise<void> {
  const others = (await stagesOf(scope)).map(({ id }) => id).filter((id) => id !== stageId)
  const at = beforeId === null ? others.length : others.indexOf(beforeId)
  if (at < 0) throw refused.conflict()
  for (const [index, id] of others.toSpliced(at, 0, stageId).entries())
    await scope.db
      .updateTable('stages')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
}

async function tell(scope: ProjectScope, kind: ProjectEventKind, stageId: string): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, { projectId: scope.projectId, stageId })
}

export function stageOf({ id, name }: Selectable<StageTable>): Stage {
  return { id, name }
}

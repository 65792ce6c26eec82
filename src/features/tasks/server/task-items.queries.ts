import type { Selectable } from 'kysely'
import { lockProject } from '#features/projects/server/members.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { done } from '#shared/shapes.ts'
import { taskErrors, type TaskItem } from '../tasks.contract.ts'
import { tellTask } from './task-events.ts'
import { openTask } from './tasks.queries.ts'
import type { TaskItemTable, TaskTable } from './tasks.tables.ts'

const MOST_ITEMS = 100

/** Proof that a task belongs to an accessible project. */
interface TaskScope extends ProjectScope {
  readonly task: Selectable<TaskTable>
}

export async function openTaskScope(scope: ProjectScope, taskId: string): Promise<TaskScope> {
  return { ...scope, task: await openTask(scope, taskId) }
}

export async function listItems({ db, task }: TaskScope): Promise<{ items: TaskItem[]; nextCursor: null }> {
  return { items: (await living(db, task.id).execute()).map(itemOf), nextCursor: null }
}

export async function addItem(scope: TaskScope, { text }: { readonly text: string }): Promise<TaskItem> {
  const { db, task, now, newId } = scope
  await lockProject(db, scope.projectId)
  const items = await living(db, task.id).execute()
  if (items.length >= MOST_ITEMS) throw taskErrors['task.items_full']()
  const row: Selectable<TaskItemTable> = {
    id: newId(),
    task_id: task.id,
    text,
    position: (items.at(-1)?.position ?? 0) + 1,
    done_at: null,
    created_at: now(),
    deleted_at: null,
  }
  await db.insertInto('task_items').values(row).execute()
  await tell(scope, 'task.item_added')
  return itemOf(row)
}

interface ItemChange {
  readonly text?: string | undefined
  readonly done?: boolean | undefined
  /** Null means last. */
  readonly beforeId?: string | null | undefined
}

export async function editItem(
  scope: TaskScope,
  itemId: string,
  { text, done: isDone, beforeId }: ItemChange,
): Promise<TaskItem> {
  const { db, task, now } = scope
  await lockProject(db, scope.projectId)
  const before = await openItem(scope, itemId)
  if (beforeId !== undefined) await place(scope, itemId, beforeId)
  const changes = {
    ...(text !== undefined && { text }),
    ...(isDone !== undefined && isDone !== (before.done_at !== null) && { done_at: isDone ? now() : null }),
  }
  if (Object.keys(changes).length > 0)
    await db.updateTable('task_items').set(changes).where('id', '=', itemId).where('task_id', '=', task.id).execute()
  await tell(scope, isDone === undefined ? 'task.item_edited' : isDone ? 'task.item_done' : 'task.item_undone')
  return itemOf(await openItem(scope, itemId))
}

export async function deleteItem(scope: TaskScope, itemId: string): Promise<typeof done> {
  await openItem(scope, itemId)
  await scope.db.updateTable('task_items').set({ deleted_at: scope.now() }).where('id', '=', itemId).execute()
  await tell(scope, 'task.item_deleted')
  return done
}

/** Restores it to its position. */
export async function restoreItem(scope: TaskScope, itemId: string): Promise<TaskItem> {
  const result = await scope.db
    .updateTable('task_items')
    .set({ deleted_at: null })
    .where('id', '=', itemId)
    .where('task_id', '=', scope.task.id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  if (Number(result.numUpdatedRows) === 0) throw refused.not_found()
  await tell(scope, 'task.item_restored')
  return itemOf(await openItem(scope, itemId))
}

/** Moves an item before another. There are few, so all are renumbered, except those in the trash. */
async function place({ db, task }: TaskScope, itemId: string, beforeId: string | null): Promise<void> {
  const items = await living(db, task.id).execute()
  const others = items.filter(({ id }) => id !== itemId)
  const at = beforeId === null ? others.length : others.findIndex(({ id }) => id === beforeId)
  if (at < 0) throw refused.conflict()
  const order = [...others.slice(0, at).map(({ id }) => id), itemId, ...others.slice(at).map(({ id }) => id)]
  for (const [index, id] of order.entries())
    await db
      .updateTable('task_items')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .execute()
}

function living(db: ProjectScope['db'], taskId: string) {
  return db
    .selectFrom('task_items')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
}

async function openItem({ db, task }: TaskScope, itemId: string): Promise<Selectable<TaskItemTable>> {
  const row = await db
    .selectFrom('task_items')
    .selectAll()
    .where('id', '=', itemId)
    .where('task_id', '=', task.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}

async function tell(scope: TaskScope, kind: ProjectEventKind): Promise<void> {
  await tellTask(scope, kind, scope.task)
}

function itemOf(row: Selectable<TaskItemTable>): TaskItem {
  return { id: row.id, text: row.text, done: row.done_at !== null }
}

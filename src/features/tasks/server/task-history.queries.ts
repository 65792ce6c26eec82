import type { ProjectScope } from '#server/scope.ts'
import { type TaskEvent, tracedFields } from '../tasks.contract.ts'
import { openTask } from './tasks.queries.ts'
import { markedGuest } from '#shared/guest-name.ts'

const MOST_EVENTS = 200

type Refs = Readonly<Record<string, string>>

/**
 * A task's events, oldest first. A task that moved here with its track begins with its row: the events before are the
 * other project's.
 */
export async function taskHistory(
  scope: ProjectScope,
  taskId: string,
): Promise<{ items: TaskEvent[]; nextCursor: null }> {
  const { db, projectId } = scope
  const task = await openTask(scope, taskId)
  const rows = await db
    .selectFrom('events')
    .leftJoin('user', 'user.id', 'events.actor_id')
    .leftJoin('guests', 'guests.id', 'events.actor_id')
    .selectAll('events')
    .select(['user.name as actor_name', 'guests.name as guest_name'])
    .where('stream_id', '=', `project:${projectId}`)
    .where('at', '>=', task.created_at)
    .where('kind', 'like', 'task.%')
    .where('refs', 'like', `%"taskId":"${taskId}"%`)
    .orderBy('seq', 'desc')
    .limit(MOST_EVENTS)
    .execute()
  const parsed = rows.toReversed().map((row) => ({ row, refs: JSON.parse(row.refs) as Refs }))
  const ids = (key: string) => ['', ...new Set(parsed.flatMap(({ refs }) => refs[key] ?? []))]
  const people = await db
    .selectFrom('user')
    .select(['id', 'name'])
    .where('id', 'in', [...ids('assigneeId'), task.created_by ?? ''])
    .execute()
  const nameOf = (id: string | null | undefined) => people.find((person) => person.id === id)?.name ?? null
  const versions = await db
    .selectFrom('versions')
    .select(['id', 'number'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids('fixedInId'))
    .execute()
  const items = parsed.map(({ row, refs }): TaskEvent => ({
    seq: row.seq,
    kind: row.kind,
    at: row.at,
    actorId: row.actor_id,
    actorName: row.actor_name ?? (row.guest_name === null ? null : markedGuest(row.guest_name)),
    changed: tracedFields.filter((field) => refs['changed']?.split(' ').includes(field)),
    assigneeId: refs['assigneeId'] ?? null,
    assigneeName: nameOf(refs['assigneeId']),
    // Events of earlier releases do not say; a task only ever gets its note when it is made.
    isFromNote: row.kind === 'task.added' && (refs['fromNoteId'] !== undefined || task.note_id !== null),
    versionNumber: versions.find(({ id }) => id === refs['fixedInId'])?.number ?? null,
  }))
  if (items.length === MOST_EVENTS || items.some(({ kind }) => kind === 'task.added'))
    return { items, nextCursor: null }
  const made: TaskEvent = {
    seq: 0,
    kind: 'task.added',
    at: task.created_at,
    actorId: task.created_by,
    actorName: nameOf(task.created_by),
    changed: [],
    assigneeId: null,
    assigneeName: null,
    isFromNote: task.note_id !== null,
    versionNumber: null,
  }
  return { items: [made, ...items], nextCursor: null }
}

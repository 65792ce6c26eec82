import type { StreamEvent } from '#shared/events.ts'
import { markedGuest } from '#shared/guest-name.ts'
import type { Db } from '#server/db/open-database.ts'
import type { Config } from '#server/config.ts'
import type { WebhookEvent } from '../webhook-events.ts'

interface Named {
  readonly db: Db
  readonly config: Config
}

/** The payload of an event: ids and current names of its subjects, and never what users wrote. */
export async function webhookPayload({ db, config }: Named, event: StreamEvent, type: WebhookEvent): Promise<string> {
  const { refs, actorId } = event
  const projectId = event.stream.slice('project:'.length)
  const project = await db
    .selectFrom('projects')
    .select(['id', 'name', 'task_prefix', 'organization_id'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const note = await noteOf(db, refs['noteId'])
  const version = await versionOf(db, refs['versionId'] ?? note?.version_id)
  const task = await taskOf(db, refs['taskId'])
  const track = await trackOf(db, refs['trackId'] ?? note?.track_id ?? task?.track_id)
  const place = {
    projectId,
    ...(track && { trackId: track.id }),
    ...(version && { versionId: version.id }),
    ...(note && { note: note.id }),
    ...(task && !track && { tab: 'tasks' }),
  }
  return JSON.stringify({
    type,
    timestamp: new Date(event.at).toISOString(),
    data: {
      project: { id: project.id, name: project.name },
      ...(project.organization_id !== null && { organizationId: project.organization_id }),
      actor: actorId === null ? null : { id: actorId, name: await nameOf(db, actorId) },
      ...(track && { track }),
      ...(version && { version: { id: version.id, number: version.number } }),
      ...(note && {
        note: {
          id: note.id,
          fromSeconds: note.from_seconds,
          toSeconds: note.to_seconds,
          state: note.state,
          ...(refs['replyId'] !== undefined && { replyId: refs['replyId'] }),
        },
      }),
      ...(task && {
        task: { id: task.id, number: `${project.task_prefix}-${task.number}`, title: task.title, state: task.state },
      }),
      ...(refs['shareId'] !== undefined && { share: { id: refs['shareId'] } }),
      ...(refs['userId'] !== undefined && { person: { id: refs['userId'], name: await nameOf(db, refs['userId']) } }),
      url: `${config.baseUrl}/?${new URLSearchParams(place)}`,
    },
  })
}

function noteOf(db: Db, id = '') {
  return db
    .selectFrom('notes')
    .select(['id', 'version_id', 'track_id', 'from_seconds', 'to_seconds', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
}

function versionOf(db: Db, id = '') {
  return db.selectFrom('versions').select(['id', 'number']).where('id', '=', id).executeTakeFirst()
}

function taskOf(db: Db, id = '') {
  return db
    .selectFrom('tasks')
    .select(['id', 'number', 'title', 'state', 'track_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

function trackOf(db: Db, id: string | null = '') {
  return db
    .selectFrom('tracks')
    .select(['id', 'title'])
    .where('id', '=', id ?? '')
    .executeTakeFirst()
}

/** A user's or guest's name; null if they are gone or a guest gave none. */
async function nameOf(db: Db, id: string): Promise<string | null> {
  const person = await db.selectFrom('user').select('name').where('id', '=', id).executeTakeFirst()
  if (person) return person.name
  const guest = await db.selectFrom('guests').select('name').where('id', '=', id).executeTakeFirst()
  return guest?.name ? markedGuest(guest.name) : null
}

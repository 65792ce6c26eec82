import { cutPage, readCursor } from '#server/db/paging.ts'
import { audiencesFor } from '#features/files/files.policy.ts'
import type { ProjectScope } from '#server/scope.ts'
import { visibilitiesFor } from '#features/notes/note-visibility.ts'
import type { Activity, AttachedFile } from '../activity.contract.ts'
import { topicNouns, untoldKinds, type ActivityTopic } from '../activity-topics.ts'
import { markedGuest } from '#shared/guest-name.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
  readonly person?: string | undefined
}

type Refs = Readonly<Record<string, string>>

/** A project's events with the current names of their subjects: one read for the events, one per type of subject. */
export async function listActivity(
  scope: ProjectScope,
  { cursor, limit, person, topic }: Asked & { readonly topic?: ActivityTopic | undefined },
): Promise<{ items: Activity[]; nextCursor: string | null }> {
  const { db, projectId } = scope
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('events')
    .leftJoin('user', 'user.id', 'events.actor_id')
    .leftJoin('guests', 'guests.id', 'events.actor_id')
    .selectAll('events')
    .select(['user.name as actor_name', 'guests.name as guest_name'])
    .where('stream_id', '=', `project:${projectId}`)
    .where('kind', 'not in', untoldKinds)
    .$if(topic !== undefined, (q) =>
      q.where((eb) => eb.or(topicNouns[topic ?? 'notes'].map((noun) => eb('kind', 'like', `${noun}.%`)))),
    )
    .$if(person !== undefined, (q) => q.where('actor_id', '=', person ?? ''))
    .$if(after !== undefined, (q) => q.where('seq', '<', after?.[0] ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const parsed = rows.map((row) => ({ row, refs: JSON.parse(row.refs) as Refs }))
  const lookUp = await things(
    scope,
    parsed.map(({ refs }) => refs),
  )
  return cutPage(
    parsed,
    limit,
    ({ row }) => [row.seq, 'event'],
    ({ row, refs }): Activity => ({
      seq: row.seq,
      kind: row.kind,
      at: row.at,
      actorId: row.actor_id,
      actorName: row.actor_name ?? (row.guest_name === null ? null : markedGuest(row.guest_name)),
      refs,
      ...lookUp(refs),
    }),
  )
}

/** The current names of events' subjects, and whether those still exist in this project. */
async function things(
  { db, projectId, role }: ProjectScope,
  refs: readonly Refs[],
): Promise<(refs: Refs) => Pick<Activity, 'subject' | 'detail' | 'place' | 'isThere'>> {
  const ids = (key: string) => ['', ...new Set(refs.flatMap((ref) => ref[key] ?? []))]
  const tracks = byId(
    await db
      .selectFrom('tracks')
      .select(['id', 'title as name', 'deleted_at'])
      .where('project_id', '=', projectId)
      .where('id', 'in', ids('trackId'))
      .execute(),
  )
  const tasks = byId(
    await db
      .selectFrom('tasks')
      .select(['id', 'title as name', 'deleted_at'])
      .where('project_id', '=', projectId)
      .where('id', 'in', ids('taskId'))
      .execute(),
  )
  // A file that only editors may see now is as good as deleted for others.
  const files = byId(
    await db
      .selectFrom('project_files')
      .select(['id', 'name', 'deleted_at'])
      .where('id', 'in', ids('fileId'))
      .where('audience', 'in', audiencesFor(role))
      .execute(),
  )
  const people = byId(await db.selectFrom('user').select(['id', 'name']).where('id', 'in', ids('userId')).execute())
  const notes = byId(
    await db
      .selectFrom('notes')
      .innerJoin('versions', 'versions.id', 'notes.version_id')
      .select(['notes.id', 'notes.version_id', 'notes.from_seconds', 'notes.deleted_at', 'versions.number'])
      .where('notes.project_id', '=', projectId)
      .where('notes.id', 'in', ids('noteId'))
      .execute(),
  )
  const versions = byId(
    await db
      .selectFrom('versions')
      .select(['id', 'number', 'deleted_at'])
      .where('project_id', '=', projectId)
      .where('id', 'in', ids('versionId'))
      .execute(),
  )
  const stages = byId(
    await db
      .selectFrom('stages')
      .select(['id', 'name', 'deleted_at'])
      .where('project_id', '=', projectId)
      .where('id', 'in', ids('stageId'))
      .execute(),
  )
  return (ref) => {
    const [track, task, file, note, version, stage] = [
      tracks.get(ref['trackId'] ?? ''),
      tasks.get(ref['taskId'] ?? ''),
      files.get(ref['fileId'] ?? ''),
      notes.get(ref['noteId'] ?? ''),
      versions.get(ref['versionId'] ?? ''),
      stages.get(ref['stageId'] ?? ''),
    ]
    const number = version?.number ?? note?.number
    const named: readonly [string, { readonly deleted_at: number | null } | undefined][] = [
      ['trackId', track],
      ['taskId', task],
      ['fileId', file],
      ['noteId', note],
      ['versionId', version],
      ['stageId', stage],
    ]
    return {
      subject: (task ?? file ?? track ?? people.get(ref['userId'] ?? ''))?.name ?? null,
      detail: ref['status'] ?? stage?.name ?? (number === undefined ? null : `v${number}`),
      place: note ? { versionId: note.version_id, fromSeconds: note.from_seconds } : null,
      isThere: named.every(
        ([key, thing]) => ref[key] === undefined || (thing !== undefined && thing.deleted_at === null),
      ),
    }
  }
}

function byId<T extends { readonly id: string }>(rows: readonly T[]): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Files of existing notes, each with its URL. */
export async function listFiles(
  { db, projectId }: ProjectScope,
  { cursor, limit, person }: Asked,
): Promise<{ items: AttachedFile[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('note_attachments')
    .innerJoin('notes', 'notes.id', 'note_attachments.note_id')
    .leftJoin('notes as root', 'root.id', 'notes.parent_id')
    .innerJoin('tracks', 'tracks.id', 'notes.track_id')
    .innerJoin('versions', 'versions.id', 'notes.version_id')
    .leftJoin('user', 'user.id', 'note_attachments.author_id')
    .select([
      'note_attachments.id',
      'note_attachments.file_name',
      'note_attachments.size_bytes',
      'note_attachments.created_at',
      'note_attachments.author_id',
      'user.name as author_name',
      'tracks.id as track_id',
      'tracks.title',
      'versions.id as version_id',
      'versions.number',
      'notes.id as said_id',
      'notes.parent_id',
      'notes.from_seconds',
    ])
    .where('note_attachments.project_id', '=', projectId)
    .where('notes.visibility', 'in', visibilitiesFor('members'))
    .where('notes.deleted_at', 'is', null)
    .where('root.deleted_at', 'is', null)
    .where('tracks.deleted_at', 'is', null)
    .$if(person !== undefined, (q) => q.where('note_attachments.author_id', '=', person ?? ''))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('note_attachments.created_at', '<', after?.[0] ?? 0),
          eb.and([
            eb('note_attachments.created_at', '=', after?.[0] ?? 0),
            eb('note_attachments.id', '<', after?.[1] ?? ''),
          ]),
        ]),
      ),
    )
    .orderBy('note_attachments.created_at', 'desc')
    .orderBy('note_attachments.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row): AttachedFile => ({
      id: row.id,
      fileName: row.file_name,
      sizeBytes: row.size_bytes,
      at: row.created_at,
      authorId: row.author_id,
      authorName: row.author_name,
      track: { id: row.track_id, title: row.title },
      version: { id: row.version_id, number: row.number },
      noteId: row.parent_id ?? row.said_id,
      fromSeconds: row.from_seconds,
    }),
  )
}

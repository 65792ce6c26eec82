import type { Selectable } from 'kysely'
import type { StreamName } from '#shared/events.ts'
import { UNDO_GRACE_MS, UNDO_MS } from '#features/approvals/approvals.policy.ts'
import { crashPoint } from '#server/crash-points.ts'
import { emit, eventsAfter } from '#server/events/events.queries.ts'
import { catchUpWith, CONSUMED_AT_ONCE, type StreamConsumer } from '#server/events/stream-consumers.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { mailLater } from './inbox-mail.jobs.ts'
import { mutesIn, settingsOf } from './inbox-settings.queries.ts'
import type { NotificationTable } from './inbox.tables.ts'
import { noticesOf, toldKinds, type Notice, type NoticeAbout } from './notification-rules.ts'
import { pushable } from './push-devices.queries.ts'
import { pushLater } from './push-gathering.jobs.ts'

type ConsumedEvent = Awaited<ReturnType<typeof eventsAfter>>[number]

/** Turns events of all projects into notifications. */
export const notificationsConsumer: StreamConsumer = {
  name: 'notifications',
  mark: 'inbox_news',
  follow: consumeStream,
  next: nextEvent,
  skip: skipEvent,
}

/** Processes all pending events. */
export function consumeEvents(services: Services): Promise<void> {
  return catchUpWith(services, notificationsConsumer)
}

/**
 * Processes up to `limit` next events of one project; returns how many. Notifications, queued mails and pushes, and the
 * cursor are one transaction that locks the cursor's row, so that neither a crash nor a second process writes a row
 * twice.
 */
export async function consumeStream(services: Services, stream: StreamName, limit = CONSUMED_AT_ONCE): Promise<number> {
  return change(serverScope(services), async (scope) => {
    const { db } = scope
    await db
      .insertInto('inbox_cursors')
      .values({ stream_id: stream, seq: 0 })
      .onConflict((c) => c.doNothing())
      .execute()
    const { seq } = await db
      .updateTable('inbox_cursors')
      .set((eb) => ({ seq: eb.ref('seq') }))
      .where('stream_id', '=', stream)
      .returning('seq')
      .executeTakeFirstOrThrow()
    const events = await eventsAfter(db, stream, seq, limit)
    const last = events.at(-1)
    if (!last) return 0
    const notified = new Map<string, 'inbox.added' | 'inbox.read'>()
    for (const event of events) {
      if (toldKinds.includes(event.kind))
        for (const userId of await notify(scope, event)) notified.set(userId, 'inbox.added')
      if (event.kind === 'approval.undone')
        for (const userId of await takeBack(scope, event)) if (!notified.has(userId)) notified.set(userId, 'inbox.read')
    }
    // Locked in one order everywhere, to avoid deadlocks.
    for (const userId of [...notified.keys()].toSorted())
      await emit(scope, `user:${userId}`, notified.get(userId) ?? 'inbox.read', {})
    await db.updateTable('inbox_cursors').set({ seq: last.seq }).where('stream_id', '=', stream).execute()
    crashPoint('inbox.followed')
    return events.length
  })
}

/** Skips an event that cannot be processed. */
async function skipEvent({ database: { db } }: Services, stream: StreamName, seq: number): Promise<void> {
  await db
    .insertInto('inbox_cursors')
    .values({ stream_id: stream, seq })
    .onConflict((c) => c.column('stream_id').doUpdateSet({ seq }).where('inbox_cursors.seq', '<', seq))
    .execute()
}

async function nextEvent({ database: { db } }: Services, stream: StreamName): Promise<number | undefined> {
  const cursor = await db.selectFrom('inbox_cursors').select('seq').where('stream_id', '=', stream).executeTakeFirst()
  const [event] = await eventsAfter(db, stream, cursor?.seq ?? 0, 1)
  return event?.seq
}

/** Writes one event's notifications by each recipient's settings; returns recipients with new ones. */
async function notify(scope: ServerScope, event: ConsumedEvent): Promise<readonly string[]> {
  const { db, newId } = scope
  const projectId = event.stream.slice('project:'.length)
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!project) return []
  const notices = await noticesOf(db, event, projectId)
  const userIds = notices.map(({ userId }) => userId)
  const settings = await settingsOf(db, userIds)
  const muted = await mutesIn(db, projectId, userIds)
  const aware = await awareOf(db, notices[0]?.about.saidId)
  const withDevices = await pushable(scope, userIds)
  const notified: string[] = []
  for (const notice of notices) {
    const { userId, kind } = notice
    const { channels, ...times } = settings(userId)
    const { inApp, mail } = channels[kind]
    const level = muted(userId)
    const push = channels[kind].push && level === 'none' && withDevices.has(userId)
    if (level === 'all' || (!inApp && mail === 'off' && !push)) continue
    if (await addedTo(db, event, notice)) {
      if (inApp) notified.push(userId)
      continue
    }
    const row: Selectable<NotificationTable> = {
      id: newId(),
      user_id: userId,
      stream_id: event.stream,
      seq: event.seq,
      kind,
      project_id: projectId,
      actor_id: notice.by ?? event.actorId,
      ...aboutColumns(notice.about),
      tracks: 1,
      at: event.at,
      in_app: inApp ? 1 : 0,
      read_at: aware.has(userId) ? event.at : null,
      mail: mail === 'off' || level === 'mail' ? 'none' : mail,
      push: push && !aware.has(userId) ? 'wait' : 'none',
    }
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('notifications')
      .values(row)
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) continue
    if (inApp) notified.push(userId)
    await mailLater(scope, row, times)
    await pushLater(scope, row, times)
  }
  return notified
}

/**
 * Adds a track to the notification of those that were approved together with it; false if it is the first of them. What
 * was mailed or pushed already is not sent again.
 */
async function addedTo(
  db: ServerScope['db'],
  { stream, seq, at }: ConsumedEvent,
  { userId, kind, about: { togetherId } }: Notice,
): Promise<boolean> {
  if (togetherId === undefined) return false
  const first = await db
    .selectFrom('notifications')
    .innerJoin('events', (join) =>
      join.onRef('events.stream_id', '=', 'notifications.stream_id').onRef('events.seq', '=', 'notifications.seq'),
    )
    .select('notifications.id')
    .where('notifications.user_id', '=', userId)
    .where('notifications.stream_id', '=', stream)
    .where('notifications.kind', '=', kind)
    .where('notifications.seq', '<', seq)
    .where('events.refs', 'like', `%"${togetherId}"%`)
    .executeTakeFirst()
  if (!first) return false
  await db
    .updateTable('notifications')
    .set((eb) => ({ tracks: eb('tracks', '+', 1), track_id: null, version_id: null, read_at: null, at }))
    .where('id', '=', first.id)
    .execute()
  return true
}

/** Removes what nobody has read yet about a decision that was undone. Returns whose it was. */
async function takeBack(
  { db }: ServerScope,
  { stream, seq, at, actorId, refs: { versionId = '' } }: ConsumedEvent,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('events', (join) =>
      join.onRef('events.stream_id', '=', 'notifications.stream_id').onRef('events.seq', '=', 'notifications.seq'),
    )
    .select([
      'notifications.id',
      'notifications.user_id',
      'notifications.read_at',
      'notifications.tracks',
      'events.refs',
    ])
    .where('notifications.stream_id', '=', stream)
    .where('notifications.seq', '<', seq)
    .where('notifications.kind', 'in', ['approved', 'changes'])
    .where('notifications.actor_id', '=', actorId)
    .where('notifications.at', '>=', at - UNDO_MS - UNDO_GRACE_MS)
    .orderBy('notifications.seq', 'desc')
    .execute()
  const together = await togetherIdOf(db, { stream, seq, actorId, versionId })
  const about = rows.filter(
    ({ refs }) => refs.includes(`"${versionId}"`) || (together !== undefined && refs.includes(`"${together}"`)),
  )
  // The last decision is the one that can be undone.
  const gone = [...Map.groupBy(about, (row) => row.user_id).values()].flatMap(([last]) =>
    last && last.read_at === null ? [last] : [],
  )
  for (const { id, tracks } of gone)
    if (tracks > 1)
      await db
        .updateTable('notifications')
        .set({ tracks: tracks - 1 })
        .where('id', '=', id)
        .execute()
    else await db.deleteFrom('notifications').where('id', '=', id).execute()
  return gone.map((row) => row.user_id)
}

/** Of the last approval of a version, if others were approved with it. */
async function togetherIdOf(
  db: ServerScope['db'],
  {
    stream,
    seq,
    actorId,
    versionId,
  }: Pick<ConsumedEvent, 'stream' | 'seq' | 'actorId'> & { readonly versionId: string },
): Promise<string | undefined> {
  const last = await db
    .selectFrom('events')
    .select('refs')
    .where('stream_id', '=', stream)
    .where('seq', '<', seq)
    .where('kind', '=', 'approval.approved')
    .where('actor_id', '=', actorId)
    .where('refs', 'like', `%"${versionId}"%`)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && (JSON.parse(last.refs) as Readonly<Record<string, string>>)['togetherId']
}

/** Recipients who have already seen the note on its track. */
async function awareOf(db: ServerScope['db'], saidId: string | undefined): Promise<ReadonlySet<string>> {
  if (saidId === undefined) return new Set()
  const rows = await db
    .selectFrom('notes')
    .innerJoin('note_seen', 'note_seen.track_id', 'notes.track_id')
    .select('note_seen.user_id')
    .where('notes.id', '=', saidId)
    .whereRef('note_seen.seen_at', '>=', 'notes.created_at')
    .execute()
  return new Set(rows.map((row) => row.user_id))
}

function aboutColumns({ trackId, versionId, noteId, saidId, taskId, webhookId }: NoticeAbout) {
  return {
    track_id: trackId ?? null,
    version_id: versionId ?? null,
    note_id: noteId ?? null,
    said_id: saidId ?? null,
    task_id: taskId ?? null,
    webhook_id: webhookId ?? null,
  }
}

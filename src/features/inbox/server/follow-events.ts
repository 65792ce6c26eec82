import type { Selectable } from 'kysely'
import type { StreamName } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'
import { crashPoint } from '#server/crash-points.ts'
import { emit, eventsAfter } from '#server/events/events.queries.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { mailLater } from './inbox-mail.jobs.ts'
import { mutesIn, settingsOf } from './inbox-settings.queries.ts'
import type { NotificationTable } from './inbox.tables.ts'
import { noticesOf, toldKinds } from './notification-rules.ts'

/** Events of one transaction: others wait for it on SQLite. */
const AT_ONCE = 50

/** Turns what has happened in all projects into notifications, and returns when none is behind. */
export async function followEvents(services: Services): Promise<void> {
  for (const stream of await streamsBehind(services)) while ((await followStream(services, stream)) === AT_ONCE);
}

async function streamsBehind({ database: { db } }: Services): Promise<readonly StreamName[]> {
  const rows = await db.selectFrom('streams').leftJoin('inbox_cursors', 'inbox_cursors.stream_id', 'streams.id').select('streams.id').where('streams.id', 'like', 'project:%').where((eb) => eb('streams.seq', '>', eb.fn.coalesce('inbox_cursors.seq', eb.lit(0)))).execute()
  // A stream's name is what it was written under.
  return rows.map(({ id }) => id as StreamName)
}

/**
 * The next events of one project, at most `limit`; returns how many. Notifications, mails that wait and the cursor are one
 * transaction, and the cursor's row is locked for it: killed anywhere, or done by two processes at once, each row is written once.
 */
export async function followStream(services: Services, stream: StreamName, limit = AT_ONCE): Promise<number> {
  return change(serverScope(services), async (scope) => {
    const { db } = scope
    await db.insertInto('inbox_cursors').values({ stream_id: stream, seq: 0 }).onConflict((c) => c.doNothing()).execute()
    const { seq } = await db.updateTable('inbox_cursors').set((eb) => ({ seq: eb.ref('seq') })).where('stream_id', '=', stream).returning('seq').executeTakeFirstOrThrow()
    const events = await eventsAfter(db, stream, seq, limit)
    const last = events.at(-1)
    if (!last) return 0
    const told = new Set<string>()
    for (const event of events) if (toldKinds.includes(event.kind)) for (const userId of await notify(scope, event)) told.add(userId)
    // In one order everywhere: two changes that lock streams in turn would wait for each other.
    for (const userId of [...told].toSorted()) await emit(scope, `user:${userId}`, 'inbox.added', {})
    await db.updateTable('inbox_cursors').set({ seq: last.seq }).where('stream_id', '=', stream).execute()
    crashPoint('inbox.followed')
    return events.length
  })
}

/** Leaves an event to nobody: the way past one that cannot be told. */
async function skipEvent(services: Services, stream: StreamName): Promise<void> {
  await services.database.db.updateTable('inbox_cursors').set((eb) => ({ seq: eb('seq', '+', 1) })).where('stream_id', '=', stream).execute()
}

/** Writes one event's notifications as each person wants them; returns who has something new to see. */
async function notify(scope: ServerScope, event: Awaited<ReturnType<typeof eventsAfter>>[number]): Promise<readonly string[]> {
  const { db, newId } = scope
  const projectId = event.stream.slice('project:'.length)
  const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!project) return []
  const notices = await noticesOf(db, event, projectId)
  const userIds = notices.map(({ userId }) => userId)
  const settings = await settingsOf(db, userIds)
  const muted = await mutesIn(db, projectId, userIds)
  const aware = await awareOf(db, notices[0]?.about.saidId)
  const told: string[] = []
  for (const { userId, kind, about, by } of notices) {
    const { channels, ...times } = settings(userId)
    const { inApp, mail } = channels[kind]
    const level = muted(userId)
    if (level === 'all' || (!inApp && mail === 'off')) continue
    const row: Selectable<NotificationTable> = {
      id: newId(), user_id: userId, stream_id: event.stream, seq: event.seq, kind, project_id: projectId, actor_id: by ?? event.actorId, track_id: about.trackId ?? null, version_id: about.versionId ?? null,
      note_id: about.noteId ?? null, said_id: about.saidId ?? null, task_id: about.taskId ?? null, at: event.at, in_app: inApp ? 1 : 0, read_at: aware.has(userId) ? event.at : null, mail: mail === 'off' || level === 'mail' ? 'none' : mail,
    }
    const { numInsertedOrUpdatedRows = 0n } = await db.insertInto('notifications').values(row).onConflict((c) => c.doNothing()).executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) continue
    if (inApp) told.push(userId)
    await mailLater(scope, row, times)
  }
  return told
}

/** Who has seen a note already where it stands: it came while they looked. */
async function awareOf(db: ServerScope['db'], saidId: string | undefined): Promise<ReadonlySet<string>> {
  if (saidId === undefined) return new Set()
  const rows = await db.selectFrom('notes').innerJoin('note_seen', 'note_seen.track_id', 'notes.track_id').select('note_seen.user_id').where('notes.id', '=', saidId).whereRef('note_seen.seen_at', '>=', 'notes.created_at').execute()
  return new Set(rows.map((row) => row.user_id))
}

/** Several changes that come at once are read together. */
const GATHER_MS: Milliseconds = 200
/** Changes of other processes are noticed no later than this. */
const POLL_MS: Milliseconds = 5000
/** An event that failed so often is left out, or nothing after it would be told. */
const TRIES = 5

/** Follows all projects' events until stopped. Returns how to stop, which waits for what is under way. */
export function startFollowing(services: Services): () => Promise<void> {
  const failures = new Map<StreamName, number>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn: Promise<void> | undefined
  let isWoken = false
  let stopped = false
  const follow = async (stream: StreamName) => {
    const failed = failures.get(stream) ?? 0
    try {
      // After a failure one at a time, so that only what fails itself is left out.
      while (!stopped && (await followStream(services, stream, failed > 0 ? 1 : AT_ONCE)) > 0);
      failures.delete(stream)
    } catch (error) {
      services.log.error({ err: error, tries: failed + 1 }, 'notifications')
      failures.set(stream, failed + 1)
      if (failed + 1 < TRIES) return
      await skipEvent(services, stream)
      failures.delete(stream)
    }
  }
  const look = async () => {
    isWoken = false
    try {
      for (const stream of await streamsBehind(services)) await follow(stream)
    } catch (error) {
      services.log.error({ err: error }, 'notifications')
    }
    turn = undefined
    plan(isWoken ? GATHER_MS : POLL_MS)
  }
  const plan = (delayMs: Milliseconds) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void (turn = look()), delayMs)
  }
  const unsubscribe = services.bus.onWake((stream) => {
    if (isWoken || (stream !== null && !stream.startsWith('project:'))) return
    isWoken = true
    if (!turn) plan(GATHER_MS)
  })
  plan(0)
  return async () => {
    stopped = true
    unsubscribe()
    clearTimeout(timer)
    await turn
  }
}

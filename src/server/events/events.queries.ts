import type { PersonEventKind, ProjectEventKind } from '#shared/event-kinds.ts'
import type { StreamEvent, StreamName } from '#shared/events.ts'
import { crashPoint } from '../crash-points.ts'
import type { VisitorScope } from '../scope.ts'
import type { Db } from '../db/open-database.ts'
import { newsIn } from './stream-news.ts'

type Emitting = Pick<VisitorScope, 'db' | 'actor' | 'now' | 'bus' | 'afterCommit'>

/**
 * Writes an event in the change's own transaction. The update locks the stream's row until the commit, so `seq` has no
 * gaps, and a reader that saw n has seen everything below it.
 */
export async function emit<S extends StreamName>(
  scope: Emitting,
  stream: S,
  kind: S extends `project:${string}` ? ProjectEventKind : PersonEventKind,
  refs: Readonly<Record<string, string>>,
): Promise<void> {
  await scope.db
    .insertInto('streams')
    .values({ id: stream, seq: 0 })
    .onConflict((c) => c.doNothing())
    .execute()
  const { seq } = await scope.db
    .updateTable('streams')
    .set((eb) => ({ seq: eb('seq', '+', 1), ...newsIn(stream) }))
    .where('id', '=', stream)
    .returning('seq')
    .executeTakeFirstOrThrow()
  await scope.db
    .insertInto('events')
    .values({
      stream_id: stream,
      seq,
      kind,
      actor_id: scope.actor?.userId ?? null,
      at: scope.now(),
      refs: JSON.stringify(refs),
    })
    .execute()
  crashPoint('event.written')
  await wakeLater(scope, stream)
}

/** Wakes the consumers of a stream, in every process, after the commit. */
export async function wakeLater(
  { db, bus, afterCommit }: Pick<VisitorScope, 'db' | 'bus' | 'afterCommit'>,
  stream: StreamName,
): Promise<void> {
  await bus.announce(db, stream)
  afterCommit(() => bus.wake(stream))
}

/** The last `seq` of a stream, 0 before its first event. */
export async function lastSeq(db: Db, stream: StreamName): Promise<number> {
  const row = await db.selectFrom('streams').select('seq').where('id', '=', stream).executeTakeFirst()
  return row?.seq ?? 0
}

/** Up to `limit` events after a cursor, in order. */
export async function eventsAfter(
  db: Db,
  stream: StreamName,
  cursor: number,
  limit: number,
): Promise<readonly StreamEvent[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('stream_id', '=', stream)
    .where('seq', '>', cursor)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map((row): StreamEvent => ({
    stream,
    seq: row.seq,
    kind: row.kind,
    actorId: row.actor_id,
    at: row.at,
    refs: JSON.parse(row.refs),
  }))
}

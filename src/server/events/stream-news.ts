import type { StreamName } from '#shared/events.ts'
import type { Db } from '../db/open-database.ts'

/** One mark per consumer: set on a stream by each event until the consumer has processed it. */
export const newsMarks = ['inbox_news', 'webhook_news'] as const
export type NewsMark = (typeof newsMarks)[number]

const ALL_MARKED: Readonly<Record<NewsMark, 1>> = { inbox_news: 1, webhook_news: 1 }

/** The columns that an event sets on its stream. Users' own streams have no consumers. */
export function newsIn(stream: StreamName): Partial<Record<NewsMark, 1>> {
  return stream.startsWith('project:') ? ALL_MARKED : {}
}

export interface StreamNews {
  readonly stream: StreamName
  /** Its last event when the list was read. */
  readonly seq: number
}

/** The marked streams. Both engines have a partial index for this, used only with a literal 1. */
export async function streamsWithNews(db: Db, mark: NewsMark): Promise<readonly StreamNews[]> {
  const rows = await db
    .selectFrom('streams')
    .select(['id', 'seq'])
    .where((eb) => eb(mark, '=', eb.lit(1)))
    .orderBy('id')
    .execute()
  // A stream's id is its name.
  return rows.map(({ id, seq }) => ({ stream: id as StreamName, seq }))
}

/**
 * Clears a stream's mark unless a newer event exists: that event's transaction locks the same row, and changes `seq`. A
 * separate transaction after the work: a crash in between only repeats a check, and the lock order stays the same as
 * for changes that emit (a project's stream before users' streams).
 */
export async function takeMark(db: Db, mark: NewsMark, { stream, seq }: StreamNews): Promise<void> {
  await db
    .updateTable('streams')
    .set({ [mark]: 0 })
    .where('id', '=', stream)
    .where('seq', '=', seq)
    .execute()
}

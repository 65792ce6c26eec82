import type { StreamName } from '#shared/events.ts'
import type { Db } from '../db/open-database.ts'

/** One for each follower: a stream bears it from an event on until the follower has worked on that. */
export const newsMarks = ['inbox_news', 'webhook_news'] as const
export type NewsMark = (typeof newsMarks)[number]

const ALL_MARKED: Readonly<Record<NewsMark, 1>> = { inbox_news: 1, webhook_news: 1 }

/** What an event sets on its stream, beside the number. People's own streams have no followers. */
export function newsIn(stream: StreamName): Partial<Record<NewsMark, 1>> {
  return stream.startsWith('project:') ? ALL_MARKED : {}
}

export interface StreamNews {
  readonly stream: StreamName
  /** Its last event when it was listed. */
  readonly seq: number
}

/**
 * The streams that bear a mark. Both engines have an index of these alone, which they use where the 1 is written out.
 */
export async function streamsWithNews(db: Db, mark: NewsMark): Promise<readonly StreamNews[]> {
  const rows = await db
    .selectFrom('streams')
    .select(['id', 'seq'])
    .where((eb) => eb(mark, '=', eb.lit(1)))
    .orderBy('id')
    .execute()
  // A stream's name is what it was written under.
  return rows.map(({ id, seq }) => ({ stream: id as StreamName, seq }))
}

/**
 * Takes the mark off what has been worked on, unless more has happened since it was listed: the event that did so waits
 * for this row or makes this wait, and its number is another. A change of its own, after the work: whoever is killed in
 * between looks once more, and a change that emits, which locks a project's stream before people's, never waits for one
 * that has locked people's.
 */
export async function takeMark(db: Db, mark: NewsMark, { stream, seq }: StreamNews): Promise<void> {
  await db
    .updateTable('streams')
    .set({ [mark]: 0 })
    .where('id', '=', stream)
    .where('seq', '=', seq)
    .execute()
}

import { sql } from 'kysely'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Db } from '../../db/open-database.ts'

export interface Limit {
  readonly max: number
  readonly windowMs: Milliseconds
}

/** The clocks of two machines may differ by this much. */
const CLOCK_PLAY_MS: Milliseconds = 5 * 60_000

/**
 * Counts one try under a key, in one statement, in the database that all server processes share. The window is fixed
 * and starts with the first try, so a slow, steady client is never locked out.
 */
export async function countTry(
  db: Db,
  key: string,
  { max, windowMs }: Limit,
  now: Instant,
): Promise<{ readonly allowed: boolean; readonly retryAfterSeconds: number }> {
  // A window that started in the future, on a clock that was ahead, would last too long.
  const expired = sql<boolean>`(limits.started_at <= ${now - windowMs} or limits.started_at > ${now + CLOCK_PLAY_MS})`
  const { count, started_at } = await db
    .insertInto('limits')
    .values({ key, count: 1, started_at: now })
    .onConflict((c) =>
      c.column('key').doUpdateSet({
        count: sql<number>`case when ${expired} then 1 else limits.count + 1 end`,
        started_at: sql<number>`case when ${expired} then ${now} else limits.started_at end`,
      }),
    )
    .returning(['count', 'started_at'])
    .executeTakeFirstOrThrow()
  return { allowed: count <= max, retryAfterSeconds: Math.max(1, Math.ceil((started_at + windowMs - now) / 1000)) }
}

/** A limit and the key it counts under. */
export interface Counter extends Limit {
  readonly key: string
}

/**
 * Counts one try under each key in turn, narrowest first. Stops at the first counter that refuses, so a refused try
 * uses up nothing of what others share. Returns the seconds to wait.
 */
export async function waitFor(db: Db, counters: readonly Counter[], now: Instant): Promise<number | undefined> {
  for (const { key, ...limit } of counters) {
    const { allowed, retryAfterSeconds } = await countTry(db, key, limit, now)
    if (!allowed) return retryAfterSeconds
  }
  return undefined
}

/** Takes one try back that turned out to be right. */
export async function giveBack(db: Db, counters: readonly Pick<Counter, 'key'>[]): Promise<void> {
  if (counters.length === 0) return
  await db
    .updateTable('limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where(
      'key',
      'in',
      counters.map(({ key }) => key),
    )
    .where('count', '>', 0)
    .execute()
}

/** Deletes the counters of a key and of the keys that start with it and a colon. */
export async function forgetTries(db: Db, key: string): Promise<void> {
  const start = `${key}:`
  await db
    .deleteFrom('limits')
    .where((eb) => eb.or([eb('key', '=', key), eb(sql`substr(key, 1, ${sql.lit(start.length)})`, '=', start)]))
    .execute()
}

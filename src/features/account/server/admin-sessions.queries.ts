import { refused } from '#shared/errors.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { storedDate } from '#server/db/stored-date.ts'
import { emit } from '#server/events/events.queries.ts'
import type { UserScope } from '#server/scope.ts'
import type { AdminSession } from '../account.contract.ts'

/** Most recently used first, without expired sessions. */
export async function listSessions(
  { db, now }: UserScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: AdminSession[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const since = storedDate(after?.[0] ?? 0)
  const rows = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select([
      'session.id',
      'session.userId',
      'session.createdAt',
      'session.updatedAt',
      'session.expiresAt',
      'session.ipAddress',
      'session.userAgent',
      'user.name',
      'user.image',
    ])
    .where('session.expiresAt', '>', storedDate(now()))
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('session.updatedAt', '<', since),
          eb.and([eb('session.updatedAt', '=', since), eb('session.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('session.updatedAt', 'desc')
    .orderBy('session.id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(
    rows,
    limit,
    (row) => [new Date(row.updatedAt).getTime(), row.id],
    (row) => ({
      id: row.id,
      person: { id: row.userId, name: row.name, image: row.image },
      createdAt: new Date(row.createdAt).getTime(),
      lastUsedAt: new Date(row.updatedAt).getTime(),
      expiresAt: new Date(row.expiresAt).getTime(),
      address: row.ipAddress === '' ? null : row.ipAddress,
      userAgent: row.userAgent,
    }),
  )
}

export async function endSession(scope: UserScope, sessionId: string): Promise<{ userId: string }> {
  const ended = await scope.db.deleteFrom('session').where('id', '=', sessionId).returning('userId').executeTakeFirst()
  if (!ended) throw refused.not_found()
  await emit(scope, `user:${ended.userId}`, 'session.changed', {})
  return { userId: ended.userId }
}

import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open-database.ts'
import { storedDate } from '#server/db/stored-date.ts'
import { emit } from '#server/events/events.queries.ts'
import { isCallable } from '#server/http/outgoing-post.ts'
import { vapidOf } from '#server/push/push-settings.ts'
import type { ServerScope, UserScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import type { Milliseconds } from '#shared/units.ts'
import { type PushAddress, type PushDevice, pushErrors, type PushFacts } from '../push.contract.ts'

/** Of these people, who has a browser that shows pushes. Nobody where the server sends none. */
export async function pushable(
  { db, config, now }: Pick<ServerScope, 'db' | 'config' | 'now'>,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!vapidOf(config) || userIds.length === 0) return new Set()
  const rows = await liveDevices(db, now())
    .select('push_devices.user_id')
    .where('push_devices.user_id', 'in', [...userIds])
    .execute()
  return new Set(rows.map(({ user_id: userId }) => userId))
}

/** With their sessions: one that has run out gets nothing, as it would see nothing. */
export function liveDevices(db: Db, at: number) {
  return db
    .selectFrom('push_devices')
    .innerJoin('session', 'session.id', 'push_devices.session_id')
    .where('session.expiresAt', '>', storedDate(at))
}

export async function readPush(scope: UserScope): Promise<PushFacts> {
  const rows = await deviceRows(scope).orderBy('push_devices.created_at', 'desc').orderBy('push_devices.id').execute()
  return {
    publicKey: vapidOf(scope.config)?.publicKey ?? null,
    items: rows.map((row) => deviceOf(row, scope)),
    nextCursor: null,
  }
}

/** A browser has one session and one address: whoever had either before, it is this session's now. */
export async function keepDevice(scope: UserScope, { endpoint, keys }: PushAddress): Promise<PushDevice> {
  const {
    db,
    actor: { userId, sessionId },
    config,
    now,
    newId,
  } = scope
  if (!vapidOf(config)) throw pushErrors['push.off']()
  if (sessionId === undefined) throw pushErrors['push.no_session']()
  if (!isPushAddress(endpoint, config)) throw pushErrors['push.address']()
  await db.deleteFrom('push_devices').where('endpoint', '=', endpoint).where('session_id', '!=', sessionId).execute()
  const said = { endpoint, p256dh: keys.p256dh, auth: keys.auth, failed_at: null }
  const { id } = await db
    .insertInto('push_devices')
    .values({
      id: newId(),
      user_id: userId,
      session_id: sessionId,
      ...said,
      created_at: now(),
      last_used_at: null,
      tested_at: null,
    })
    .onConflict((c) => c.column('session_id').doUpdateSet(said))
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellOwn(scope, userId)
  return deviceOf(await deviceRows(scope).where('push_devices.id', '=', id).executeTakeFirstOrThrow(), scope)
}

/**
 * What a browser says may lead anywhere: by its text it must be a push service’s, and by its name again when it is
 * called.
 */
export function isPushAddress(
  endpoint: string,
  { PUSH_PRIVATE_ADDRESSES: isPrivateToo }: Pick<Config, 'PUSH_PRIVATE_ADDRESSES'>,
): boolean {
  const url = new URL(endpoint)
  return isCallable(url, isPrivateToo) && (url.protocol === 'https:' || isPrivateToo)
}

export async function removeDevice(scope: UserScope, deviceId: string): Promise<typeof done> {
  const { numDeletedRows } = await scope.db
    .deleteFrom('push_devices')
    .where('id', '=', deviceId)
    .where('user_id', '=', scope.actor.userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw refused.not_found()
  await tellOwn(scope, scope.actor.userId)
  return done
}

const BETWEEN_TESTS_MS: Milliseconds = 5000

/** Whether a test may go out now; it counts from then on. */
export async function takeTest({ db, actor, config, now }: UserScope, deviceId: string): Promise<boolean> {
  if (!vapidOf(config)) throw pushErrors['push.off']()
  const device = await db
    .selectFrom('push_devices')
    .select('tested_at')
    .where('id', '=', deviceId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!device) throw refused.not_found()
  if (device.tested_at !== null && device.tested_at > now() - BETWEEN_TESTS_MS) return false
  await db.updateTable('push_devices').set({ tested_at: now() }).where('id', '=', deviceId).execute()
  return true
}

/** One's open settings. */
export async function tellOwn(scope: Parameters<typeof emit>[0], userId: string): Promise<void> {
  await emit(scope, `user:${userId}`, 'inbox.settings_set', {})
}

function deviceRows({ db, actor, now }: UserScope) {
  return liveDevices(db, now())
    .selectAll('push_devices')
    .select('session.userAgent')
    .where('push_devices.user_id', '=', actor.userId)
}

function deviceOf(
  row: Awaited<ReturnType<ReturnType<typeof deviceRows>['executeTakeFirstOrThrow']>>,
  { actor }: UserScope,
): PushDevice {
  return {
    id: row.id,
    userAgent: row.userAgent,
    current: row.session_id === actor.sessionId,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    failedAt: row.failed_at,
  }
}

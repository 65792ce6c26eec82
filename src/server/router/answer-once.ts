import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { Refusal, refused } from '#shared/errors.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import { crashPoint } from '../crash-points.ts'
import type { Db } from '../db/open-database.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../scope.ts'

/** Answers are kept at least this long. */
export const ANSWERS_KEPT_MS: Milliseconds = 48 * 3600_000

export interface Once {
  readonly db: Db
  readonly request: FastifyRequest
  readonly actor: Actor | undefined
  /** `METHOD /path` of the route. */
  readonly key: string
  readonly now: Instant
  /** What is asked, where the body does not say it. */
  readonly asked?: unknown
}

/**
 * Carries a change out once however often it is sent: the answer is stored under its Idempotency-Key in the very
 * transaction of the change, so a crash leaves both or neither. A second request at the same time waits for the first.
 */
export async function answerOnce(once: Once, work: () => Promise<unknown>): Promise<unknown> {
  const { db, now } = once
  const named = namedBy(once)
  if (!named) return work()
  const taken = await db.insertInto('answers').values({ ...named, body: null, created_at: now }).onConflict((c) => c.doNothing()).returning('key').executeTakeFirst()
  if (!taken) return answeredTo(await findRow(db, named).executeTakeFirstOrThrow(), named)
  crashPoint('answer.begun')
  const result = await work()
  await db.updateTable('answers').set({ body: JSON.stringify(result) }).where('actor_id', '=', named.actor_id).where('key', '=', named.key).execute()
  return result
}

/** What the same request was answered before; undefined where it was not. */
export async function findAnswer(once: Once): Promise<unknown> {
  const named = namedBy(once)
  const before = named && (await findRow(once.db, named).executeTakeFirst())
  return before && answeredTo(before, named)
}

type Named = Pick<Selectable<Tables['answers']>, 'actor_id' | 'key' | 'request'>

function namedBy({ request, actor, key, asked }: Once): Named | undefined {
  const given = request.headers['idempotency-key']
  if (typeof given !== 'string' || !actor) return undefined
  if (given.length < 1 || given.length > 255) throw new Refusal(400, 'VALIDATION_ERROR', 'Idempotency-Key must have 1 to 255 characters.')
  return { actor_id: actor.userId, key: given, request: createHash('sha256').update(`${key}\n${request.url}\n${JSON.stringify(asked ?? request.body ?? null)}`).digest('hex') }
}

function findRow(db: Db, { actor_id: actorId, key }: Named) {
  return db.selectFrom('answers').selectAll().where('actor_id', '=', actorId).where('key', '=', key)
}

function answeredTo({ request, body }: Selectable<Tables['answers']>, named: Named): unknown {
  if (request !== named.request) throw refused.key_reused()
  if (body === null) throw refused.conflict()
  return JSON.parse(body)
}

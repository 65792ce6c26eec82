import type { FastifyRequest } from 'fastify'
import { Refusal, refused } from '#shared/errors.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { Config } from '../config.ts'
import { crashPoint } from '../crash-points.ts'
import type { Db } from '../db/open-database.ts'
import type { Actor } from '../scope.ts'
import { isOldMark, openAnswer, requestMark, sealAnswer } from './sealed-answers.ts'

/** How long answers are stored at least. */
export const ANSWERS_KEPT_MS: Milliseconds = 48 * 3600_000

interface Once {
  readonly config: Config
  readonly db: Db
  readonly request: FastifyRequest
  readonly actor: Actor | undefined
  /** `METHOD /path` of the route. */
  readonly key: string
  readonly now: Instant
}

/**
 * Runs a change once, however often it is sent: the answer is stored under its Idempotency-Key in the change's own
 * transaction, so a crash leaves both or neither. A concurrent second request waits for the first. Answers stored under
 * another server secret cannot be read: the repetition is then refused as a different request, and nothing is done
 * twice.
 */
export async function answerIdempotently(
  { config, db, request, actor, key, now }: Once,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const given = request.headers['idempotency-key']
  if (typeof given !== 'string' || !actor) return work()
  if (given.length < 1 || given.length > 255)
    throw new Refusal(400, 'VALIDATION_ERROR', 'Idempotency-Key must have 1 to 255 characters.')
  const place = { actorId: actor.userId, key: given }
  const fingerprint = `${key}\n${request.url}\n${JSON.stringify(request.body ?? null)}`
  const asked = requestMark(config, fingerprint)
  const taken = await db
    .insertInto('answers')
    .values({ actor_id: actor.userId, key: given, request: asked, body: null, created_at: now })
    .onConflict((c) => c.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (taken) {
    crashPoint('answer.begun')
    const result = await work()
    await db
      .updateTable('answers')
      .set({ body: sealAnswer(config, place, result) })
      .where('actor_id', '=', actor.userId)
      .where('key', '=', given)
      .execute()
    return result
  }
  const before = await db
    .selectFrom('answers')
    .selectAll()
    .where('actor_id', '=', actor.userId)
    .where('key', '=', given)
    .executeTakeFirstOrThrow()
  if (before.request !== asked && !isOldMark(before.request, fingerprint)) throw refused.key_reused()
  if (before.body === null) throw refused.conflict()
  return openAnswer(config, place, before.body)
}

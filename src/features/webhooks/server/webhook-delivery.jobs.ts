import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { StreamEvent } from '#shared/events.ts'
import { Id } from '#shared/shapes.ts'
import { HOUR_MS, MINUTE_MS, type Instant, type Milliseconds } from '#shared/units.ts'
import { emit, wakeLater } from '#server/events/events.queries.ts'
import { OutgoingFailure, postOut } from '#server/http/outgoing-post.ts'
import { jobHandler, type JobHandler, type JobRun } from '#server/jobs/job-runner.ts'
import { enqueue, finishJob, type JobKind } from '#server/jobs/jobs.queue.ts'
import { productVersion } from '#server/product-version.ts'
import { change, type ServerScope, type UserScope } from '#server/scope.ts'
import { TEST_EVENT } from '../webhook-events.ts'
import type { DeliveryTrouble, OffReason } from '../webhooks.contract.ts'
import { mayHear } from './webhook-rights.ts'
import { canSign, signedHeaders } from './webhook-secrets.ts'
import type { WebhookDeliveryTable, WebhookTable } from './webhooks.tables.ts'

type Hook = Selectable<WebhookTable>
type Delivery = Selectable<WebhookDeliveryTable>

const ANSWER_MS: Milliseconds = 10_000
const ANSWER_BYTES = 1024
/** Delays between attempts. They add up to a day; then the delivery is given up. */
const WAITS_MS: readonly Milliseconds[] = [
  5000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  5 * HOUR_MS,
  5 * HOUR_MS,
  6 * HOUR_MS,
]

const Payload = z.object({ deliveryId: Id })
export const DELIVER_JOB = 'webhook.deliver'
/** The delivery counts attempts; the job's own limit only applies to crashes of its worker. */
const deliverJob: JobKind<z.infer<typeof Payload>> = {
  kind: DELIVER_JOB,
  payload: Payload,
  maxAttempts: 3,
  leaseMs: 3 * ANSWER_MS,
}

type Queueing = Pick<UserScope, 'db' | 'now' | 'newId' | 'afterCommit' | 'bus'>

/** Writes a delivery and its job, once per webhook and event, in the caller's transaction. */
export async function deliverLater(
  scope: Queueing,
  hook: Hook,
  { event, payload, from }: { readonly event: string; readonly payload: string; readonly from: StreamEvent | null },
): Promise<string> {
  const at = scope.now()
  const id = scope.newId()
  const { numInsertedOrUpdatedRows = 0n } = await scope.db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: hook.id,
      event,
      stream_id: from?.stream ?? null,
      seq: from?.seq ?? null,
      payload,
      state: 'waiting',
      attempts: 0,
      status: null,
      trouble: null,
      answer: null,
      duration_ms: null,
      created_at: at,
      since: at,
      tried_at: null,
      next_at: at,
    })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst()
  // While the receiver does not answer, the delivery waits with the others.
  if (numInsertedOrUpdatedRows > 0n)
    await queue(scope, id, Math.max(at, event === TEST_EVENT ? at : (hook.resting_until ?? at)))
  return id
}

/** From the first attempt and with the same id, so that a receiver can detect a duplicate. */
export async function deliverAgain(scope: Queueing, { id }: Delivery): Promise<void> {
  await scope.db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, since: scope.now() })
    .where('id', '=', id)
    .execute()
  await queue(scope, id, scope.now())
}

/** Restarts the delivery of a dead job. Does nothing if it was sent again or deleted meanwhile. */
export async function retryDelivery(scope: Queueing, payload: unknown): Promise<void> {
  const { deliveryId } = Payload.parse(payload)
  const delivery = await scope.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .where('state', '=', 'failed')
    .executeTakeFirst()
  if (delivery) await deliverAgain(scope, delivery)
}

async function queue(scope: Queueing, deliveryId: string, runAt: Instant): Promise<void> {
  await scope.db.updateTable('webhook_deliveries').set({ next_at: runAt }).where('id', '=', deliveryId).execute()
  await enqueue(scope, deliverJob, { deliveryId }, { key: keyOf(deliveryId), runAt })
}

function keyOf(deliveryId: string): string {
  return `${deliverJob.kind}:${deliveryId}`
}

export const webhookJobs: readonly JobHandler[] = [
  jobHandler({
    ...deliverJob,
    run: ({ deliveryId }, run) => deliver(run, deliveryId),
    buried: async ({ deliveryId }, _, { db }) =>
      void (await db
        .updateTable('webhook_deliveries')
        .set({ state: 'failed', trouble: 'stopped', next_at: null })
        .where('id', '=', deliveryId)
        .where('state', '=', 'waiting')
        .execute()),
  }),
]

async function deliver(run: JobRun, deliveryId: string): Promise<void> {
  const { scope } = run
  const delivery = await scope.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', deliveryId)
    .executeTakeFirst()
  const hook =
    delivery &&
    (await scope.db.selectFrom('webhooks').selectAll().where('id', '=', delivery.webhook_id).executeTakeFirst())
  if (!delivery || !hook || delivery.state !== 'waiting') return
  if (hook.off_at !== null) return settle(run, delivery, (tx) => giveUp(tx, delivery, { trouble: 'off' }))
  if (!canSign(scope.config, hook))
    return settle(run, delivery, (tx) =>
      switchOff(tx, hook, 'secret', delivery.stream_id).then(() => giveUp(tx, delivery, { trouble: 'off' })),
    )
  // Rights may have changed: a delivery may be sent a day after its event.
  if (!(await mayHear(scope, hook)))
    return settle(run, delivery, (tx) =>
      switchOff(tx, hook, 'rights', delivery.stream_id).then(() => giveUp(tx, delivery, { trouble: 'off' })),
    )
  const outcome = await attempt(run, hook, delivery)
  await settle(run, delivery, (tx) =>
    outcome.ok ? succeed(tx, hook, delivery, outcome) : fail(tx, hook, delivery, outcome),
  )
}

interface Outcome {
  readonly ok: boolean
  readonly status: number | null
  readonly trouble: DeliveryTrouble | null
  readonly answer: string | null
  readonly durationMs: Milliseconds
}

async function attempt(
  { scope: { config, now }, signal }: JobRun,
  hook: Hook,
  { id, payload }: Delivery,
): Promise<Outcome> {
  const begun = performance.now()
  const lasted = () => Math.round(performance.now() - begun)
  try {
    const { status, text } = await postOut({
      url: new URL(hook.url),
      body: payload,
      allowPrivate: config.WEBHOOK_PRIVATE_ADDRESSES,
      limitMs: ANSWER_MS,
      keepBytes: ANSWER_BYTES,
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Roughmix/${productVersion()}`,
        ...signedHeaders(config, hook, { id, payload, at: now() }),
      },
    })
    const ok = status >= 200 && status < 300
    return { ok, status, trouble: ok ? null : 'status', answer: text, durationMs: lasted() }
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return { ok: false, status: null, trouble: error.trouble, answer: null, durationMs: lasted() }
  }
}

/** Writes the result and the job's end in one transaction; without the lease another worker has done it. */
async function settle(
  { scope, job }: JobRun,
  { id }: Delivery,
  write: (tx: ServerScope) => Promise<void>,
): Promise<void> {
  await change(scope, async (tx) => {
    if (!(await finishJob(tx.db, job, tx.now()))) return
    const still = await tx.db.selectFrom('webhook_deliveries').select('id').where('id', '=', id).executeTakeFirst()
    if (still) await write(tx)
  })
}

async function succeed(tx: ServerScope, hook: Hook, delivery: Delivery, outcome: Outcome): Promise<void> {
  const { db, now } = tx
  await db
    .updateTable('webhook_deliveries')
    .set({ ...columns(outcome), state: 'delivered', attempts: delivery.attempts + 1, tried_at: now(), next_at: null })
    .where('id', '=', delivery.id)
    .execute()
  await db
    .updateTable('webhooks')
    .set({ failures: 0, failing_since: null, resting_until: null, last_success_at: now() })
    .where('id', '=', hook.id)
    .execute()
  if (hook.failing_since !== null) await wakeWaiting(tx, hook)
}

/** A receiver that answers again, or has a new URL, gets waiting deliveries at once. */
export async function wakeWaiting(tx: Queueing, { id }: Pick<Hook, 'id'>): Promise<void> {
  const { db, now } = tx
  const waiting = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('next_at', '>', now())
    .execute()
  for (const delivery of waiting) {
    await db
      .updateTable('jobs')
      .set({ run_at: now() })
      .where('unique_key', '=', keyOf(delivery.id))
      .where('state', '=', 'ready')
      .execute()
    await db.updateTable('webhook_deliveries').set({ next_at: now() }).where('id', '=', delivery.id).execute()
  }
  await wakeLater(tx, 'user:jobs')
}

async function fail(tx: ServerScope, hook: Hook, delivery: Delivery, outcome: Outcome): Promise<void> {
  const { db, now } = tx
  const at = now()
  const attempts = delivery.attempts + 1
  await db
    .updateTable('webhook_deliveries')
    .set({ ...columns(outcome), attempts, tried_at: at })
    .where('id', '=', delivery.id)
    .execute()
  // A test is tried once and does not affect other deliveries.
  if (delivery.event === TEST_EVENT) return giveUp(tx, delivery, outcome)
  const { failures } = await db
    .updateTable('webhooks')
    .set((eb) => ({ failures: eb('failures', '+', 1), failing_since: eb.fn.coalesce('failing_since', eb.val(at)) }))
    .where('id', '=', hook.id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  if (outcome.status === 410)
    return switchOff(tx, hook, 'gone', delivery.stream_id).then(() => giveUp(tx, delivery, outcome))
  const wait = WAITS_MS[attempts - 1]
  if (wait === undefined) {
    // No delivery succeeded in all that time.
    if ((hook.last_success_at ?? 0) < delivery.since) await switchOff(tx, hook, 'failing', delivery.stream_id)
    return giveUp(tx, delivery, outcome)
  }
  const rest = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? wait
  await db
    .updateTable('webhooks')
    .set({ resting_until: at + rest })
    .where('id', '=', hook.id)
    .execute()
  await queue(tx, delivery.id, at + wait)
}

async function giveUp({ db }: ServerScope, { id }: Delivery, { trouble }: Pick<Outcome, 'trouble'>): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', trouble, next_at: null })
    .where('id', '=', id)
    .execute()
}

/** Its owner is notified in the inbox, through the project of the event. */
export async function switchOff(
  tx: ServerScope,
  { id }: Pick<Hook, 'id'>,
  reason: OffReason,
  stream: string | null,
): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('webhooks')
    .set({ off_at: tx.now(), off_reason: reason })
    .where('id', '=', id)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || stream === null) return
  const projectId = stream.slice('project:'.length)
  await emit(tx, `project:${projectId}`, 'webhook.off', { projectId, webhookId: id })
}

function columns({ status, trouble, answer, durationMs }: Outcome) {
  return { status, trouble, answer, duration_ms: durationMs }
}

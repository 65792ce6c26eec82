import type { Selectable } from 'kysely'
import { countTry } from '#server/auth/limits/limits.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import { refused } from '#shared/errors.ts'
import { TEST_EVENT } from '../webhook-events.ts'
import { type WebhookDelivery, webhookErrors } from '../webhooks.contract.ts'
import { deliverAgain, deliverLater } from './webhook-delivery.jobs.ts'
import type { WebhookScope } from './webhooks.scope.ts'
import type { WebhookDeliveryTable } from './webhooks.tables.ts'

/** By hand: nobody needs more, and a server that can be made to call others is a tool. */
const BY_HAND = { max: 20, windowMs: 60_000 } as const

export async function listDeliveries(
  { db, webhook }: WebhookScope,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: WebhookDelivery[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook.id)
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('created_at', '<', after?.[0] ?? 0),
          eb.and([eb('created_at', '=', after?.[0] ?? 0), eb('id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return cutPage(rows, limit, (row) => [row.created_at, row.id], deliveryOf)
}

export async function sendTest(scope: WebhookScope): Promise<WebhookDelivery> {
  const { webhook, actor, now, config } = scope
  await demandPace(scope)
  const payload = JSON.stringify({
    type: TEST_EVENT,
    timestamp: new Date(now()).toISOString(),
    data: {
      webhook: { id: webhook.id, label: webhook.label },
      actor: { id: actor.userId, name: actor.name },
      url: config.baseUrl,
    },
  })
  return readDelivery(scope, await deliverLater(scope, webhook, { event: TEST_EVENT, payload, from: null }))
}

export async function sendAgain(scope: WebhookScope, deliveryId: string): Promise<WebhookDelivery> {
  await demandPace(scope)
  const delivery = await openDelivery(scope, deliveryId)
  if (delivery.state === 'waiting') throw webhookErrors['webhook.waiting']()
  await deliverAgain(scope, delivery)
  return readDelivery(scope, deliveryId)
}

async function demandPace({ db, webhook, now }: WebhookScope): Promise<void> {
  if (webhook.off_at !== null) throw webhookErrors['webhook.off']()
  const { allowed } = await countTry(db, `webhook:${webhook.id}`, BY_HAND, now())
  if (!allowed) throw webhookErrors['webhook.too_soon']()
}

async function readDelivery(scope: WebhookScope, id: string): Promise<WebhookDelivery> {
  return deliveryOf(await openDelivery(scope, id))
}

async function openDelivery({ db, webhook }: WebhookScope, id: string): Promise<Selectable<WebhookDeliveryTable>> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhook.id)
    .executeTakeFirst()
  if (!row) throw refused.not_found()
  return row
}

function deliveryOf(row: Selectable<WebhookDeliveryTable>): WebhookDelivery {
  return {
    id: row.id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    trouble: row.trouble,
    answer: row.answer,
    durationMs: row.duration_ms,
    payload: row.payload,
    createdAt: row.created_at,
    triedAt: row.tried_at,
    nextAt: row.next_at,
  }
}

import type { Selectable } from 'kysely'
import type * as z from 'zod'
import { emit } from '#server/events/events.queries.ts'
import { isCallable } from '#server/http/outgoing-post.ts'
import { change } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { done } from '#shared/shapes.ts'
import { type WebhookEvent, webhookEvents } from '../webhook-events.ts'
import { type NewWebhook, type Webhook, type WebhookChange, webhookErrors } from '../webhooks.contract.ts'
import { wakeWaiting } from './webhook-delivery.jobs.ts'
import { hashOfSecret, webhookSecret } from './webhook-secrets.ts'
import { openWebhook, type WebhookPlace, type WebhookScope } from './webhooks.scope.ts'
import type { WebhookTable } from './webhooks.tables.ts'

const MOST_WEBHOOKS = 20

export interface WithSecret {
  readonly webhook: Webhook
  readonly secret: string
}

export async function listWebhooks(scope: WebhookPlace): Promise<{ items: Webhook[]; nextCursor: null }> {
  const rows = await rowsIn(scope).orderBy('webhooks.created_at', 'desc').orderBy('webhooks.id').execute()
  return { items: rows.map((row) => webhookOf(row, row.by_name)), nextCursor: null }
}

export async function createWebhook(
  scope: WebhookPlace,
  { url, events, label }: z.output<typeof NewWebhook>,
): Promise<WithSecret> {
  const { newId, now, actor, config, place } = scope
  const id = newId()
  const secret = webhookSecret(config, { id, generation: 1 })
  return change(scope, async (tx) => {
    const { count } = await rowsIn(tx)
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= MOST_WEBHOOKS) throw webhookErrors['webhook.too_many']()
    await tx.db
      .insertInto('webhooks')
      .values({
        id,
        ...place,
        url: callable(tx, url),
        label,
        events: eventsText(events),
        generation: 1,
        secret_hash: hashOfSecret(secret),
        rotated_at: null,
        created_by: actor.userId,
        created_at: now(),
        since: now(),
        failures: 0,
        failing_since: null,
        resting_until: null,
        last_success_at: null,
        off_at: null,
        off_reason: null,
      })
      .execute()
    await tell(tx, 'webhook.added', id)
    return { webhook: await readWebhook(tx, id), secret }
  })
}

/** Whoever switches it on again speaks for it from now on. */
export async function changeWebhook(
  scope: WebhookScope,
  { url, events, label, on }: z.output<typeof WebhookChange>,
): Promise<Webhook> {
  const { db, webhook, actor, now } = scope
  const fresh = { failures: 0, failing_since: null, resting_until: null }
  await db
    .updateTable('webhooks')
    .set({
      ...(url !== undefined && { url: callable(scope, url), ...fresh }),
      ...(events !== undefined && { events: eventsText(events) }),
      ...(label !== undefined && { label }),
      ...(on === true &&
        webhook.off_at !== null && {
          off_at: null,
          off_reason: null,
          created_by: actor.userId,
          since: now(),
          ...fresh,
        }),
      ...(on === false && webhook.off_at === null && { off_at: now(), off_reason: 'person' as const }),
      // Nothing else to set where nothing was asked.
      id: webhook.id,
    })
    .where('id', '=', webhook.id)
    .execute()
  // The old address may have been what kept them; where it is off, they would be given up at once.
  if ((on ?? webhook.off_at === null) && (url !== undefined || webhook.off_at !== null))
    await wakeWaiting(scope, webhook)
  await tell(scope, 'webhook.edited', webhook.id)
  return readWebhook(scope, webhook.id)
}

export async function deleteWebhook(scope: WebhookScope): Promise<typeof done> {
  await scope.db.deleteFrom('webhooks').where('id', '=', scope.webhook.id).execute()
  await tell(scope, 'webhook.deleted', scope.webhook.id)
  return done
}

/**
 * The one before signs as well for a day. One that was shown under another secret of the server's counts for nothing.
 */
export async function rotateSecret(scope: WebhookPlace, id: string): Promise<WithSecret> {
  return change(scope, async (tx) => {
    const { webhook, config, now } = await openWebhook(tx, id)
    const generation = webhook.generation + 1
    const secret = webhookSecret(config, { id, generation })
    await tx.db
      .updateTable('webhooks')
      .set({
        generation,
        secret_hash: hashOfSecret(secret),
        rotated_at: now(),
        ...(webhook.off_reason === 'secret' && { off_at: null, off_reason: null }),
      })
      .where('id', '=', id)
      .execute()
    await tell(tx, 'webhook.edited', id)
    return { webhook: await readWebhook(tx, id), secret }
  })
}

async function readWebhook(scope: WebhookPlace, id: string): Promise<Webhook> {
  const row = await rowsIn(scope).where('webhooks.id', '=', id).executeTakeFirst()
  if (!row) throw refused.not_found()
  return webhookOf(row, row.by_name)
}

function rowsIn({ db, place }: WebhookPlace) {
  return db
    .selectFrom('webhooks')
    .leftJoin('user', 'user.id', 'webhooks.created_by')
    .selectAll('webhooks')
    .select('user.name as by_name')
    .where((eb) =>
      place.project_id === null
        ? eb('webhooks.organization_id', '=', place.organization_id)
        : eb('webhooks.project_id', '=', place.project_id),
    )
}

function webhookOf(row: Selectable<WebhookTable>, byName: string | null): Webhook {
  return {
    id: row.id,
    url: row.url,
    label: row.label,
    events: eventsIn(row),
    createdBy: row.created_by === null || byName === null ? null : { id: row.created_by, name: byName },
    createdAt: row.created_at,
    state: row.off_at !== null ? 'off' : row.failing_since !== null ? 'failing' : 'on',
    offReason: row.off_reason,
    failingSince: row.failing_since,
    restingUntil: row.resting_until,
    lastSuccessAt: row.last_success_at,
  }
}

/** Those of today: one that is told no longer is left out. */
export function eventsIn({ events }: Pick<WebhookTable, 'events'>): WebhookEvent[] {
  const kept = JSON.parse(events) as readonly string[]
  return webhookEvents.filter((event) => kept.includes(event))
}

function eventsText(events: readonly WebhookEvent[]): string {
  return JSON.stringify(webhookEvents.filter((event) => events.includes(event)))
}

/** The address as it will be called. What is behind its name is judged at every call. */
function callable({ config }: Pick<WebhookPlace, 'config'>, text: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (!url || !isCallable(url, config.WEBHOOK_PRIVATE_ADDRESSES)) throw webhookErrors['webhook.address']()
  return url.href
}

/** Of a project everybody in it hears; of an organization one's own other windows. */
async function tell(
  scope: WebhookPlace,
  kind: 'webhook.added' | 'webhook.edited' | 'webhook.deleted',
  webhookId: string,
): Promise<void> {
  const { place, actor } = scope
  if (place.project_id === null) {
    if (kind !== 'webhook.deleted') await lookAgain(scope, place.organization_id)
    await emit(scope, `user:${actor.userId}`, kind, { organizationId: place.organization_id, webhookId })
  } else await emit(scope, `project:${place.project_id}`, kind, { projectId: place.project_id, webhookId })
}

/**
 * What happened while nobody listened may be for it, and the mark is off by then. One by one and in one order: changes
 * that lock streams in turn would wait for each other.
 */
async function lookAgain({ db }: WebhookPlace, organizationId: string | null): Promise<void> {
  const projects = await db
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of projects)
    await db.updateTable('streams').set({ webhook_news: 1 }).where('id', '=', `project:${id}`).execute()
}

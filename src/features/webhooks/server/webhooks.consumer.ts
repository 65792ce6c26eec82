import type { Selectable } from 'kysely'
import type { StreamEvent, StreamName } from '#shared/events.ts'
import { eventsAfter } from '#server/events/events.queries.ts'
import type { StreamConsumer } from '#server/events/stream-consumers.ts'
import { change, serverScope, type ServerScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { webhookEventOf } from '../webhook-events.ts'
import { deliverLater, switchOff } from './webhook-delivery.jobs.ts'
import { webhookPayload } from './webhook-payload.ts'
import { mayHear } from './webhook-rights.ts'
import { eventsIn } from './webhooks.queries.ts'
import type { WebhookTable } from './webhooks.tables.ts'

type Hook = Selectable<WebhookTable>

/** Turns project events into deliveries for subscribed webhooks. */
export const webhooksConsumer: StreamConsumer = {
  name: 'webhooks',
  mark: 'webhook_news',
  follow: followStream,
  next: nextEvent,
  skip: skipEvent,
}

/** As in the inbox: deliveries, their jobs and the cursor are one transaction that locks the cursor's row. */
async function followStream(services: Services, stream: StreamName, limit: number): Promise<number> {
  // Most projects have no webhook and need no write.
  if ((await hooksOf(services.database, stream)).length === 0) return 0
  return change(serverScope(services), async (scope) => {
    const { db } = scope
    await db
      .insertInto('webhook_cursors')
      .values({ stream_id: stream, seq: 0 })
      .onConflict((c) => c.doNothing())
      .execute()
    const cursor = await db
      .updateTable('webhook_cursors')
      .set((eb) => ({ seq: eb.ref('seq') }))
      .where('stream_id', '=', stream)
      .returning('seq')
      .executeTakeFirstOrThrow()
    const hooks = await hooksOf(scope, stream)
    if (hooks.length === 0) return 0
    const from = await startOf(scope, stream, cursor.seq, hooks)
    const events = await eventsAfter(db, stream, from, limit)
    for (const event of events) await tellHooks(scope, event, hooks)
    await db
      .updateTable('webhook_cursors')
      .set({ seq: events.at(-1)?.seq ?? from })
      .where('stream_id', '=', stream)
      .execute()
    return events.length
  })
}

async function skipEvent({ database: { db } }: Services, stream: StreamName, seq: number): Promise<void> {
  await db
    .insertInto('webhook_cursors')
    .values({ stream_id: stream, seq })
    .onConflict((c) => c.column('stream_id').doUpdateSet({ seq }).where('webhook_cursors.seq', '<', seq))
    .execute()
}

async function nextEvent({ database: { db } }: Services, stream: StreamName): Promise<number | undefined> {
  const hooks = await hooksOf({ db }, stream)
  if (hooks.length === 0) return undefined
  const cursor = await db.selectFrom('webhook_cursors').select('seq').where('stream_id', '=', stream).executeTakeFirst()
  const [event] = await eventsAfter(db, stream, await startOf({ db }, stream, cursor?.seq ?? 0, hooks), 1)
  return event?.seq
}

/** Skips all events from before the first webhook. */
async function startOf(
  { db }: Pick<ServerScope, 'db'>,
  stream: StreamName,
  cursor: number,
  hooks: readonly Hook[],
): Promise<number> {
  const before = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('stream_id', '=', stream)
    .where('at', '<', Math.min(...hooks.map(({ since }) => since)))
    .executeTakeFirst()
  return Math.max(cursor, before?.seq ?? 0)
}

/** Active webhooks. A project in the trash has none. */
async function hooksOf({ db }: Pick<ServerScope, 'db'>, stream: StreamName): Promise<readonly Hook[]> {
  return db
    .selectFrom('webhooks')
    .innerJoin('projects', (join) =>
      join.on((eb) =>
        eb.or([
          eb('projects.id', '=', eb.ref('webhooks.project_id')),
          eb('projects.organization_id', '=', eb.ref('webhooks.organization_id')),
        ]),
      ),
    )
    .selectAll('webhooks')
    .where('projects.id', '=', stream.slice('project:'.length))
    .where('projects.deleted_at', 'is', null)
    .where('webhooks.off_at', 'is', null)
    .orderBy('webhooks.id')
    .execute()
}

async function tellHooks(scope: ServerScope, event: StreamEvent, hooks: readonly Hook[]): Promise<void> {
  const type = webhookEventOf(event.kind)
  const asked = hooks.filter((hook) => type !== undefined && hook.since <= event.at && eventsIn(hook).includes(type))
  if (type === undefined || asked.length === 0) return
  const payload = await webhookPayload(scope, event, type)
  for (const hook of asked) {
    if (await mayHear(scope, hook)) await deliverLater(scope, hook, { event: type, payload, from: event })
    else await switchOff(scope, hook, 'rights', event.stream)
  }
}

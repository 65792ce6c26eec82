import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { catchUp } from '#app/server/feature-parts.ts'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { serverScope } from '#server/scope.ts'
import { hookReceiver, isSigned } from '#testing/hook-receiver.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { Webhook, WebhookDelivery } from '../webhooks.contract.ts'
import { webhooksConsumer } from './webhooks.consumer.ts'
import { aVersion, anOrganizationMember } from '#testing/row-builders.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const ofProject = '/api/projects/:projectId/webhooks' as const
const ofOrganization = '/api/organizations/:organizationId/webhooks' as const
let world: World
let receiver: Awaited<ReturnType<typeof hookReceiver>>
beforeEach(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent', WEBHOOK_PRIVATE_ADDRESSES: 'on' })
  receiver = await hookReceiver()
})
afterEach(async () => {
  await world.close()
  await receiver.close()
})

const make = async (more: object = {}, as: PersonName = 'olga'): Promise<{ webhook: Webhook; secret: string }> =>
  (
    await world.as(as, `POST ${ofProject}`, {
      body: { url: receiver.url, events: ['track.added', 'task.added'], ...more },
    })
  ).body
const hooks = async (): Promise<Webhook[]> => (await world.as('olga', `GET ${ofProject}`)).body.items
const sent = async (webhookId: string): Promise<WebhookDelivery[]> =>
  (await world.as('olga', `GET ${ofProject}/:webhookId/deliveries`, { params: { webhookId } })).body.items
const addTrack = (title: string, as: PersonName = 'ed') => {
  world.pass(1000)
  return world.as(as, 'POST /api/projects/:projectId/tracks', { body: { title } })
}
/** What has happened is told, and what is due is sent. */
const settle = async () => {
  await world.work()
  await world.work()
}
const later = async (ms: number) => {
  world.pass(ms)
  await settle()
}

describe('a webhook', () => {
  test('hears of what it was made for: names and ids, signed, and nothing else', async () => {
    const { webhook, secret } = await make()
    const { body: track } = await addTrack('Kiln')
    await world.as('ed', 'POST /api/projects/:projectId/tracks/order', { body: { trackIds: [track.id] } })
    await settle()
    const [hook] = receiver.received
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(hook?.body ?? '')).toEqual({
      type: 'track.added',
      timestamp: new Date(world.services.now()).toISOString(),
      data: {
        project: { id: world.here['projectId'], name: 'Low Tide' },
        actor: { id: 'ed', name: 'Ed' },
        track: { id: track.id, title: 'Kiln' },
        url: `${world.services.config.baseUrl}/?projectId=${world.here['projectId']}&trackId=${track.id}`,
      },
    })
    expect(hook && isSigned(hook, secret)).toBe(true)
    expect(hook && isSigned({ ...hook, body: `${hook.body} ` }, secret)).toBe(false)
    expect(hook?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(Math.floor(world.services.now() / 1000)),
    })
    expect(await sent(webhook.id)).toMatchObject([
      {
        id: hook?.headers['webhook-id'],
        event: 'track.added',
        state: 'delivered',
        attempts: 1,
        status: 204,
        trouble: null,
        payload: hook?.body,
      },
    ])
    expect((await hooks())[0]).toMatchObject({ state: 'on', lastSuccessAt: world.services.now() })
  })

  test('tells where a note stands and what state it is in, and nobody’s words', async () => {
    await make({ events: ['note.added', 'note.fixed', 'task.added'] })
    const { body: track } = await addTrack('Kiln')
    await aVersion(world, { id: 'v1', track_id: track.id })
    world.pass(1000)
    const { body: note } = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: track.id },
      body: { versionId: 'v1', fromSeconds: 12.5, toSeconds: null, body: 'The singer is flat' },
    })
    await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title: 'Tune the vocal' } })
    await settle()
    const told = receiver.received.map(({ body }) => JSON.parse(body).data)
    expect(told).toMatchObject([
      {
        actor: { name: 'Cora' },
        track: { title: 'Kiln' },
        version: { number: 1 },
        note: { id: note.id, fromSeconds: 12.5, toSeconds: null, state: 'open' },
      },
      { task: { number: 'LT-1', title: 'Tune the vocal', state: 'todo' } },
    ])
    expect(receiver.received.map(({ body }) => body).join()).not.toContain('flat')
  })

  test('hears nothing of what was before it, nor of what was while it was off', async () => {
    await addTrack('Before')
    world.pass(1000)
    const { webhook } = await make()
    await addTrack('One')
    await settle()
    await world.as('olga', `PATCH ${ofProject}/:webhookId`, { params: { webhookId: webhook.id }, body: { on: false } })
    await addTrack('While it was off')
    await settle()
    world.pass(1000)
    await world.as('olga', `PATCH ${ofProject}/:webhookId`, { params: { webhookId: webhook.id }, body: { on: true } })
    await addTrack('Two')
    await settle()
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.track.title)).toEqual(['One', 'Two'])
  })

  test('hears nothing of what an older one beside it is still to be told', async () => {
    const older = await make()
    await addTrack('Between')
    world.pass(1000)
    const newer = await make()
    await settle()
    expect([(await sent(older.webhook.id)).length, (await sent(newer.webhook.id)).length]).toEqual([1, 0])
  })

  test('of an organization hears of all its projects and no others', async () => {
    const { body } = await world.as('olga', `POST ${ofOrganization}`, {
      body: { url: receiver.url, events: ['track.added'] },
    })
    expect(body.webhook.state).toBe('on')
    await addTrack('Not of the label')
    world.pass(1000)
    const { body: project } = await world.as('olga', 'POST /api/projects', {
      body: { name: 'Label work', organizationId: 'label' },
    })
    await world.as('olga', 'POST /api/projects/:projectId/tracks', {
      params: { projectId: project.id },
      body: { title: 'Of the label' },
    })
    await settle()
    expect(receiver.received.map(({ body }) => JSON.parse(body).data)).toMatchObject([
      { project: { name: 'Label work' }, organizationId: 'label', track: { title: 'Of the label' } },
    ])
  })

  test('is told each event once, by however many servers', async () => {
    const { webhook } = await make()
    await addTrack('Kiln')
    const stream = `project:${world.here['projectId'] ?? ''}` as const
    await Promise.all([1, 2, 3].map(() => webhooksConsumer.follow(world.services, stream, 50)))
    await world.services.database.db.updateTable('webhook_cursors').set({ seq: 0 }).execute()
    await catchUp(world.services)
    await settle()
    expect([receiver.received.length, (await sent(webhook.id)).length]).toEqual([1, 1])
  })

  test('of a project in the trash is silent', async () => {
    await make()
    await addTrack('Kiln')
    await world.as('olga', 'DELETE /api/projects/:projectId')
    await settle()
    expect(receiver.received).toEqual([])
  })
})

describe('the secret', () => {
  test('is shown once and kept nowhere', async () => {
    const { secret } = await make({}, 'olga')
    await world.as('olga', `POST ${ofProject}`, {
      body: { url: receiver.url, events: ['track.added'] },
      headers: { 'idempotency-key': 'one' },
    })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const { db } = world.services.database
    expect(
      JSON.stringify([
        await hooks(),
        await db.selectFrom('webhooks').selectAll().execute(),
        await db.selectFrom('answers').selectAll().execute(),
        await db.selectFrom('events').selectAll().execute(),
      ]),
    ).not.toContain('whsec_')
  })

  test('can be changed, and for a day both sign', async () => {
    const { webhook, secret } = await make()
    const rotated = await world.as('olga', `POST ${ofProject}/:webhookId/rotate`, { params: { webhookId: webhook.id } })
    const next: string = rotated.body.secret
    await addTrack('Kiln')
    await settle()
    world.pass(24 * HOUR_MS)
    await addTrack('Salt')
    await settle()
    expect(receiver.received.map((hook) => [isSigned(hook, secret), isSigned(hook, next)])).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('of a server whose own secret was changed signs nothing any more, until there is a new one', async () => {
    const { webhook } = await make()
    await world.services.database.db.updateTable('webhooks').set({ secret_hash: 'another' }).execute()
    await addTrack('Kiln')
    await settle()
    expect(receiver.received).toEqual([])
    expect(await hooks()).toMatchObject([{ state: 'off', offReason: 'secret' }])
    await world.as('olga', `POST ${ofProject}/:webhookId/rotate`, { params: { webhookId: webhook.id } })
    await addTrack('Salt')
    await settle()
    expect(receiver.received).toHaveLength(1)
  })
})

describe('a receiver that fails', () => {
  test('is tried again, ever later, and gets everything at once when it is back', async () => {
    const { webhook } = await make()
    receiver.answers(500, 'Traceback: …')
    await addTrack('Kiln')
    await settle()
    expect((await sent(webhook.id))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      status: 500,
      trouble: 'status',
      answer: 'Traceback: …',
      nextAt: world.services.now() + 5000,
    })
    await later(4999)
    expect(receiver.received).toHaveLength(1)
    await later(1)
    await later(30_000)
    expect(receiver.received).toHaveLength(3)
    await addTrack('Salt')
    await settle()
    expect([receiver.received.length, (await hooks())[0]?.state]).toEqual([3, 'failing'])
    receiver.answers(200)
    const announce = vi.spyOn(world.services.bus, 'announce')
    await later(2 * MINUTE_MS)
    // What waits is work for every process.
    expect(announce.mock.calls.map(([, stream]) => stream)).toContain('user:jobs')
    expect(receiver.received.slice(3).map(({ body }) => JSON.parse(body).data.track.title)).toEqual(['Kiln', 'Salt'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
    expect((await hooks())[0]).toMatchObject({ state: 'on', failingSince: null, restingUntil: null })
  })

  test('need not be waited for once a test has shown that it is back', async () => {
    const { webhook } = await make()
    receiver.answers(500)
    await addTrack('Kiln')
    for (const ms of [0, 5000, 30_000, 2 * MINUTE_MS]) await later(ms)
    expect((await sent(webhook.id))[0]).toMatchObject({ attempts: 4, nextAt: world.services.now() + 10 * MINUTE_MS })
    receiver.answers(200)
    await world.as('olga', `POST ${ofProject}/:webhookId/test`, { params: { webhookId: webhook.id } })
    await settle()
    expect((await sent(webhook.id)).map(({ event, state }) => [event, state]).toSorted()).toEqual([
      ['track.added', 'delivered'],
      ['webhook.test', 'delivered'],
    ])
  })

  test('and is given another address gets there at once what has waited', async () => {
    const { webhook } = await make()
    receiver.answers(500)
    await addTrack('Kiln')
    for (const ms of [0, 5000, 30_000, 2 * MINUTE_MS]) await later(ms)
    expect((await sent(webhook.id))[0]).toMatchObject({
      state: 'waiting',
      nextAt: world.services.now() + 10 * MINUTE_MS,
    })
    receiver.answers(200)
    await world.as('olga', `PATCH ${ofProject}/:webhookId`, {
      params: { webhookId: webhook.id },
      body: { label: 'Studio' },
    })
    await settle()
    expect(receiver.received).toHaveLength(4)
    await world.as('olga', `PATCH ${ofProject}/:webhookId`, {
      params: { webhookId: webhook.id },
      body: { url: `${receiver.url}/corrected` },
    })
    await settle()
    expect([receiver.received.length, (await sent(webhook.id))[0]?.state]).toEqual([5, 'delivered'])
  })

  test('and is given another address while it is off gets what has waited once it is on again', async () => {
    const { webhook } = await make()
    receiver.answers(500)
    await addTrack('Kiln')
    await settle()
    const set = async (body: unknown) => {
      await world.as('olga', `PATCH ${ofProject}/:webhookId`, { params: { webhookId: webhook.id }, body })
      await settle()
      return (await sent(webhook.id))[0]?.state
    }
    receiver.answers(200)
    expect([
      await set({ on: false }),
      await set({ url: `${receiver.url}/corrected` }),
      await set({ on: true }),
    ]).toEqual(['waiting', 'waiting', 'delivered'])
  })

  test('for a day is given up; the webhook is switched off and its maker reads of it in the inbox', async () => {
    const { webhook } = await make()
    receiver.answers(503)
    await addTrack('Kiln')
    const began = world.services.now()
    await settle()
    for (let at = 0; at < 30 && (await sent(webhook.id))[0]?.state === 'waiting'; at++)
      await later(((await sent(webhook.id))[0]?.nextAt ?? 0) - world.services.now())
    expect((await sent(webhook.id))[0]).toMatchObject({ state: 'failed', attempts: 12, status: 503 })
    expect([world.services.now() - began > 23 * HOUR_MS, world.services.now() - began <= 24 * HOUR_MS]).toEqual([
      true,
      true,
    ])
    expect(await hooks()).toMatchObject([{ state: 'off', offReason: 'failing' }])
    await settle()
    expect((await world.as('olga', 'GET /api/inbox', { query: { kind: 'webhook' } })).body.items).toMatchObject([
      {
        kind: 'webhook',
        actor: null,
        project: { name: 'Low Tide' },
        webhook: { id: webhook.id, host: new URL(receiver.url).host, organizationId: null },
      },
    ])
    expect((await world.as('ed', 'GET /api/inbox')).body.items).toEqual([])
    const before = receiver.received.length
    await addTrack('Salt')
    await settle()
    expect(receiver.received).toHaveLength(before)
  })

  test('of one event alone does not stop the others', async () => {
    const { webhook } = await make()
    receiver.answers(422)
    await addTrack('Kiln')
    await settle()
    receiver.answers(200)
    await addTrack('Salt')
    await later(5000)
    expect((await sent(webhook.id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  test('by saying that it is gone is not asked again', async () => {
    const { webhook } = await make()
    receiver.answers(410)
    await addTrack('Kiln')
    await settle()
    expect([(await hooks())[0]?.offReason, (await sent(webhook.id))[0]?.state]).toEqual(['gone', 'failed'])
  })

  test('by sending us elsewhere is not followed', async () => {
    const { webhook } = await make()
    receiver.answers(307, '', { location: receiver.url })
    await addTrack('Kiln')
    await settle()
    expect([receiver.received.length, (await sent(webhook.id))[0]?.status]).toEqual([1, 307])
  })

  test('is told by its address when nobody listens there', async () => {
    const { webhook } = await make({ url: 'http://127.0.0.1:1/' })
    await addTrack('Kiln')
    await settle()
    expect((await sent(webhook.id))[0]).toMatchObject({ state: 'waiting', status: null, trouble: 'connection' })
  })
})

describe('by hand', () => {
  test('a test is sent once, and says nothing about the rest', async () => {
    const { webhook, secret } = await make()
    receiver.answers(500)
    const { body } = await world.as('olga', `POST ${ofProject}/:webhookId/test`, { params: { webhookId: webhook.id } })
    expect(body).toMatchObject({ event: 'webhook.test', state: 'waiting' })
    await settle()
    await later(HOUR_MS)
    expect(receiver.received).toMatchObject([{ type: 'webhook.test' }])
    expect(receiver.received[0] && isSigned(receiver.received[0], secret)).toBe(true)
    expect([(await sent(webhook.id))[0]?.state, (await hooks())[0]?.state]).toEqual(['failed', 'on'])
  })

  test('a delivery is sent again under its id, and tried as at the beginning', async () => {
    const { webhook } = await make()
    await addTrack('Kiln')
    await settle()
    const [delivery] = await sent(webhook.id)
    const again = () =>
      world.as('olga', `POST ${ofProject}/:webhookId/deliveries/:deliveryId/again`, {
        params: { webhookId: webhook.id, deliveryId: delivery?.id ?? '' },
      })
    expect((await again()).body).toMatchObject({ id: delivery?.id, state: 'waiting', attempts: 0 })
    expect((await again()).body.code).toBe('webhook.waiting')
    await settle()
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id, delivery?.id])
  })

  test.each(['one', 'all'])(
    'what killed its worker goes out when an admin puts the dead job back: %s',
    async (which) => {
      const { webhook } = await make()
      await addTrack('Kiln')
      await catchUp(world.services)
      const { db } = world.services.database
      // As after three workers that died of it.
      await db
        .updateTable('jobs')
        .set({ state: 'active', attempts: 3, lease_id: 'gone', lease_until: 1 })
        .where('kind', '=', 'webhook.deliver')
        .execute()
      await settle()
      const [delivery] = await sent(webhook.id)
      expect([receiver.received.length, delivery?.state, delivery?.trouble]).toEqual([0, 'failed', 'stopped'])
      const { id: jobId } = await db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'webhook.deliver')
        .where('state', '=', 'dead')
        .executeTakeFirstOrThrow()
      const answer =
        which === 'one'
          ? await world.as('olga', 'POST /api/admin/jobs/:jobId/retry', { params: { jobId } })
          : await world.as('olga', 'POST /api/admin/jobs/retry')
      expect([answer.status, which === 'one' ? 1 : answer.body.count]).toEqual([200, 1])
      await settle()
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([delivery?.id])
      expect(await sent(webhook.id)).toMatchObject([{ state: 'delivered' }])
      expect(await db.selectFrom('jobs').select('id').where('state', '=', 'dead').execute()).toEqual([])
    },
  )

  test('nothing is sent while it is off, nor more than twenty times a minute', async () => {
    const { webhook } = await make()
    const tried = () => world.as('olga', `POST ${ofProject}/:webhookId/test`, { params: { webhookId: webhook.id } })
    const answers = []
    for (let i = 0; i < 21; i++) answers.push((await tried()).status)
    expect([new Set(answers.slice(0, 20)), answers[20]]).toEqual([new Set([200]), 429])
    await world.as('olga', `PATCH ${ofProject}/:webhookId`, { params: { webhookId: webhook.id }, body: { on: false } })
    expect((await tried()).body.code).toBe('webhook.off')
  })
})

describe('who may', () => {
  test('is the project’s owners, and an organization’s owners and admins', async () => {
    const body = { url: receiver.url, events: ['track.added'] }
    const inProject = await Promise.all(
      (['olga', 'ed', 'cora', 'lin', 'stan'] as const).map(
        async (person) => (await world.as(person, `POST ${ofProject}`, { body })).status,
      ),
    )
    expect(inProject).toEqual([200, 403, 403, 403, 404])
    await anOrganizationMember(world, { userId: 'ed' })
    const inOrganization = await Promise.all(
      (['olga', 'ed', 'stan'] as const).map(
        async (person) => (await world.as(person, `POST ${ofOrganization}`, { body })).status,
      ),
    )
    expect(inOrganization).toEqual([200, 403, 404])
  })

  test('ends with them: a webhook whose maker lost the right is silent until another owner takes it', async () => {
    await world.services.database.db
      .updateTable('memberships')
      .set({ role: 'owner' })
      .where('user_id', '=', 'ed')
      .execute()
    const { webhook } = await make({}, 'ed')
    await world.services.database.db
      .updateTable('memberships')
      .set({ role: 'editor' })
      .where('user_id', '=', 'ed')
      .execute()
    await addTrack('Kiln')
    await settle()
    expect([receiver.received.length, (await hooks())[0]?.offReason]).toEqual([0, 'rights'])
    // Its maker can do nothing about it any more: who can, reads of it.
    const inbox = async (person: PersonName) =>
      (await world.as(person, 'GET /api/inbox', { query: { kind: 'webhook' } })).body.items
    expect([await inbox('ed'), await inbox('olga')]).toMatchObject([
      [],
      [{ kind: 'webhook', webhook: { id: webhook.id } }],
    ])
    await world.as('olga', `PATCH ${ofProject}/:webhookId`, { params: { webhookId: webhook.id }, body: { on: true } })
    await addTrack('Salt')
    await settle()
    expect([receiver.received.length, (await hooks())[0]?.createdBy?.id]).toEqual([1, 'olga'])
  })

  test('is asked again when a delivery that waited is sent', async () => {
    const { db } = world.services.database
    await db.updateTable('memberships').set({ role: 'owner' }).where('user_id', '=', 'ed').execute()
    const { webhook } = await make({}, 'ed')
    receiver.answers(503)
    await addTrack('Kiln')
    await settle()
    receiver.answers(204)
    await db.deleteFrom('memberships').where('user_id', '=', 'ed').execute()
    await later(HOUR_MS)
    expect(receiver.received).toHaveLength(1)
    expect(await sent(webhook.id)).toMatchObject([{ state: 'failed', attempts: 1, trouble: 'off' }])
    expect(await hooks()).toMatchObject([{ state: 'off', offReason: 'rights' }])
  })

  test('does not open a webhook of another place', async () => {
    const { webhook } = await make()
    const { body } = await world.as('olga', `POST ${ofOrganization}`, {
      body: { url: receiver.url, events: ['track.added'] },
    })
    expect(
      (await world.as('olga', `DELETE ${ofOrganization}/:webhookId`, { params: { webhookId: webhook.id } })).status,
    ).toBe(404)
    expect(
      (await world.as('olga', `DELETE ${ofProject}/:webhookId`, { params: { webhookId: body.webhook.id } })).status,
    ).toBe(404)
    expect(
      (await world.as('olga', `DELETE ${ofProject}/:webhookId`, { params: { webhookId: webhook.id } })).status,
    ).toBe(200)
    expect(await hooks()).toEqual([])
  })
})

describe('an address', () => {
  test.each(['nowhere', 'ftp://example.com', 'https://user:secret@example.com', 'file:///etc/passwd'])(
    'like %s is refused',
    async (url) =>
      expect((await world.as('olga', `POST ${ofProject}`, { body: { url, events: ['track.added'] } })).body.code).toBe(
        'webhook.address',
      ),
  )

  test('asks for at least one event that there is', async () => {
    for (const events of [[], ['note.whispered']])
      expect((await world.as('olga', `POST ${ofProject}`, { body: { url: receiver.url, events } })).body.code).toBe(
        'VALIDATION_ERROR',
      )
  })

  test('of this machine or its network is refused, and never called, unless the settings allow it', async () => {
    const strict = await openWorld({ LOG_LEVEL: 'silent' })
    try {
      for (const url of [
        'http://127.0.0.1:3000',
        'http://10.0.0.1/',
        'http://[::1]/',
        'http://localhost/',
        'http://169.254.169.254/latest/meta-data',
      ])
        expect(
          (await strict.as('olga', `POST ${ofProject}`, { body: { url, events: ['track.added'] } })).body.code,
        ).toBe('webhook.address')
      const { body } = await strict.as('olga', `POST ${ofProject}`, {
        body: { url: 'https://hooks.example.com/', events: ['track.added'] },
      })
      await strict.services.database.db.updateTable('webhooks').set({ url: receiver.url }).execute()
      await strict.as('olga', `POST ${ofProject}/:webhookId/test`, { params: { webhookId: body.webhook.id } })
      await strict.work()
      const { items } = (
        await strict.as('olga', `GET ${ofProject}/:webhookId/deliveries`, { params: { webhookId: body.webhook.id } })
      ).body
      expect([receiver.received.length, items[0].trouble]).toEqual([0, 'address'])
    } finally {
      await strict.close()
    }
  })
})

test('what is done to them is written down', async () => {
  const { webhook } = await make()
  await world.as('olga', `POST ${ofProject}/:webhookId/rotate`, { params: { webhookId: webhook.id } })
  await world.as('olga', `POST ${ofOrganization}`, { body: { url: receiver.url, events: ['track.added'] } })
  const rows = await world.services.database.db
    .selectFrom('audit')
    .select(['kind', 'actor_id', 'project_id', 'organization_id'])
    .where('kind', 'like', 'webhook.%')
    .orderBy('kind')
    .orderBy('project_id')
    .execute()
  const olgas = { actor_id: 'olga' }
  expect(new Set(rows)).toEqual(
    new Set([
      { ...olgas, kind: 'webhook.made', project_id: world.here['projectId'], organization_id: null },
      { ...olgas, kind: 'webhook.made', project_id: null, organization_id: 'label' },
      { ...olgas, kind: 'webhook.rotated', project_id: world.here['projectId'], organization_id: null },
    ]),
  )
})

test('twenty webhooks hang in one place, and no more', async () => {
  for (let i = 0; i < 20; i++) await make()
  expect(
    (await world.as('olga', `POST ${ofProject}`, { body: { url: receiver.url, events: ['track.added'] } })).body.code,
  ).toBe('webhook.too_many')
})

test('what was sent is forgotten after 30 days', async () => {
  const { webhook } = await make()
  await addTrack('Kiln')
  await settle()
  world.pass(31 * 24 * HOUR_MS)
  await keepHouse(serverScope(world.services))
  expect(await sent(webhook.id)).toEqual([])
})

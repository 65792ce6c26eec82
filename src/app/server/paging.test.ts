import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '#shared/contract.ts'
import { contracts } from './feature-parts.ts'
import { openWorld, type World } from '#testing/world.ts'
import { anOrganizationMember, aProjectFile } from '#testing/row-builders.ts'

/** Lists of the world's own data; it has no organization. */
const lists = contracts
  .flatMap((contract) => Object.entries(contract))
  .flatMap(([key, { query }]) =>
    query && 'cursor' in query.shape && !key.includes(':organizationId') ? [key as `${Method} /${string}`] : [],
  )
const cursor = (text: string) => ({ query: { cursor: Buffer.from(text).toString('base64url') } })

let world: World
beforeAll(async () => {
  world = await openWorld()
  const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
  world.here['shareId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: false }, may },
    })
  ).body.items[0].id
  await aProjectFile(world, { id: 'lyrics' })
  world.here['fileId'] = 'lyrics'
  world.here['webhookId'] = (
    await world.as('olga', 'POST /api/projects/:projectId/webhooks', {
      body: { url: 'https://hooks.example.com/in', events: ['note.added'] },
    })
  ).body.webhook.id
})
afterAll(() => world.close())

describe.each(lists)('%s', (list) => {
  test.each([
    '-5~x',
    '0.5~x',
    '1e-7~x',
    '99999999999999999999~x',
    `${'9'.repeat(40)}~x`,
    "1~' or 1=1",
    '1~\u0000',
    '["\\u0000","x"]',
    '["x","\\u0000"]',
    'NaN~x',
    '~',
    '',
  ])('takes the made-up cursor %j for what it is', async (text) => {
    expect([200, 400]).toContain((await world.as('olga', list, cursor(text))).status)
  })
})

test('organizations are listed page by page, also where their names are long in any script', async () => {
  const { db } = world.services.database
  const names = ['Night Label', `${'夜'.repeat(199)}明`, '夜'.repeat(200), '"'.repeat(200)]
  const createdAt = new Date(0).toISOString()
  for (const [i, name] of names.entries()) {
    if (i === 0) continue
    await db
      .insertInto('organization')
      .values({ id: `label${i}`, name, slug: `label${i}`, logo: null, metadata: null, createdAt })
      .execute()
    await anOrganizationMember(world, {
      id: `olga-label${i}`,
      organizationId: `label${i}`,
      userId: 'olga',
      role: 'owner',
      createdAt,
    })
  }
  const seen: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await world.as('olga', 'GET /api/organizations', {
      query: { limit: '1', ...(next && { cursor: next }) },
    })
    seen.push(...page.body.items.map(({ name }: { name: string }) => name))
    next = page.body.nextCursor
  }
  expect(seen.toSorted()).toEqual(names.toSorted())
})

test('tasks are listed page by page however close they lie', async () => {
  const ids: string[] = []
  for (const title of ['Kick', 'Snare', 'Hat'])
    ids.push((await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title } })).body.id)
  for (const [i, position] of [1e-9, 2.5e-9, 7].entries())
    await world.services.database.db
      .updateTable('tasks')
      .set({ position })
      .where('id', '=', ids[i] ?? '')
      .execute()
  const seen: string[] = []
  for (let next: string | null = ''; next !== null;) {
    const page = await world.as('lin', 'GET /api/projects/:projectId/tasks', {
      query: { limit: '1', ...(next && { cursor: next }) },
    })
    seen.push(...page.body.items.map(({ id }: { id: string }) => id))
    next = page.body.nextCursor
  }
  expect(seen).toEqual(ids)
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import type { JobFacts } from '../administration.contract.ts'
import type { OutboxMail } from '#features/account/account.contract.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const inviteByMail = (email: string) => world.as('ed', 'POST /api/projects/:projectId/invites', { body: { email } })
const outbox = async (
  query: Readonly<Record<string, string>> = {},
): Promise<{ items: OutboxMail[]; nextCursor: string | null }> =>
  (await world.as('olga', 'GET /api/admin/outbox', { query })).body
const jobs = async (
  query: Readonly<Record<string, string>> = {},
): Promise<{ items: JobFacts[]; nextCursor: string | null }> =>
  (await world.as('olga', 'GET /api/admin/jobs', { query })).body
const retry = (jobId: string) => world.as('olga', 'POST /api/admin/jobs/:jobId/retry', { params: { jobId } })

describe('the outbox', () => {
  test('holds what no mail server took, newest first, page by page', async () => {
    expect(await outbox()).toEqual({ items: [], nextCursor: null })
    for (const name of ['ana', 'ben', 'cleo']) {
      await inviteByMail(`${name}@example.com`)
      await world.work()
      world.pass(1000)
    }
    const first = await outbox({ limit: '2' })
    const rest = await outbox({ limit: '2', cursor: first.nextCursor ?? '' })
    expect([...first.items, ...rest.items].map(({ to }) => to)).toEqual([
      'cleo@example.com',
      'ben@example.com',
      'ana@example.com',
    ])
    expect(rest.nextCursor).toBeNull()
    expect(first.items[0]).toMatchObject({
      subject: 'You are invited to a project on Roughmix',
      text: expect.stringContaining('/?invId='),
      html: expect.stringContaining('<a href='),
      sentAt: expect.stringMatching(/^2026-11-20T/),
    })
  })

  test('is in the bucket where the files are there, for every machine to see', async () => {
    const shared = await openWorld({ S3_BUCKET: 'songs', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' })
    for (const name of ['ana', 'ben']) {
      await shared.as('ed', 'POST /api/projects/:projectId/invites', { body: { email: `${name}@example.com` } })
      await shared.work()
      shared.pass(1000)
    }
    const kept: string[] = []
    for await (const { key } of shared.services.storage.list('outbox/')) kept.push(key)
    expect(kept).toHaveLength(2)
    const first = (await shared.as('olga', 'GET /api/admin/outbox', { query: { limit: '1' } })).body
    const rest = (await shared.as('olga', 'GET /api/admin/outbox', { query: { limit: '1', cursor: first.nextCursor } }))
      .body
    expect([first, rest].flatMap(({ items }) => items).map(({ to, subject }) => `${to}: ${subject}`)).toEqual([
      'ben@example.com: You are invited to a project on Roughmix',
      'ana@example.com: You are invited to a project on Roughmix',
    ])
    await shared.close()
  })

  test('is the admin’s alone, as are the jobs', async () => {
    for (const key of ['GET /api/admin/outbox', 'GET /api/admin/jobs'] as const)
      expect((await world.as('ed', key)).status).toBe(404)
  })

  test('takes no cursor for a path', async () => {
    const cursor = Buffer.from('../../../etc/passwd').toString('base64url')
    expect(await outbox({ cursor })).toEqual({ items: [], nextCursor: null })
  })
})

describe('background work', () => {
  test('is listed newest first, by state, and never with its letters', async () => {
    await inviteByMail('ana@example.com')
    const [waiting] = (await jobs({ state: 'ready' })).items
    expect(waiting).toMatchObject({ kind: 'mail.send', state: 'ready', attempts: 0 })
    expect(JSON.stringify(await jobs())).not.toContain('ana@example.com')
    await world.work()
    expect((await jobs({ state: 'ready' })).items).toEqual([])
    expect((await jobs({ state: 'done' })).items).toMatchObject([{ id: waiting?.id, attempts: 1 }])
  })

  test('that failed for good is tried again when the admin says so', async () => {
    await inviteByMail('ana@example.com')
    const { db } = world.services.database
    await db
      .updateTable('jobs')
      .set({ state: 'dead', attempts: 8, last_error: 'connection refused', finished_at: world.services.now() })
      .execute()
    const [dead] = (await jobs({ state: 'dead' })).items
    expect(dead?.lastError).toBe('connection refused')
    expect((await retry(dead?.id ?? '')).status).toBe(200)
    expect((await retry(dead?.id ?? '')).status).toBe(404)
    await world.work()
    expect((await outbox()).items.map(({ to }) => to)).toEqual(['ana@example.com'])
  })

  test('that is not dead, or not there, is not tried again', async () => {
    await inviteByMail('ana@example.com')
    const [waiting] = (await jobs()).items
    expect((await retry(waiting?.id ?? '')).status).toBe(404)
    expect((await retry('nosuchjob')).status).toBe(404)
    expect(
      (await world.as('ed', 'POST /api/admin/jobs/:jobId/retry', { params: { jobId: waiting?.id ?? '' } })).status,
    ).toBe(404)
  })
})

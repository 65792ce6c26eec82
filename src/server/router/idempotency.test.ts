import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepHouse } from '../jobs/housekeeping.jobs.ts'
import { serverScope } from '../scope.ts'
import { openWorld, type World } from '#testing/world.ts'
import { openAnswer, requestMark, sealAnswer } from './sealed-answers.ts'

const HOUR_MS = 3600_000
let world: World
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
})
afterAll(() => world.close())

const addTrack = (title: string, key: string, person: 'ed' | 'olga' = 'ed') =>
  world.as(person, 'POST /api/projects/:projectId/tracks', { body: { title }, headers: { 'idempotency-key': key } })
const titled = async (title: string): Promise<number> =>
  (await world.as('ed', 'GET /api/projects/:projectId')).body.tracks.filter(
    (track: { title: string }) => track.title === title,
  ).length

describe('a request with a key', () => {
  test('that is repeated is done once and answered alike', async () => {
    const first = await addTrack('Intro', 'intro')
    expect(await addTrack('Intro', 'intro')).toMatchObject({ status: first.status, body: first.body })
    expect(await titled('Intro')).toBe(1)
  })

  test('that is sent twenty times at once is done once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => addTrack('Chorus', 'chorus')))
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`))).toHaveLength(1)
    expect(await titled('Chorus')).toBe(1)
  })

  test('is another one with another body, and refused', async () => {
    await addTrack('Verse', 'verse')
    const other = await addTrack('Bridge', 'verse')
    expect([other.status, other.body.code, await titled('Bridge')]).toEqual([422, 'key_reused', 0])
  })

  test('is another one at another address, and refused', async () => {
    await addTrack('Outro', 'outro')
    const other = await world.as('ed', 'POST /api/projects', {
      body: { title: 'Outro', name: 'Outro' },
      headers: { 'idempotency-key': 'outro' },
    })
    expect(other.status).toBe(422)
  })

  test('does not clash with another person’s', async () => {
    await addTrack('Solo', 'solo')
    await addTrack('Solo', 'solo', 'olga')
    expect(await titled('Solo')).toBe(2)
  })

  test('that was refused may be tried again', async () => {
    const refused = await world.as('lin', 'POST /api/projects/:projectId/tracks', {
      body: { title: 'Coda' },
      headers: { 'idempotency-key': 'coda' },
    })
    expect(refused.status).toBe(403)
    await world.services.database.db
      .updateTable('memberships')
      .set({ role: 'editor' })
      .where('user_id', '=', 'lin')
      .execute()
    const allowed = await world.as('lin', 'POST /api/projects/:projectId/tracks', {
      body: { title: 'Coda' },
      headers: { 'idempotency-key': 'coda' },
    })
    expect([allowed.status, await titled('Coda')]).toEqual([200, 1])
  })

  test('accepted twenty times makes one member and counts one use', async () => {
    const invite = await world.as('olga', 'POST /api/projects/:projectId/invites', { body: { role: 'editor' } })
    const accepts = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.as('stan', 'POST /api/invite/:inviteId/accept', {
          params: { inviteId: invite.body.id },
          headers: { 'idempotency-key': `accept ${i % 5}` },
        }),
      ),
    )
    expect(new Set(accepts.map(({ status }) => status))).toEqual(new Set([200]))
    const members = (await world.as('olga', 'GET /api/projects/:projectId/members')).body.items
    expect(members.filter((member: { person: { id: string } }) => member.person.id === 'stan')).toHaveLength(1)
    const invites = (await world.as('olga', 'GET /api/projects/:projectId/invites')).body.items
    expect(invites.find((one: { id: string }) => one.id === invite.body.id).uses).toBe(1)
  })

  test('is remembered for a day and longer, and forgotten at last', async () => {
    await addTrack('Fade', 'fade')
    world.pass(24 * HOUR_MS)
    await keepHouse(serverScope(world.services))
    await addTrack('Fade', 'fade')
    expect(await titled('Fade')).toBe(1)
    world.pass(25 * HOUR_MS)
    await keepHouse(serverScope(world.services))
    await addTrack('Fade', 'fade')
    expect(await titled('Fade')).toBe(2)
  })

  test('leaves nothing in the database that opens its link or lets its password be guessed', async () => {
    const body = {
      what: { kind: 'project', latestOnly: false },
      may: { comment: false, seeNotes: false, approve: false, download: false, upload: false },
      password: 'seaglass',
    }
    const made = () =>
      world.as('ed', 'POST /api/projects/:projectId/shares', { body, headers: { 'idempotency-key': 'link' } })
    const first = await made()
    const { url } = first.body.items[0]
    const kept = JSON.stringify(
      await world.services.database.db.selectFrom('answers').selectAll().where('key', '=', 'link').execute(),
    )
    const route = 'POST /api/projects/:projectId/shares'
    const fingerprint = `${route}\n/api/projects/${world.here['projectId']}/shares\n${JSON.stringify(body)}`
    expect(kept).not.toContain(url.split('/s/')[1])
    expect(kept).not.toContain(createHash('sha256').update(fingerprint).digest('hex'))
    expect(await made()).toMatchObject({ status: 200, body: first.body })
  })

  test('is answered alike after an upgrade from a version that kept answers as they are', async () => {
    const first = await addTrack('Reprise', 'old')
    const path = `/api/projects/${world.here['projectId']}/tracks`
    const fingerprint = `POST /api/projects/:projectId/tracks\n${path}\n${JSON.stringify({ title: 'Reprise' })}`
    await world.services.database.db
      .updateTable('answers')
      .set({ request: createHash('sha256').update(fingerprint).digest('hex'), body: JSON.stringify(first.body) })
      .where('key', '=', 'old')
      .execute()
    expect(await addTrack('Reprise', 'old')).toMatchObject({ status: 200, body: first.body })
    expect([(await addTrack('Other', 'old')).body.code, await titled('Reprise')]).toEqual(['key_reused', 1])
  })

  test('that was answered under another secret of the server is refused and not done again', async () => {
    await addTrack('Tag', 'moved')
    const { config } = world.services
    const elsewhere = { ...config, AUTH_SECRET: 'another secret of another server' }
    await world.services.database.db
      .updateTable('answers')
      .set({
        request: requestMark(elsewhere, 'whatever was asked'),
        body: sealAnswer(elsewhere, { actorId: 'ed', key: 'moved' }, {}),
      })
      .where('key', '=', 'moved')
      .execute()
    expect([(await addTrack('Tag', 'moved')).body.code, await titled('Tag')]).toEqual(['key_reused', 1])
  })

  test('gets no answer that somebody put in its place', async () => {
    const mine = { actorId: 'ed', key: 'mine' }
    const kept = sealAnswer(world.services.config, mine, { title: 'Mine' })
    expect(openAnswer(world.services.config, mine, kept)).toEqual({ title: 'Mine' })
    expect(() => openAnswer(world.services.config, { ...mine, actorId: 'olga' }, kept)).toThrow('authenticate')
  })

  test('must be of a sensible length', async () => {
    expect((await addTrack('Long', 'x'.repeat(256))).status).toBe(400)
    expect((await addTrack('Long', 'x'.repeat(255))).status).toBe(200)
  })
})

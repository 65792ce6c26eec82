import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keptMail, type KeptMailFile } from '#testing/kept-mail.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { sealUnsubscribe } from './unsubscribe-token.ts'
import { aVersion } from '#testing/row-builders.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let world: World
/** Noon in London. */
beforeEach(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent', BASE_URL: 'https://mix.example.com' })
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  const { projectId = '', trackId = '' } = world.here
  world.here['versionId'] = `${projectId.slice(0, 8)}-v1`
  await aVersion(world, { id: world.here['versionId'], project_id: projectId, track_id: trackId, storage_key: 'kiln' })
  for (const person of ['olga', 'ed', 'lin'] as const) await set(person, { timeZone: 'Europe/London' })
})
afterEach(() => world.close())

const set = (as: PersonName, body: object) => world.as(as, 'PATCH /api/inbox/settings', { body })
const write = async (body: string): Promise<string> => {
  const { body: note } = await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    body: { versionId: world.here['versionId'], fromSeconds: 12.5, toSeconds: null, body },
  })
  await world.work()
  return note.id
}
const wait = async (milliseconds: number): Promise<void> => {
  world.pass(milliseconds)
  // Mails are queued by other jobs.
  await world.work()
}
const mails = async (to: PersonName): Promise<readonly KeptMailFile[]> =>
  (await keptMail(world.services.config.DATA_DIR)).filter((mail) => mail.to === `${to}@example.com`)
const subjects = async (to: PersonName) => (await mails(to)).map(({ subject }) => subject)
const unsubscribeUrl = (mail: KeptMailFile | undefined) =>
  /^<https:\/\/mix\.example\.com(\/unsubscribe\?token=[A-Za-z0-9_-]+)>$/.exec(
    mail?.headers['List-Unsubscribe'] ?? '',
  )?.[1] ?? ''

describe('a mail at once', () => {
  test('waits two minutes and carries everything that came meanwhile', async () => {
    await write('@Olga, the vocal')
    await wait(MINUTE)
    await write('@Olga, and the snare')
    expect(await subjects('olga')).toEqual([])
    await wait(2 * MINUTE)
    expect(await subjects('olga')).toEqual(['2 new in Low Tide'])
    await wait(HOUR)
    expect(await subjects('olga')).toHaveLength(1)
  })

  test('says who and what in its subject, and leads to the note at its second', async () => {
    const noteId = await write('@Olga <b>louder</b>')
    await wait(3 * MINUTE)
    const [mail] = await mails('olga')
    expect(mail?.subject).toBe('Cora mentioned you on Kiln v1 · Low Tide')
    const { projectId, trackId, versionId } = world.here
    expect(mail?.text).toContain(
      `https://mix.example.com/?projectId=${projectId}&trackId=${trackId}&versionId=${versionId}&t=12.5&note=${noteId}`,
    )
    expect(mail?.html).toContain('&lt;b&gt;louder&lt;/b&gt;')
    expect(mail?.html).not.toMatch(/<(script|img|link|iframe)|url\(|<b>/)
  })

  test('is not sent to who has read it in the product', async () => {
    await write('@Olga')
    const { items } = (await world.as('olga', 'GET /api/inbox')).body
    await world.as('olga', 'PUT /api/inbox/:notificationId/read', {
      params: { notificationId: items[0].id },
      body: { read: true },
    })
    await wait(3 * MINUTE)
    expect(await subjects('olga')).toEqual([])
  })

  test.each([
    [
      'who has left the project',
      () => world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } }),
    ],
    ['who has muted it', () => world.as('lin', 'PUT /api/projects/:projectId/mute', { body: { level: 'all' } })],
    [
      'who wants no mails about it',
      () => world.as('lin', 'PUT /api/projects/:projectId/mute', { body: { level: 'mail' } }),
    ],
    ['who has switched it off', () => set('lin', { channels: { mention: { inApp: true, mail: 'off' } } })],
    [
      'whose account is disabled',
      () => world.as('olga', 'POST /api/admin/users/:userId/disable', { params: { userId: 'lin' } }),
    ],
    [
      'whose address nobody has proven',
      () =>
        world.services.database.db
          .updateTable('user')
          .set({ emailVerified: world.services.database.engine === 'sqlite' ? 0 : false })
          .where('id', '=', 'lin')
          .execute(),
    ],
  ])('is not sent to %s meanwhile', async (_, meanwhile) => {
    await write('@Lin and @Olga')
    await meanwhile()
    await wait(3 * MINUTE)
    expect([await subjects('lin'), (await subjects('olga')).length]).toEqual([[], 1])
  })

  test('waits until quiet hours are over', async () => {
    await set('olga', { quiet: { from: 12 * 60, to: 14 * 60 } })
    await write('@Olga')
    await wait(119 * MINUTE)
    expect(await subjects('olga')).toEqual([])
    await wait(MINUTE)
    expect(await subjects('olga')).toHaveLength(1)
  })

  test('goes at once, though the clock goes on while it is written', async () => {
    await write('@Olga')
    world.pass(3 * MINUTE)
    const { now } = world.services
    let reads = 0
    vi.spyOn(world.services, 'now').mockImplementation(() => now() + Math.min(reads++, 500))
    await world.work()
    const { db } = world.services.database
    expect(
      await db
        .selectFrom('jobs')
        .select('id')
        .where('kind', '=', 'inbox.mail')
        .where((eb) => eb('payload', 'like', '%olga%'))
        .execute(),
    ).toHaveLength(1)
    expect(await subjects('olga')).toHaveLength(1)
  })

  test('waits for quiet hours that were chosen after it was written', async () => {
    await write('@Olga')
    await set('olga', { quiet: { from: 12 * 60, to: 14 * 60 } })
    await wait(3 * MINUTE)
    expect(await subjects('olga')).toEqual([])
    await wait(2 * HOUR)
    expect(await subjects('olga')).toHaveLength(1)
  })
})

describe('the digest', () => {
  test('comes once, at the hour of its reader, with all projects and what is still unread', async () => {
    await write('one')
    await write('two')
    await wait(19 * HOUR)
    expect(await subjects('ed')).toEqual([])
    await wait(HOUR)
    const [mail, ...more] = await mails('ed')
    expect([mail?.subject, more]).toEqual(['Your day on Roughmix: 2 new', []])
    expect(mail?.text).toMatch(/^LOW TIDE\n\nCora left a note on Kiln v1\n> one\n/)
    await wait(48 * HOUR)
    expect(await mails('ed')).toHaveLength(1)
  })

  test('comes at another hour once that is chosen', async () => {
    await write('one')
    await set('ed', { digestAt: 15 * 60 })
    await wait(3 * HOUR)
    expect(await subjects('ed')).toHaveLength(1)
    await write('two')
    await set('ed', { digestAt: 9 * 60 })
    await wait(24 * HOUR)
    expect(await subjects('ed')).toHaveLength(2)
    await wait(48 * HOUR)
    expect(await subjects('ed')).toHaveLength(2)
  })

  test('is no mail where all was read', async () => {
    await write('one')
    await world.as('ed', 'POST /api/inbox/read-all', { body: {} })
    await wait(24 * HOUR)
    expect(await subjects('ed')).toEqual([])
  })
})

describe('unsubscribing', () => {
  const post = (path: string, payload = 'List-Unsubscribe=One-Click', type = 'application/x-www-form-urlencoded') =>
    world.server.inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': type, origin: 'https://webmail.example.org' },
    })
  const linkIn = (mail: KeptMailFile | undefined, label: string) =>
    new RegExp(`${label}: https://mix\\.example\\.com(/unsubscribe\\?\\S+)`).exec(mail?.text ?? '')?.[1] ?? ''

  test('from a project is one click in a mail program, without a session', async () => {
    await write('@Lin')
    await wait(3 * MINUTE)
    const [mail] = await mails('lin')
    expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const answer = await post(unsubscribeUrl(mail))
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
    expect((await world.as('lin', 'GET /api/inbox/settings')).body.mutes).toMatchObject([{ level: 'mail' }])
    await write('@Lin, again')
    await wait(3 * MINUTE)
    expect(await mails('lin')).toHaveLength(1)
    expect((await world.as('lin', 'GET /api/inbox/count')).body).toMatchObject({ unread: 2 })
  })

  test('from a kind stops that kind alone', async () => {
    await write('@Lin')
    await wait(3 * MINUTE)
    const path = linkIn((await mails('lin'))[0], 'Stop these e-mails: Mentions')
    expect((await world.as('visitor', `GET /api${path}` as 'GET /x')).body).toEqual({ from: 'kind', kind: 'mention' })
    expect((await post(path, '--x--', 'multipart/form-data; boundary=x')).statusCode).toBe(200)
    expect((await world.as('lin', 'GET /api/inbox/settings')).body).toMatchObject({
      channels: { mention: { inApp: true, mail: 'off' }, assignment: { mail: 'now' } },
      mutes: [],
    })
  })

  test('from the digest leaves mails at once', async () => {
    await write('one')
    await wait(24 * HOUR)
    await post(unsubscribeUrl((await mails('ed'))[0]))
    const { channels } = (await world.as('ed', 'GET /api/inbox/settings')).body
    expect([channels.note.mail, channels.version.mail, channels.mention.mail]).toEqual(['off', 'off', 'now'])
  })

  test('works by nothing that this server did not write', async () => {
    const token = sealUnsubscribe(world.services.config, 'lin', { kind: 'mention' })
    const turned = [...token]
      .map((letter, index) => (index === token.length - 8 ? (letter === 'A' ? 'B' : 'A') : letter))
      .join('')
    const foreign = sealUnsubscribe(
      { ...world.services.config, AUTH_SECRET: 'another server’s secret, long enough to count' },
      'lin',
      { kind: 'mention' },
    )
    for (const forged of [
      turned,
      foreign,
      '',
      'lin',
      Buffer.from('{"userId":"lin","scope":{"kind":"mention"}}').toString('base64url'),
    ]) {
      expect((await post(`/unsubscribe?token=${forged}`)).statusCode).toBe(404)
      expect((await world.as('visitor', 'GET /api/unsubscribe', { query: { token: forged } })).status).toBe(404)
    }
    expect((await world.as('lin', 'GET /api/inbox/settings')).body.channels.mention.mail).toBe('now')
    expect((await post(`/unsubscribe?token=${token}`)).statusCode).toBe(200)
  })

  test('is for whom the mail was, whoever is signed in, and does not say who that is', async () => {
    const token = sealUnsubscribe(world.services.config, 'lin', { kind: 'mention' })
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('lin')
    const seen = await world.as('stan', 'GET /api/unsubscribe', { query: { token } })
    expect(seen.body).toEqual({ from: 'kind', kind: 'mention' })
    await world.as('stan', 'POST /unsubscribe', { query: { token } })
    const mentions = async (as: PersonName) =>
      (await world.as(as, 'GET /api/inbox/settings')).body.channels.mention.mail
    expect([await mentions('lin'), await mentions('stan')]).toEqual(['off', 'now'])
  })
})

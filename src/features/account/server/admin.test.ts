import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
let root: Browser, nora: Browser
let noraId: string
beforeAll(async () => {
  rig = await openRig()
  root = await rig.person('Root')
  rig.world.pass(1)
  nora = await rig.person('Nora', { username: 'nora_b' })
  noraId = (await nora.session()).user.id
})
afterAll(() => rig.close())

const api = (one: Browser, method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  one.send(
    method,
    `/api${path}`,
    { origin: 'http://localhost:3000', ...(body !== undefined && { 'content-type': 'application/json' }) },
    body === undefined ? undefined : JSON.stringify(body),
  )

describe('people, to the admin,', () => {
  test('are listed newest first with how they sign in, and found by a part of their names', async () => {
    const all = (await api(root, 'GET', '/admin/users')).body.items
    expect(all.map((one: { name: string }) => one.name)).toEqual(['Nora', 'Root'])
    expect(all[0]).toMatchObject({
      id: noraId,
      email: 'nora@example.com',
      isAdmin: false,
      disabledAt: null,
      ways: ['credential'],
      lastSeenAt: expect.any(Number),
    })
    expect((await api(root, 'GET', '/admin/users?search=NORA_B')).body.items).toHaveLength(1)
    expect((await api(root, 'GET', '/admin/users?search=%25')).body.items).toHaveLength(0)
    const found = async (search: string, more = '') =>
      (await api(root, 'GET', `/admin/users?search=${encodeURIComponent(search)}${more}`)).body
    const called = (name: string) =>
      rig.world.services.database.db.updateTable('user').set({ name }).where('id', '=', noraId).execute()
    await called('Özgür Čapek')
    for (const search of ['Özgür', 'ÖZGÜR č', 'ozgur'])
      expect((await found(search)).items).toMatchObject([{ id: noraId }])
    // These names have no letters whose case databases treat differently, and Nora’s page comes before Root’s.
    await called('Борис')
    expect((await found('БОРИС')).items).toMatchObject([{ id: noraId }])
    expect((await found('борис', '&limit=1')).nextCursor).toBe(null)
    expect((await found('ваня')).items).toEqual([])
    await called('Nora')
    const first = (await api(root, 'GET', '/admin/users?limit=1')).body
    expect((await api(root, 'GET', `/admin/users?limit=1&cursor=${first.nextCursor}`)).body).toMatchObject({
      items: [{ name: 'Root' }],
      nextCursor: null,
    })
  })

  test('that come, go or are disabled are told to an open list, and to nobody else', async () => {
    const { db } = rig.world.services.database
    const told = async (userId: string) =>
      (
        await db
          .selectFrom('events')
          .select(['kind', 'refs'])
          .where('stream_id', '=', `user:${userId}`)
          .orderBy('seq')
          .execute()
      )
        .filter(({ kind }) => kind === 'people.changed')
        .map(({ refs }) => JSON.parse(refs).userId)
    const rootId = (await root.session()).user.id
    const before = (await told(rootId)).length
    const pat = await rig.person('Pat')
    const { id } = (await pat.session()).user
    await api(root, 'POST', `/admin/users/${id}/disable`)
    await api(root, 'POST', `/admin/users/${id}/enable`)
    await pat.signIn('Pat')
    expect((await pat.post('/delete-user')).status).toBe(200)
    expect((await told(rootId)).slice(before)).toEqual([id, id, id, id])
    expect(await told(noraId)).toEqual([])
  })

  test('are made where nobody may sign up, and come in by the link that is handed over', async () => {
    await api(root, 'PATCH', '/admin/settings', { signUp: 'closed' })
    const made = await api(root, 'POST', '/admin/users', { name: 'Mina', email: 'Mina@Example.com' })
    expect([
      made.status,
      (await api(root, 'POST', '/admin/users', { name: 'Mina', email: 'mina@example.com' })).body.code,
      (await api(nora, 'POST', '/admin/users', { name: 'Ana', email: 'ana@example.com' })).status,
    ]).toEqual([200, 'account.taken', 404])
    expect((await api(root, 'GET', '/admin/users?search=mina')).body.items[0]).toMatchObject({
      id: made.body.userId,
      name: 'Mina',
      email: 'mina@example.com',
      emailVerified: true,
      isAdmin: false,
      ways: [],
    })
    // The sign-in library uses the system clock.
    rig.world.pass(Date.now() - rig.world.services.now())
    const { url } = (await api(root, 'POST', `/admin/users/${made.body.userId}/password-link`)).body
    const token = new URL(url).pathname.split('/').at(-1)
    expect((await rig.browser().post('/reset-password', { token, newPassword: 'sings at night' })).status).toBe(200)
    expect(
      (await rig.browser().post('/sign-in/email', { email: 'mina@example.com', password: 'sings at night' })).status,
    ).toBe(200)
    const log = (await api(root, 'GET', '/admin/audit')).body.items.find(
      ({ kind }: { kind: string }) => kind === 'admin.person_made',
    )
    expect([log.actor.name, log.subject.name]).toEqual(['Root', 'Mina'])
    await api(root, 'PATCH', '/admin/settings', { signUp: null })
    await api(root, 'POST', `/admin/users/${made.body.userId}/disable`)
  })

  test('do not exist for anybody else', async () => expect((await api(nora, 'GET', '/admin/users')).status).toBe(404))
})

describe('somebody disabled', () => {
  test('is signed out at once and let in by no way until enabled again', async () => {
    expect((await api(root, 'POST', `/admin/users/${noraId}/disable`)).body).toMatchObject({
      id: noraId,
      disabledAt: expect.any(Number),
    })
    expect((await api(nora, 'GET', '/users/me')).status).toBe(401)
    for (const answer of [
      await nora.signIn('Nora'),
      await nora.post('/sign-in/username', { username: 'nora_b', password: passwordOf('Nora') }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'This account is disabled', code: 'ACCOUNT_DISABLED' },
      })
    expect(await nora.signIn('Nora', { password: 'a wrong password' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    })
    await rig.settle()
    await rig.emptyMail()
    expect((await nora.post('/sign-in/magic-link', { email: 'nora@example.com', callbackURL: '/' })).body).toEqual({
      status: true,
    })
    expect((await nora.post('/forget-password', { email: 'nora@example.com' })).body).toEqual({ status: true })
    await rig.settle()
    expect(await rig.mailsTo('nora@example.com')).toEqual([])
    expect(await nora.session('?disableCookieCache=true')).toBeNull()
    expect((await api(root, 'POST', `/admin/users/${noraId}/enable`)).body.disabledAt).toBeNull()
    expect((await nora.signIn('Nora')).status).toBe(200)
  })

  test('is never oneself, nor nobody', async () => {
    expect(await api(root, 'POST', `/admin/users/${(await root.session()).user.id}/disable`)).toMatchObject({
      status: 409,
      body: { code: 'account.self' },
    })
    expect((await api(root, 'POST', '/admin/users/nosuch/disable')).status).toBe(404)
  })
})

describe('the admin', () => {
  test('is the first account, stays the only one, and is followed by the oldest that may sign in', async () => {
    const fresh = await openRig()
    const [first, second, third] = [await fresh.person('Ann'), await fresh.person('Bo'), await fresh.person('Cy')]
    const isAdmin = async (one: Browser) => (await api(one, 'GET', '/users/me')).body.isAdmin
    expect([await isAdmin(first), await isAdmin(second), await isAdmin(third)]).toEqual([true, false, false])
    await api(first, 'POST', `/admin/users/${(await second.session()).user.id}/disable`)
    await first.post('/delete-user')
    expect(await isAdmin(third)).toBe(true)
    await fresh.close()
  })
})

describe('sign-up', () => {
  const set = (signUp: string | null) => api(root, 'PATCH', '/admin/settings', { signUp })

  test('is closed and opened while the server runs', async () => {
    expect((await set('closed')).body).toEqual({ signUp: 'closed', configured: { signUp: 'open' } })
    expect((await api(rig.browser(), 'GET', '/server')).body.signUp).toBe('closed')
    expect(await rig.browser().signUp('Late')).toMatchObject({ status: 403, body: { code: 'SIGN_UP_CLOSED' } })
    expect((await set(null)).body.signUp).toBe('open')
    expect((await rig.browser().signUp('Late')).status).toBe(200)
    expect((await api(nora, 'PATCH', '/admin/settings', { signUp: 'closed' })).status).toBe(404)
    expect((await set('ajar')).status).toBe(400)
  })

  test('by invitation lets in those who hold a link or were invited by address', async () => {
    await set('invite-only')
    expect(await rig.browser().signUp('Ann')).toMatchObject({ status: 403, body: { code: 'SIGN_UP_INVITE_ONLY' } })
    const { id: projectId } = (await api(root, 'POST', '/projects', { name: 'Low Tide' })).body
    const invite = (await api(root, 'POST', `/projects/${projectId}/invites`, {})).body
    expect(
      (
        await rig
          .browser()
          .post(
            '/sign-up/email',
            { name: 'Ann', email: 'ann@example.com', password: 'long enough' },
            { 'x-invite-id': invite.id },
          )
      ).status,
    ).toBe(200)
    expect((await rig.browser().signUp('Bo', { callbackURL: `/?invId=${invite.id}` })).status).toBe(200)
    const bound = (await api(root, 'POST', `/projects/${projectId}/invites`, { email: 'cy@example.com' })).body
    for (const other of [
      await rig.browser().signUp('Stan', { callbackURL: `/?invId=${bound.id}` }),
      await rig
        .browser()
        .post(
          '/sign-up/email',
          { name: 'Stan', email: 'stan@example.com', password: 'long enough' },
          { 'x-invite-id': bound.id },
        ),
    ])
      expect(other).toMatchObject({ status: 403, body: { code: 'SIGN_UP_INVITE_ONLY' } })
    expect((await rig.browser().signUp('Cy', { callbackURL: `/?invId=${bound.id}` })).status).toBe(200)
    await root.post('/organization/create', { name: 'Label', slug: 'label' })
    await root.post('/organization/invite-member', { email: 'di@example.com', role: 'member' })
    expect((await rig.browser().signUp('Di')).status).toBe(200)
    expect((await rig.browser().signUp('Ed', { callbackURL: '/?invId=nosuchinvite' })).status).toBe(403)
    await rig.world.services.database.db
      .updateTable('projects')
      .set({ deleted_at: 1 })
      .where('id', '=', projectId)
      .execute()
    expect((await rig.browser().signUp('Fay', { callbackURL: `/?invId=${invite.id}` })).status).toBe(403)
    await rig.emptyMail()
    expect((await rig.browser().post('/sign-in/magic-link', { email: 'stranger@example.com' })).body).toEqual({
      status: true,
    })
    await rig.settle()
    expect(await rig.mailsTo('stranger@example.com')).toEqual([])
    await set(null)
  })
})

describe('the test mail', () => {
  test('goes to the outbox where no mail server is configured', async () => {
    expect(await api(root, 'POST', '/admin/test-mail')).toMatchObject({
      status: 200,
      body: { ok: true, to: 'root@example.com', outbox: true },
    })
    expect((await api(root, 'GET', '/admin/outbox')).body.items[0]).toMatchObject({
      to: 'root@example.com',
      subject: 'Test e-mail from Roughmix',
    })
    expect((await api(nora, 'POST', '/admin/test-mail')).status).toBe(404)
  })

  test('tells the mail server’s own words when it fails', async () => {
    const smtp = createServer((socket) => socket.end('554 no mail from strangers\r\n'))
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
    const address = smtp.address()
    const broken = await openRig({
      SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    })
    const admin = await broken.person('Root')
    expect(await api(admin, 'POST', '/admin/test-mail')).toMatchObject({
      status: 502,
      body: { code: 'mail.failed', message: expect.stringContaining('no mail from strangers') },
    })
    await broken.close()
    smtp.close()
  })

  test('is written down before somebody hears that they signed up', async () => {
    const broken = await openRig({ LOG_LEVEL: 'silent' })
    const { schema } = broken.world.services.database.db
    await schema.alterTable('jobs').renameTo('jobs_away').execute()
    expect((await broken.browser().signUp('Ann')).status).toBe(500)
    await schema.alterTable('jobs_away').renameTo('jobs').execute()
    const ann = broken.browser()
    expect((await ann.signIn('Ann')).status).toBe(200)
    await ann.post('/send-verification-email', { email: 'ann@example.com' })
    expect(await broken.mailsTo('ann@example.com')).toHaveLength(1)
    await broken.close()
  })

  test('that fails loses no sign-up: the mail is tried again', async () => {
    const broken = await openRig({ SMTP_URL: 'smtp://127.0.0.1:1' })
    expect((await broken.browser().signUp('Ann')).status).toBe(200)
    await broken.mail('ann@example.com', /verify/i)
    await broken.world.work()
    const job = () =>
      broken.world.services.database.db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'mail.send')
        .executeTakeFirstOrThrow()
    expect(await job()).toMatchObject({ state: 'ready', attempts: 1 })
    broken.world.pass(60_000)
    await broken.world.work()
    expect((await job()).attempts).toBe(2)
    await broken.close()
  })
})

import { createHash } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { linkIn, openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'
import { aMembership } from '#testing/row-builders.ts'

const DAY_MS = 86_400_000
let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  await rig.person('Root')
})
afterAll(() => rig.close())
afterEach(() => {
  vi.useRealTimers()
})

function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

const api = (one: Browser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  one.send(
    method,
    `/api${path}`,
    { origin: 'http://localhost:3000', ...(body !== undefined && { 'content-type': 'application/json' }) },
    body === undefined ? undefined : JSON.stringify(body),
  )

describe('accounts', () => {
  test('are listed with provider, id and scopes', async () => {
    const ann = await rig.person('Ann')
    const { user } = await ann.session()
    expect((await ann.get('/list-accounts')).body).toEqual([
      expect.objectContaining({
        id: expect.any(String),
        provider: 'credential',
        accountId: user.id,
        scopes: [],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      }),
    ])
    expect((await ann.get('/list-accounts')).text).not.toMatch(/password|argon2|accessToken/)
    expect((await rig.browser().get('/list-accounts')).status).toBe(401)
  })

  test('the last one cannot be unlinked, an unknown one is not found', async () => {
    const bea = await rig.person('Bea')
    expect(await bea.post('/unlink-account', { providerId: 'credential' })).toMatchObject({
      status: 400,
      body: { message: "You can't unlink your last account" },
    })
    await linkFake(bea, 'github', '4711')
    expect(await bea.post('/unlink-account', { providerId: 'google' })).toMatchObject({
      status: 400,
      body: { message: 'Account not found' },
    })
    expect(await bea.post('/unlink-account', { providerId: 'github', accountId: '4712' })).toMatchObject({
      status: 400,
      body: { message: 'Account not found' },
    })
    expect(await bea.post('/unlink-account', {})).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters', fields: { providerId: 'Required' } },
    })
    expect(await rig.browser().post('/unlink-account', { providerId: 'github' })).toMatchObject({ status: 401 })
    expect(await bea.post('/unlink-account', { providerId: 'github', accountId: '4711' })).toMatchObject({
      status: 200,
      body: { status: true },
    })
    expect((await bea.get('/list-accounts')).body).toHaveLength(1)
  })

  test('all cannot be unlinked at the same moment', async () => {
    const bob = await rig.person('Bob')
    for (const provider of ['github', 'google', 'discord']) await linkFake(bob, provider, '4713')
    const answers = await Promise.all(
      ['credential', 'github', 'google', 'discord'].map((providerId) => bob.post('/unlink-account', { providerId })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400])
    expect((await bob.get('/list-accounts')).body).toHaveLength(1)
  })

  test('of somebody else are out of reach', async () => {
    const [cat, dee] = [await rig.person('Cat'), await rig.person('Dee')]
    await linkFake(cat, 'github', '99')
    await linkFake(dee, 'google', '98')
    expect(await dee.post('/unlink-account', { providerId: 'github', accountId: '99' })).toMatchObject({
      status: 400,
      body: { message: 'Account not found' },
    })
    expect(
      await dee.post('/get-access-token', { providerId: 'github', userId: (await cat.session()).user.id }),
    ).toMatchObject({ status: 400, body: { message: 'Account not found' } })
  })

  test('the last one can be unlinked where that is allowed', async () => {
    const free = await openRig({ UNLINK_LAST_ACCOUNT: 'on' })
    const eva = await free.person('Eva')
    expect(await eva.post('/unlink-account', { providerId: 'credential' })).toMatchObject({
      status: 200,
      body: { status: true },
    })
    await free.close()
  })
})

describe('tokens of a provider', () => {
  test.each(['/get-access-token', '/refresh-token'])('%s refuses in the specification’s words', async (path) => {
    const name = `Tok${path.length}`
    const one = await rig.person(name)
    expect(await rig.browser().post(path, { providerId: 'github', userId: 'x' })).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    })
    expect(await one.post(path, {})).toMatchObject({ status: 400, body: { message: 'Invalid body parameters' } })
    expect(await one.post(path, { providerId: 'nosuch' })).toMatchObject({
      status: 400,
      body: { message: 'Provider nosuch is not supported.' },
    })
    expect(await one.post(path, { providerId: 'github' })).toMatchObject({
      status: 400,
      body: { message: 'Account not found' },
    })
    await linkFake(one, 'github', `${name}-1`)
    expect(await one.post(path, { providerId: 'github' })).toMatchObject({
      status: 400,
      body: { message: 'Provider github not found.' },
    })
  })
})

describe('deleting one’s account', () => {
  test('asks for the password, or a fresh session', async () => {
    const fee = await rig.person('Fee')
    expect(await fee.post('/delete-user', { password: 'not hers at all' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid password' },
    })
    pass(DAY_MS + 1000)
    expect(await fee.post('/delete-user')).toMatchObject({
      status: 400,
      body: { message: 'Session expired. Re-authenticate to perform this action.' },
    })
    expect(await fee.post('/delete-user', { password: passwordOf('Fee') })).toMatchObject({
      status: 200,
      body: { success: true, message: 'User deleted' },
    })
    expect(fee.jar.size).toBe(0)
    expect((await rig.browser().signIn('Fee')).status).toBe(401)
  })

  test('works without a password on a fresh session, and ends all sessions', async () => {
    const [here, there] = [await rig.person('Gwen'), rig.browser()]
    await there.signIn('Gwen')
    expect((await here.post('/delete-user')).body).toEqual({ success: true, message: 'User deleted' })
    expect(await there.session('?disableCookieCache=true')).toBeNull()
    expect((await there.open('/api/users/me')).status).toBe(401)
  })

  test('is for nobody who is not signed in, and by no invented token', async () => {
    expect((await rig.browser().post('/delete-user')).status).toBe(401)
    const ike = await rig.person('Ike')
    expect(await ike.post('/delete-user', { token: 'x'.repeat(32) })).toMatchObject({
      status: 404,
      body: { message: 'invalid token' },
    })
    expect(await ike.get('/delete-user/callback?token=nosuchtoken')).toMatchObject({
      status: 404,
      body: { message: 'invalid token' },
    })
    expect(await rig.browser().get('/delete-user/callback?token=nosuchtoken')).toMatchObject({
      status: 404,
      body: { message: 'Failed to get user info' },
    })
    expect(await ike.get('/delete-user/callback')).toMatchObject({
      status: 400,
      body: { message: 'Invalid query parameters' },
    })
  })

  test.each([
    [
      '/delete-user/callback?token=nosuchtoken',
      'Your account was not deleted',
      'Sign in on this browser, then open the link again.',
    ],
    [
      '/verify-email?token=nosuchtoken',
      'Your e-mail address was not confirmed',
      'This link has expired or was used already.',
    ],
    ['/undo-email-change?token=nosuchtoken', 'The change was not undone', 'This link has expired or was used already.'],
    ['/reset-password/nosuchtoken', 'Your password was not changed', 'This link is not complete.'],
  ])('a dead link says to a browser what did not happen: %s', async (path, title, words) => {
    const page = await rig.browser().open(`http://localhost:3000/api/auth${path}`, { accept: 'text/html' })
    expect(page.text).toContain(`<h1>${title}</h1>`)
    expect(page.text).toContain(words)
    // One script, which keeps the browser's menu away, named by its hash.
    const [, script = ''] = /<script>(.*?)<\/script>/.exec(page.text) ?? []
    expect(script).toContain('contextmenu')
    expect(page.headers['content-security-policy']).toContain(
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`,
    )
  })

  test('by mail, if that is on: a token of 32 small letters and digits, good for a day and one person', async () => {
    const mailed = await openRig({ DELETE_ACCOUNT_BY_MAIL: 'on' })
    await mailed.person('Root')
    const [jim, kay] = [await mailed.person('Jim'), await mailed.person('Kay')]
    expect((await jim.post('/delete-user', { callbackURL: '/login' })).body).toEqual({
      success: true,
      message: 'Verification email sent',
    })
    const link = linkIn(await mailed.mail('jim@example.com', /deleted/))
    expect(link).toMatch(/\/api\/auth\/delete-user\/callback\?token=[0-9a-z]{32}&callbackURL=%2Flogin$/)
    expect((await kay.open(link)).status).toBe(404)
    await jim.post('/delete-user', { callbackURL: '/login' })
    await mailed.settle()
    const again = linkIn(
      (await mailed.mailsTo('jim@example.com')).at(-1) ?? { to: '', subject: '', text: '', html: '' },
    )
    pass(DAY_MS + 1000)
    await jim.signIn('Jim')
    expect((await jim.open(again)).status).toBe(404)
    vi.useRealTimers()
    await mailed.emptyMail()
    await jim.post('/delete-user', { callbackURL: '/login' })
    expect(await jim.open(await mailed.link('jim@example.com', /deleted/))).toMatchObject({
      status: 302,
      location: '/login',
    })
    expect((await mailed.browser().signIn('Jim')).status).toBe(401)
    await mailed.close()
  })

  test('waits until what one alone owns is handed over or given up', async () => {
    const [liv, mia] = [await rig.person('Liv'), await rig.person('Mia')]
    const [me, her] = [(await liv.session()).user.id, (await mia.session()).user.id]
    const shared = (await api(liv, 'POST', '/projects', { name: 'Shared' })).body.id
    const alone = (await api(liv, 'POST', '/projects', { name: 'Alone' })).body.id
    const { id: organizationId } = (await liv.post('/organization/create', { name: 'Liv’s', slug: 'livs' })).body
    await aMembership(rig.world, { project_id: shared, user_id: her })
    expect(await liv.post('/delete-user')).toMatchObject({ status: 409, body: { code: 'account.only_owner' } })
    expect((await api(liv, 'GET', '/users/me/farewell')).body).toEqual({
      projects: [
        { id: alone, name: 'Alone', otherMembers: 0 },
        { id: shared, name: 'Shared', otherMembers: 1 },
      ],
      organizations: [{ id: organizationId, name: 'Liv’s', otherMembers: 0 }],
      confirmed: false,
    })

    await api(liv, 'PATCH', `/projects/${shared}/members/${her}`, { role: 'owner' })
    expect((await api(liv, 'POST', '/users/me/farewell', { projectIds: [alone] })).body.confirmed).toBe(false)
    expect((await liv.post('/delete-user')).status).toBe(409)
    expect(
      (await api(liv, 'POST', '/users/me/farewell', { projectIds: [alone], organizationIds: [organizationId] })).body,
    ).toMatchObject({ confirmed: true })
    expect((await api(liv, 'GET', `/projects/${alone}/members`)).status).toBe(200)
    expect((await liv.post('/delete-user')).status).toBe(200)

    expect(
      (await api(mia, 'GET', `/projects/${shared}/members`)).body.items.map(
        (one: { person: { id: string } }) => one.person.id,
      ),
    ).toEqual([her])
    const rows = await rig.world.services.database.db
      .selectFrom('projects')
      .select(['id', 'deleted_at', 'created_by'])
      .where('created_by', '=', me)
      .execute()
    expect(rows.find(({ id }) => id === alone)?.deleted_at).not.toBeNull()
    expect(rows.find(({ id }) => id === shared)?.deleted_at).toBeNull()
    expect(
      await rig.world.services.database.db
        .selectFrom('organization')
        .select('id')
        .where('id', '=', organizationId)
        .execute(),
    ).toEqual([])
  })

  test('takes an organization that nobody else owns from everybody in it, and tells them', async () => {
    const { db } = rig.world.services.database
    const [una, vic] = [await rig.person('Una'), await rig.person('Vic')]
    const { id: organizationId } = (await una.post('/organization/create', { name: 'Una’s', slug: 'unas' })).body
    const { id: invitationId } = (
      await una.post('/organization/invite-member', { email: 'vic@example.com', role: 'member' })
    ).body
    await vic.post('/organization/accept-invitation', { invitationId })
    const { user, session } = await vic.session('?disableCookieCache=true')
    expect(session.activeOrganizationId).toBe(organizationId)
    const told = async () =>
      (
        await db
          .selectFrom('events')
          .select('refs')
          .where('stream_id', '=', `user:${user.id}`)
          .where('kind', '=', 'organization.changed')
          .execute()
      ).length
    const before = await told()
    await api(una, 'POST', '/users/me/farewell', { organizationIds: [organizationId] })
    expect((await una.post('/delete-user')).status).toBe(200)
    expect((await vic.session('?disableCookieCache=true')).session.activeOrganizationId).toBeNull()
    expect(await told()).toBe(before + 1)
  })

  test('takes the organization and the account in one, wherever it breaks off', async () => {
    const { db } = rig.world.services.database
    const nora = await rig.person('Nora')
    const { id: me } = (await nora.session()).user
    const { id: organizationId } = (await nora.post('/organization/create', { name: 'Nora’s', slug: 'noras' })).body
    await api(nora, 'POST', '/users/me/farewell', { organizationIds: [organizationId] })
    const isThere = async () =>
      [
        await db.selectFrom('user').select('id').where('id', '=', me).executeTakeFirst(),
        await db.selectFrom('organization').select('id').where('id', '=', organizationId).executeTakeFirst(),
        await db.selectFrom('session').select('userId').where('userId', '=', me).executeTakeFirst(),
      ].map((row) => row !== undefined)

    const { internalAdapter } = await rig.world.auth.$context
    const died = vi.spyOn(internalAdapter, 'deleteUser').mockRejectedValueOnce(new Error('the power went'))
    expect((await nora.post('/delete-user')).status).toBe(500)
    died.mockRestore()
    expect(await isThere()).toEqual([false, false, false])
    expect((await nora.open('/api/users/me')).status).toBe(401)
  })
})

/** A row as linking would leave it, for what does not depend on the provider. */
async function linkFake(one: Browser, providerId: string, accountId: string): Promise<void> {
  const { adapter } = await rig.world.auth.$context
  await adapter.create({
    model: 'account',
    data: {
      providerId,
      accountId,
      userId: (await one.session()).user.id,
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  })
}

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { emailOf, openRig, passwordOf, type AuthAnswer, type Browser, type Rig } from '#testing/auth-rig.ts'
import { backFrom, startGitlab, throughProvider, type Gitlab } from '#testing/social-rig.ts'

let rig: Rig
let gitlab: Gitlab
const settings = () => ({
  GITLAB_CLIENT_ID: 'ours',
  GITLAB_CLIENT_SECRET: 'secret',
  GITLAB_ISSUER: gitlab.url,
  GITHUB_CLIENT_ID: 'hub',
  GITHUB_CLIENT_SECRET: 'secret',
})

beforeAll(async () => {
  gitlab = await startGitlab()
  rig = await openRig(settings())
  await rig.person('Root')
})
afterAll(async () => {
  await rig.close()
  await gitlab.stop()
})
afterEach(() => {
  vi.useRealTimers()
  gitlab.trouble(0)
  gitlab.tokensLast(3600)
})

/** Stops the clock, this much later. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

const begin = (one: Browser, more: Readonly<Record<string, unknown>> = {}) =>
  one.post('/sign-in/social', { provider: 'gitlab', callbackURL: '/?projectId=p', errorCallbackURL: '/login', ...more })
const signIn = async (one: Browser, more: Readonly<Record<string, unknown>> = {}) =>
  throughProvider(one, await begin(one, more))
const linkTo = async (one: Browser, more: Readonly<Record<string, unknown>> = {}) =>
  throughProvider(
    one,
    await one.post('/link-social', {
      provider: 'gitlab',
      callbackURL: '/account',
      errorCallbackURL: '/account',
      ...more,
    }),
  )
const waysOf = async (one: Browser) =>
  (await one.get('/list-accounts')).body.map((account: { provider: string }) => account.provider)
const errorOf = (answer: AuthAnswer) =>
  new URL(answer.location ?? '', 'http://localhost:3000').searchParams.get('error')
const db = () => rig.world.services.database.db
const stateRow = async (answer: AuthAnswer) =>
  db()
    .selectFrom('verification')
    .selectAll()
    .where('identifier', '=', `auth-state:${new URL(answer.body.url).searchParams.get('state')}`)
    .executeTakeFirst()

/** A user with a verified address. */
async function verified(name: string): Promise<Browser> {
  const one = await rig.person(name)
  await one.open(await rig.link(emailOf(name), /verify/i))
  return one
}

test('the configured providers are offered, and no others', async () => {
  expect((await rig.browser().open('/api/server')).body.methods.social).toEqual([
    { id: 'github', name: 'GitHub' },
    { id: 'gitlab', name: 'GitLab' },
  ])
})

describe('going to a provider', () => {
  test('answers its address with state, challenge and what was asked for', async () => {
    const answer = await begin(rig.browser(), { scopes: ['api'], loginHint: 'nora' })
    expect(answer).toMatchObject({ status: 200, body: { redirect: true, url: expect.any(String) } })
    const url = new URL(answer.body.url)
    expect(url.origin + url.pathname).toBe(`${gitlab.url}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'ours',
      response_type: 'code',
      redirect_uri: 'http://localhost:3000/api/auth/callback/gitlab',
      code_challenge_method: 'S256',
      scope: 'read_user api',
      login_hint: 'nora',
      state: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect((await begin(rig.browser(), { disableRedirect: true })).body.redirect).toBe(false)
  })

  test('keeps a state of ten minutes with a verifier of 128 characters', async () => {
    pass(0)
    const answer = await begin(rig.browser(), { newUserCallbackURL: '/welcome', requestSignUp: true })
    const row = await stateRow(answer)
    const kept = JSON.parse(row?.value ?? '{}')
    expect(kept).toMatchObject({
      callbackURL: '/?projectId=p',
      errorURL: '/login',
      newUserURL: '/welcome',
      requestSignUp: true,
      codeVerifier: expect.stringMatching(/^.{128}$/),
    })
    for (const end of [kept.expiresAt, new Date(row?.expiresAt ?? 0).getTime()])
      expect(Math.round((end - Date.now()) / 1000)).toBeCloseTo(600, -1)
    expect(answer.cookies.join()).toMatch(/better-auth\.state=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
  })

  test.each([
    ['a provider outside the list', { provider: 'myspace' }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    [
      'one of the library’s that is outside the list',
      { provider: 'notion' },
      400,
      'Invalid body parameters',
      'VALIDATION_ERROR',
    ],
    ['no provider', { provider: undefined }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['a provider that is not configured', { provider: 'google' }, 404, 'Provider not found', 'PROVIDER_NOT_FOUND'],
    ['scopes that are no list', { scopes: 'api' }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['an id token without a token', { idToken: {} }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    [
      'an id token where the provider has none',
      { idToken: { token: 'x' } },
      404,
      'id_token not supported',
      'ID_TOKEN_NOT_SUPPORTED',
    ],
    ['a foreign way back', { callbackURL: 'https://evil.example' }, 403, 'Invalid callbackURL', 'INVALID_CALLBACKURL'],
  ])('refuses %s', async (_, wrong, status, message, code) =>
    expect(await begin(rig.browser(), wrong)).toMatchObject({ status, body: { message, code } }),
  )
})

describe('coming back', () => {
  test('makes an account for somebody new and leads where new people go', async () => {
    gitlab.is({ id: 10, email: 'Nia@Example.com', email_verified: true, name: 'Nia' })
    const nia = rig.browser()
    expect(await signIn(nia, { newUserCallbackURL: '/welcome' })).toMatchObject({ status: 302, location: '/welcome' })
    expect((await nia.session()).user).toMatchObject({ email: 'nia@example.com', emailVerified: true, name: 'Nia' })
    const again = rig.browser()
    expect((await signIn(again, { newUserCallbackURL: '/welcome' })).location).toBe('/?projectId=p')
    expect((await again.session()).user.id).toBe((await nia.session()).user.id)
    expect((await nia.get('/list-accounts')).body).toEqual([
      expect.objectContaining({ provider: 'gitlab', accountId: '10', scopes: ['read_user'] }),
    ])
  })

  test('mails the link to verify where the provider does not vouch for the address', async () => {
    gitlab.is({ id: 11, email: 'raw@example.com', email_verified: false, name: 'Raw' })
    const raw = rig.browser()
    await signIn(raw)
    expect((await raw.session()).user.emailVerified).toBe(false)
    await rig.mail('raw@example.com', /verify/i)
  })

  test('keeps tokens under lock in the database', async () => {
    const { adapter } = await rig.world.auth.$context
    const rows = await adapter.findMany<{ accessToken: string | null }>({
      model: 'account',
      where: [{ field: 'providerId', value: 'gitlab' }],
    })
    expect(rows.length).toBeGreaterThan(0)
    for (const { accessToken } of rows) expect(accessToken).not.toMatch(/access-/)
  })

  test('by a form goes the same way', async () => {
    gitlab.is({ id: 12, email: 'form@example.com', email_verified: true, name: 'Form' })
    const one = rig.browser()
    const back = new URL(await backFrom(await begin(one)))
    const posted = await one.send(
      'POST',
      back.pathname,
      { 'content-type': 'application/x-www-form-urlencoded' },
      back.searchParams.toString(),
    )
    expect(posted).toMatchObject({ status: 302, location: expect.stringContaining('/api/auth/callback/gitlab?') })
    expect((await one.open(posted.location ?? '')).location).toBe('/?projectId=p')
  })
})

describe('an account that is there already', () => {
  test('is linked when the provider vouches for the address', async () => {
    const ova = await verified('Ova')
    gitlab.is({ id: 20, email: 'ova@example.com', email_verified: true, name: 'Ova at work' })
    const elsewhere = rig.browser()
    expect((await signIn(elsewhere)).location).toBe('/?projectId=p')
    expect((await elsewhere.session()).user).toMatchObject({ id: (await ova.session()).user.id, name: 'Ova' })
    expect((await waysOf(ova)).toSorted()).toEqual(['credential', 'gitlab'])
    expect((await rig.browser().signIn('Ova')).status).toBe(200)
  })

  test('is not linked when the provider does not', async () => {
    const pat = await verified('Pat')
    gitlab.is({ id: 21, email: 'pat@example.com', email_verified: false, name: 'Pat' })
    const elsewhere = rig.browser()
    expect(await signIn(elsewhere)).toMatchObject({ status: 302, location: '/login?error=account_not_linked' })
    expect(await elsewhere.session()).toBeNull()
    expect(await waysOf(pat)).toEqual(['credential'])
  })

  test('proves anew who somebody is: in the organization they were in, in place of the session they had', async () => {
    const oda = await verified('Oda')
    gitlab.is({ id: 25, email: 'oda@example.com', email_verified: true, name: 'Oda' })
    const { id: organizationId } = (await oda.post('/organization/create', { name: 'Oda’s', slug: 'odas' })).body
    const before = (await oda.session('?disableCookieCache=true')).session
    await signIn(oda)
    const after = (await oda.session('?disableCookieCache=true')).session
    expect(after.id).not.toBe(before.id)
    expect(after.activeOrganizationId).toBe(organizationId)
    // The former one ends once the answer is on its way.
    const sessions = async () => (await oda.get('/list-sessions')).body.map(({ id }: { id: string }) => id)
    await expect.poll(sessions).toEqual([after.id])
    const pia = await verified('Pia')
    const hers = (await pia.session()).session
    await signIn(pia)
    expect((await pia.session('?disableCookieCache=true')).user.email).toBe('oda@example.com')
    expect(await db().selectFrom('session').select('id').where('id', '=', hers.id).executeTakeFirst()).toBeDefined()
  })

  test('and was never verified loses the password, sessions and links of whoever made it', async () => {
    const impostor = await rig.person('Victim')
    gitlab.is({ id: 90, email: 'impostor@example.com', email_verified: true, name: 'Impostor' })
    await linkTo(impostor)
    gitlab.is({ id: 22, email: 'victim@example.com', email_verified: true, name: 'Victim' })
    const victim = rig.browser()
    expect((await signIn(victim)).location).toBe('/?projectId=p')
    expect((await victim.session()).user).toMatchObject({ email: 'victim@example.com', emailVerified: true })
    expect(await impostor.session('?disableCookieCache=true')).toBeNull()
    expect((await impostor.open('/api/users/me')).status).toBe(401)
    expect((await rig.browser().signIn('Victim')).status).toBe(401)
    expect(await waysOf(victim)).toEqual(['gitlab'])
    gitlab.is({ id: 90, email: 'impostor@example.com', email_verified: true, name: 'Impostor' })
    const again = rig.browser()
    await signIn(again)
    expect((await again.session()).user.id).not.toBe((await victim.session()).user.id)
  })

  test('and has just changed its address is not linked to whoever owns that mailbox', async () => {
    const quy = await verified('Quy')
    await quy.post('/change-email', { newEmail: 'quy.typo@example.com' })
    await quy.open(await rig.link('quy@example.com', /confirm your new/i))
    gitlab.is({ id: 23, email: 'quy.typo@example.com', email_verified: true, name: 'Stranger' })
    expect((await signIn(rig.browser())).location).toContain('/login?error=account_not_linked')
    expect(await waysOf(quy)).toEqual(['credential'])
    expect(await quy.session('?disableCookieCache=true')).not.toBeNull()
  })

  test('that is disabled stays shut', async () => {
    const off = await verified('Off')
    gitlab.is({ id: 24, email: 'off@example.com', email_verified: true, name: 'Off' })
    await signIn(rig.browser())
    await db()
      .updateTable('user')
      .set({ disabledAt: new Date().toISOString() })
      .where('id', '=', (await off.session()).user.id)
      .execute()
    expect((await signIn(rig.browser())).location).toContain('/login?error=ACCOUNT_DISABLED')
  })
})

describe('linking from the account page', () => {
  test('takes another address too, and can be undone', async () => {
    const sia = await rig.person('Sia')
    gitlab.is({ id: 30, email: 'work@example.com', email_verified: true, name: 'Sia' })
    expect((await linkTo(sia)).location).toBe('/account')
    expect((await waysOf(sia)).toSorted()).toEqual(['credential', 'gitlab'])
    expect((await rig.browser().signIn('Sia')).status).toBe(200)
    expect((await sia.post('/unlink-account', { providerId: 'gitlab' })).body).toEqual({ status: true })
    expect(await waysOf(sia)).toEqual(['credential'])
  })

  test('says when it is somebody else’s, not vouched for, or the session has ended', async () => {
    const [tao, ute] = [await rig.person('Tao'), await rig.person('Ute')]
    gitlab.is({ id: 31, email: 'shared@example.com', email_verified: true, name: 'Tao' })
    await linkTo(tao)
    expect((await linkTo(ute)).location).toBe('/account?error=account_already_linked_to_different_user')
    gitlab.is({ id: 32, email: 'raw2@example.com', email_verified: false, name: 'Ute' })
    expect((await linkTo(ute)).location).toBe('/account?error=unable_to_link_account')
    gitlab.is({ id: 33, email: 'ute2@example.com', email_verified: true, name: 'Ute' })
    const begun = await ute.post('/link-social', {
      provider: 'gitlab',
      callbackURL: '/account',
      errorCallbackURL: '/account',
    })
    await rig.world.services.database.db
      .deleteFrom('session')
      .where('userId', '=', (await ute.session()).user.id)
      .execute()
    expect((await throughProvider(ute, begun)).location).toBe('/account?error=unable_to_link_account')
    expect(await (async () => (await ute.signIn('Ute'), waysOf(ute)))()).toEqual(['credential'])
  })

  test('asks for a session and a provider of the list', async () => {
    expect((await rig.browser().post('/link-social', { provider: 'gitlab' })).status).toBe(401)
    const viv = await rig.person('Viv')
    expect(await viv.post('/link-social', { provider: 'myspace' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR' },
    })
    expect(await viv.post('/link-social', { provider: 'google' })).toMatchObject({
      status: 404,
      body: { message: 'Provider not found' },
    })
  })
})

describe('what can go wrong on the way back', () => {
  const fresh = () => gitlab.is({ id: 40, email: 'wrong@example.com', email_verified: true, name: 'Wrong' })

  test('please_restart_the_process: a state unknown or used before, another browser, over ten minutes', async () => {
    fresh()
    expect((await rig.browser().get('/callback/gitlab?code=x&state=nosuchstate')).location).toBe(
      'http://localhost:3000/api/auth/error?error=please_restart_the_process',
    )
    const [one, other] = [rig.browser(), rig.browser()]
    const back = await backFrom(await begin(one))
    expect((await other.open(back)).location).toBe('/login?error=please_restart_the_process')
    expect((await one.open(back)).location).toBe('/?projectId=p')
    expect((await one.open(back)).location).toBe(
      'http://localhost:3000/api/auth/error?error=please_restart_the_process',
    )
    const late = rig.browser()
    const lateBack = await backFrom(await begin(late))
    // By another user shortly before: expired states are swept then.
    pass(10 * 60_000 - 5_000)
    await rig.browser().get('/callback/gitlab?code=x&state=nosuchstate')
    pass(10_000)
    expect((await late.open(lateBack)).location).toBe(
      'http://localhost:3000/api/auth/error?error=please_restart_the_process',
    )
  })

  test('please_restart_the_process: an answer that comes back by another provider’s address', async () => {
    fresh()
    const one = rig.browser()
    const back = await backFrom(await begin(one))
    const mixed = new URL(back, 'http://localhost:3000')
    mixed.pathname = mixed.pathname.replace(/\/callback\/gitlab$/, '/callback/github')
    expect(mixed.pathname).toBe('/api/auth/callback/github')
    expect(errorOf(await one.open(mixed.href))).toBe('please_restart_the_process')
    expect(errorOf(await one.open(new URL(back, 'http://localhost:3000').href))).toBe('please_restart_the_process')
  })

  test('the error page explains it', async () => {
    const page = await rig.browser().open('http://localhost:3000/api/auth/error?error=please_restart_the_process')
    expect(page.text).toContain('Return to Application')
    expect(page.text).toContain('<h1>Sign-in failed</h1>')
  })

  test('state_not_found, invalid_callback_request', async () => {
    expect(errorOf(await rig.browser().get('/callback/gitlab?code=x'))).toBe('state_not_found')
    expect(errorOf(await rig.browser().get('/callback/gitlab'))).toBe('state_not_found')
    expect(errorOf(await rig.browser().get('/callback/gitlab?state=a&state=b&code=x'))).toBe('invalid_callback_request')
  })

  const withState = async (change: (back: URL) => void) => {
    fresh()
    const one = rig.browser()
    const back = new URL(await backFrom(await begin(one)))
    change(back)
    return one.open(back.href)
  }

  test('no_code, oauth_provider_not_found, and what the provider says itself', async () => {
    expect((await withState((back) => back.searchParams.delete('code'))).location).toBe('/login?error=no_code')
    expect((await withState((back) => (back.pathname = '/api/auth/callback/google'))).location).toBe(
      '/login?error=oauth_provider_not_found',
    )
    const denied = await withState((back) => {
      back.searchParams.delete('code')
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_description', 'The person said no')
    })
    expect(Object.fromEntries(new URL(denied.location ?? '', 'http://x').searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'The person said no',
    })
  })

  test('invalid_code, unable_to_get_user_info, email_not_found', async () => {
    gitlab.trouble(400)
    expect((await signIn(rig.browser())).location).toBe('/login?error=invalid_code')
    gitlab.trouble(0)
    gitlab.is({ id: 41, email: 'blocked@example.com', state: 'blocked', name: 'Blocked' })
    expect((await signIn(rig.browser())).location).toBe('/login?error=unable_to_get_user_info')
    gitlab.is({ id: 42, email: null, name: 'No mail' })
    expect((await signIn(rig.browser())).location).toBe('/login?error=email_not_found')
  })

  test('no_callback_url, internal_server_error: a state that lost its parts', async () => {
    for (const [change, code] of [
      [(kept: object) => JSON.stringify({ ...kept, callbackURL: '' }), 'no_callback_url'],
      [() => '{', 'internal_server_error'],
    ] as const) {
      fresh()
      const one = rig.browser()
      const begun = await begin(one)
      const row = await stateRow(begun)
      await db()
        .updateTable('verification')
        .set({ value: change(JSON.parse(row?.value ?? '{}')) })
        .where('id', '=', row?.id ?? '')
        .execute()
      expect(errorOf(await throughProvider(one, begun))).toBe(code)
    }
  })

  test('a state that cannot be written down is "Unable to create verification"', async () => {
    const full = await openRig({ ...settings(), LOG_LEVEL: 'silent' })
    const { schema } = full.world.services.database.db
    const ask = () => full.browser().post('/sign-in/social', { provider: 'gitlab' })
    expect((await ask()).status).toBe(200)
    await schema
      .createIndex('one_state')
      .unique()
      .on('verification')
      .expression(sql`length(identifier)`)
      .execute()
    const refused = await ask()
    await schema.dropIndex('one_state').execute()
    expect(refused).toMatchObject({
      status: 500,
      body: { message: 'Unable to create verification', code: 'UNABLE_TO_CREATE_VERIFICATION' },
    })
    await full.close()
  })

  test('unable_to_create_user: a database that refuses the new row', async () => {
    const full = await openRig({ ...settings(), LOG_LEVEL: 'silent' })
    await full.person('Root')
    await full.world.services.database.db.schema
      .createIndex('one_unverified')
      .unique()
      .on('user')
      .column('emailVerified')
      .execute()
    gitlab.is({ id: 51, email: 'second@example.com', email_verified: false, name: 'Second' })
    const second = full.browser()
    expect(errorOf(await signIn(second))).toBe('unable_to_create_user')
    expect(await second.session()).toBeNull()
    await full.world.services.database.db.schema.dropIndex('one_unverified').execute()
    await full.close()
  })

  test('signup_disabled on a closed server, and an invitation that opens it', async () => {
    for (const rule of ['closed', 'invite-only']) {
      const shut = await openRig({ ...settings(), SIGN_UP: rule })
      await shut.person('Root')
      gitlab.is({ id: 50, email: 'new@example.com', email_verified: true, name: 'New' })
      expect(errorOf(await signIn(shut.browser()))).toBe('signup_disabled')
      const root = shut.browser()
      await root.signIn('Root')
      const post = (path: string, body: object) =>
        root.send(
          'POST',
          path,
          { origin: 'http://localhost:3000', 'content-type': 'application/json' },
          JSON.stringify(body),
        )
      const project = (await post('/api/projects', { name: 'Low Tide' })).body.id
      const invite = (await post(`/api/projects/${project}/invites`, {})).body.id
      const answer = await signIn(shut.browser(), { callbackURL: `/?invId=${invite}` })
      expect(answer.location).toBe(
        rule === 'closed'
          ? '/login?error=signup_disabled&error_description=This+server+is+closed+to+new+accounts'
          : `/?invId=${invite}`,
      )
      await shut.close()
    }
  })
})

describe('tokens of a linked account', () => {
  const tokens = (one: Browser, path = '/get-access-token', more = {}) =>
    one.post(path, { providerId: 'gitlab', ...more })

  test('are handed out, and made anew within five seconds of their end', async () => {
    pass(0)
    gitlab.is({ id: 60, email: 'wes@example.com', email_verified: true, name: 'Wes' })
    const wes = rig.browser()
    await signIn(wes)
    const first = await tokens(wes)
    expect(first).toMatchObject({
      status: 200,
      body: {
        accessToken: expect.stringMatching(/^access-\d+$/),
        accessTokenExpiresAt: expect.any(String),
        scopes: ['read_user'],
      },
    })
    expect((await tokens(wes)).body.accessToken).toBe(first.body.accessToken)
    pass(3600_000 - 6_000)
    expect((await tokens(wes)).body.accessToken).toBe(first.body.accessToken)
    pass(2_000)
    expect((await tokens(wes)).body.accessToken).not.toBe(first.body.accessToken)
  })

  test('are refreshed when asked', async () => {
    gitlab.is({ id: 61, email: 'xia@example.com', email_verified: true, name: 'Xia' })
    const xia = rig.browser()
    await signIn(xia)
    const before = (await tokens(xia)).body.accessToken
    const answer = await tokens(xia, '/refresh-token', { accountId: '61' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        accessToken: expect.any(String),
        refreshToken: expect.stringMatching(/^refresh-/),
        accessTokenExpiresAt: expect.any(String),
        providerId: 'gitlab',
      },
    })
    expect(answer.body.accessToken).not.toBe(before)
  })

  test('that the provider refuses are told so', async () => {
    gitlab.is({ id: 62, email: 'yao@example.com', email_verified: true, name: 'Yao' })
    gitlab.tokensLast(1)
    const yao = rig.browser()
    await signIn(yao)
    gitlab.trouble(400)
    expect(await tokens(yao)).toMatchObject({ status: 400, body: { message: 'Failed to get a valid access token' } })
    expect(await tokens(yao, '/refresh-token')).toMatchObject({
      status: 400,
      body: { message: 'Failed to refresh access token' },
    })
  })
})

test('a password can be added later by the mailed link', async () => {
  gitlab.is({ id: 70, email: 'zia@example.com', email_verified: true, name: 'Zia' })
  const zia = rig.browser()
  await signIn(zia)
  await zia.post('/forget-password', { email: 'zia@example.com', redirectTo: '/account' })
  const token = /reset-password\/(\w+)/.exec(await rig.link('zia@example.com', /new password/))?.[1]
  await zia.post('/reset-password', { token, newPassword: passwordOf('Zia') })
  expect((await rig.browser().signIn('Zia')).status).toBe(200)
})

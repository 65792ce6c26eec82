import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  await rig.person('Nora')
})
afterAll(() => rig.close())

describe('addresses nobody knows', () => {
  test.each([
    '/nosuch',
    '/sign-in',
    '/organization',
    '/is-username-available',
    '/account-info',
    '/update-session',
    '/verify-password',
    '/request-password-reset',
    '/api-key/create',
    '/sign-in/email/',
    '/ok/',
  ])('%s is a clean 404', async (path) => {
    for (const answer of [await rig.browser().get(path), await rig.browser().post(path, {})])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Not Found', code: 'NOT_FOUND' } })
  })

  test.each([
    '/api/auth',
    '/api/auth//sign-in/email',
    '/api//auth/ok',
    '//api/auth/ok',
    '/api/auth/sign-in%2femail',
    '/api/auth/%5cok',
  ])('%s as well', async (url) => {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await rig
        .browser()
        .send(method, url, { 'content-type': 'application/json' }, method === 'POST' ? '{}' : undefined)
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'HEAD'] as const)('%s does nothing', async (method) => {
    expect((await rig.browser().send(method, '/api/auth/sign-out', {})).status).toBe(404)
  })
})

test('/ok answers ok', async () =>
  expect(await rig.browser().get('/ok')).toMatchObject({ status: 200, body: { ok: true } }))

describe('/error', () => {
  test('is a page with the code and the way back', async () => {
    const page = await rig.browser().get('/error?error=please_restart_the_process&error_description=x')
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(page.text).toContain('<code>please_restart_the_process</code>')
    expect(page.text).toContain('<a href="/">Return to Application</a>')
  })

  test('runs nothing that somebody put into its address', async () => {
    const error = encodeURIComponent('<script>alert(1)</script>')
    const description = encodeURIComponent('<img src=x onerror=alert(1)>')
    const page = await rig.browser().get(`/error?error=${error}&error_description=${description}`)
    expect(page.text).not.toMatch(/<script>alert|<img/)
    expect(page.text).toContain('<code>unknown</code>')
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; (script-src 'sha256-[^;]+; )?style-src 'sha256-/,
    )
  })
})

describe('bodies', () => {
  const signIn = (body: string, type?: string) =>
    rig.browser().send('POST', '/api/auth/sign-in/email', type ? { 'content-type': type } : {}, body)

  test.each([
    ['malformed JSON', '{"email":', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['a text', '"x"', 'application/json', 400],
    ['null', 'null', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['XML', '<a/>', 'application/xml', 415],
    ['no type', '{}', undefined, 415],
  ])('%s is refused without harm', async (_, body, type, status) => {
    const answer = await signIn(body, type)
    expect(answer).toMatchObject({ status, body: { message: expect.any(String), code: expect.any(String) } })
  })

  test('over a megabyte are refused', async () => {
    expect((await signIn(JSON.stringify({ email: 'x'.repeat(1_100_000) }), 'application/json')).status).toBe(413)
  })

  test('nested without end are looked through no further than they mean something', async () => {
    const deep = `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`
    const nora = rig.browser()
    await nora.signIn('Nora')
    for (const path of ['/organization/update', '/organization/update-team', '/update-user'])
      expect([path, (await nora.post(path, deep)).status]).toEqual([path, 400])
  })

  test('cannot reach prototypes', async () => {
    await signIn('{"__proto__":{"isAdmin":true},"email":"nora@example.com","password":"x"}', 'application/json')
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
  })
})

describe('a POST without a body, or with one that is no object,', () => {
  const bodies = [undefined, 'null', '[]', '"x"', '1']
  const post = (one: Browser, path: string, body: string | undefined) =>
    one.send(
      'POST',
      `/api/auth${path}`,
      { origin: 'http://localhost:3000', ...(body !== undefined && { 'content-type': 'application/json' }) },
      body,
    )

  test('breaks nothing anywhere, signed in or not', async () => {
    const paths = Object.values<unknown>(rig.world.auth.api).flatMap(postPath)
    expect(paths.length).toBeGreaterThan(40)
    const broken: unknown[] = []
    for (const [i, path] of paths.entries()) {
      // Anew for each: some of them end the session.
      const person = await rig.person(`Walker${i}`)
      const asked = [rig.browser(), person].flatMap((one) =>
        bodies.map(async (body) => ({ path, body, answer: await post(one, path, body) })),
      )
      broken.push(...(await Promise.all(asked)).filter(({ answer }) => answer.status >= 500))
    }
    expect(broken).toEqual([])
  })

  test.each(['/sign-up/email', '/update-user', '/sign-in/email'])('is a validation error at %s', async (path) => {
    for (const body of bodies)
      expect([body, await post(rig.browser(), path, body)]).toMatchObject([
        body,
        { status: 400, body: { message: 'Invalid body parameters', code: 'VALIDATION_ERROR' } },
      ])
  })
})

/** Where an endpoint of the library is posted to, with something in place of its parameters. */
function postPath(endpoint: unknown): readonly string[] {
  const [path, options]: unknown[] = ['path', 'options'].map((name) => Reflect.get(Object(endpoint), name))
  return typeof path === 'string' && [Reflect.get(Object(options), 'method')].flat().includes('POST')
    ? [path.replaceAll(/:\w+/g, 'github')]
    : []
}

describe('where a request comes from', () => {
  const body = { email: 'nora@example.com', password: passwordOf('Nora') }
  const from = (headers: Readonly<Record<string, string>>) => rig.browser({ headers }).post('/sign-in/email', body)

  test.each([
    ['our own page', { origin: 'http://localhost:3000' }],
    ['another spelling of this machine', { origin: 'http://127.0.0.1:3000' }],
    ['a third one', { origin: 'http://[::1]:3000' }],
    ['a program, which sends nothing', {}],
    ['our page by its Referer', { referer: 'http://localhost:3000/login' }],
  ])('%s may sign in', async (_, headers) => expect((await from(headers)).status).toBe(200))

  test('a program needs no Origin, with a cookie or with the headers of Node’s own fetch', async () => {
    const program = rig.browser({ headers: { 'sec-fetch-mode': 'cors' } })
    expect((await program.signUp('Probe')).status).toBe(200)
    expect((await program.post('/update-user', { name: 'Probe II' })).status).toBe(200)
    expect((await program.session('?disableCookieCache=true')).user.name).toBe('Probe II')
  })

  test.each([
    ['another website', { origin: 'https://evil.example' }],
    ['one whose name starts like ours', { origin: 'http://localhost:3000.evil.example' }],
    ['another port', { origin: 'http://localhost:3001' }],
    ['nowhere', { origin: 'null' }],
    ['another website by its Referer', { referer: 'https://evil.example/x' }],
    ['another website’s form', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
  ])('%s may not', async (_, headers) => {
    const answer = await from(headers)
    expect(answer.status).toBe(403)
    expect(answer.cookies).toEqual([])
  })

  test('another website does nothing with somebody’s cookie', async () => {
    const nora = rig.browser()
    await nora.signIn('Nora')
    for (const path of ['/sign-out', '/revoke-sessions', '/delete-user', '/change-email'])
      expect(await nora.post(path, { newEmail: 'x@example.com' }, { origin: 'https://evil.example' })).toMatchObject({
        status: 403,
        body: { message: 'Invalid origin' },
      })
    expect(await nora.session('?disableCookieCache=true')).not.toBeNull()
  })
})

describe('ways back', () => {
  const good = [
    '/',
    '/login?redirect=%2F%2Fx',
    '/a/b?x=y#z',
    '/ä ö',
    'http://localhost:3000/x',
    'http://127.0.0.1:3000/',
  ]
  const bad = [
    '//evil.example',
    '/\\evil.example',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/a//b',
    '/a\\b',
    '/a%2F%2fb',
    'https://evil.example',
    'http://localhost:3000.evil.example',
    'http://localhost:3000@evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    ' /x',
    'http://localhost:30001/',
  ]

  test.each(good)('%s is one', async (callbackURL) =>
    expect((await rig.browser().signIn('Nora', { callbackURL })).status).toBe(200),
  )

  test.each(bad)('%s is none', async (target) => {
    expect(await rig.browser().signIn('Nora', { callbackURL: target })).toMatchObject({
      status: 403,
      body: { message: 'Invalid callbackURL' },
    })
    expect(await rig.browser().get(`/verify-email?token=x&callbackURL=${encodeURIComponent(target)}`)).toMatchObject({
      status: 403,
      body: { message: 'Invalid callbackURL' },
    })
    expect(
      (await rig.browser().get(`/magic-link/verify?token=x&errorCallbackURL=${encodeURIComponent(target)}`)).status,
    ).toBe(403)
  })

  test('each is refused by its name', async () => {
    const social = (more: Readonly<Record<string, string>>) =>
      rig.browser().post('/sign-in/social', { provider: 'github', ...more })
    expect((await social({ errorCallbackURL: '//x' })).body.message).toBe('Invalid errorCallbackURL')
    expect((await social({ newUserCallbackURL: 'https://evil.example' })).body.message).toBe(
      'Invalid newUserCallbackURL',
    )
    expect(
      (await rig.browser().post('/forget-password', { email: 'nora@example.com', redirectTo: '/a//b' })).body.message,
    ).toBe('Invalid redirectTo')
    expect((await rig.browser().signIn('Nora', { callbackURL: 7 })).status).toBe(400)
  })
})

describe('links in mails', () => {
  test('lead to the configured address whatever Host says', async () => {
    const poisoned = rig.browser()
    await poisoned.post(
      '/forget-password',
      { email: 'nora@example.com' },
      {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    )
    expect(await rig.link('nora@example.com', /new password/)).toMatch(/^http:\/\/localhost:3000\//)
  })
})

describe('a magic link', () => {
  const mailed = async (email: string) => {
    await rig.browser().post('/sign-in/magic-link', { email, callbackURL: '/?projectId=p', errorCallbackURL: '/login' })
    return new URL(await rig.link(email, /sign-in link/))
  }

  test('signs in once, after its button; a HEAD or the page alone use nothing up', async () => {
    const link = await mailed('nora@example.com')
    expect((await rig.browser().send('HEAD', link.pathname + link.search, {})).status).toBe(404)
    const one = rig.browser()
    const page = await one.open(link.href)
    expect(page.text).toContain('<form method="post" action="/api/auth/magic-link/verify">')
    expect(one.jar.size).toBe(0)
    const verify = `/magic-link/verify${link.search}`
    expect(await one.get(verify)).toMatchObject({ status: 302, location: 'http://localhost:3000/?projectId=p' })
    expect((await one.session()).user.email).toBe('nora@example.com')
    expect((await rig.browser().get(verify)).location).toBe('http://localhost:3000/login?error=INVALID_TOKEN')
  })

  test('makes an account for a new address', async () => {
    const link = await mailed('brandnew@example.com')
    const one = rig.browser()
    await one.get(`/magic-link/verify${link.search}`)
    expect((await one.session()).user).toMatchObject({
      email: 'brandnew@example.com',
      emailVerified: true,
      name: 'brandnew',
    })
  })

  test('takes an account from somebody who made it with a foreign address and never verified it', async () => {
    const thief = await rig.person('Owner')
    const link = await mailed('owner@example.com')
    await rig.browser().get(`/magic-link/verify${link.search}`)
    expect(await thief.session('?disableCookieCache=true')).toBeNull()
    expect((await rig.browser().signIn('Owner')).status).toBe(401)
  })

  test('refuses what is no address, and leads to no other website', async () => {
    expect(await rig.browser().post('/sign-in/magic-link', { email: 'nora' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect(
      await rig
        .browser()
        .post('/sign-in/magic-link', { email: 'nora@example.com', callbackURL: 'https://evil.example' }),
    ).toMatchObject({ status: 403 })
  })

  test('does not exist where it is switched off, as usernames and passwords do not', async () => {
    const off = await openRig({ MAGIC_LINKS: 'off', USERNAMES: 'off', EMAIL_PASSWORD: 'off' })
    expect((await off.browser().post('/sign-in/magic-link', { email: 'x@example.com' })).status).toBe(404)
    expect((await off.browser().get('/magic-link/verify?token=x')).status).toBe(404)
    expect((await off.browser().post('/sign-in/username', { username: 'abc', password: 'x' })).status).toBe(404)
    expect(
      await off.browser().post('/sign-in/email', { email: 'x@example.com', password: 'long enough' }),
    ).toMatchObject({ status: 400, body: { message: 'Email and password is not enabled' } })
    expect(await off.browser().post('/forget-password', { email: 'x@example.com' })).toMatchObject({
      status: 400,
      body: { message: "Reset password isn't enabled" },
    })
    expect((await off.browser().open('/api/server')).body.methods).toEqual({
      emailPassword: false,
      username: false,
      magicLink: false,
      social: [],
    })
    await off.close()
  })
})

test('a sign-in with nowhere to go answers url all the same', async () => {
  await rig.person('Goes')
  const { body } = await rig.browser().signIn('Goes')
  expect(Object.keys(body).toSorted()).toEqual(['redirect', 'token', 'url', 'user'])
  expect(body.url).toBeNull()
  expect((await rig.browser().signIn('Goes', { callbackURL: '/there' })).body).toMatchObject({
    url: '/there',
    redirect: true,
  })
})

describe('what once broke the server is refused', () => {
  test.each([
    [
      'a name that is taken away',
      (one: Browser) => one.post('/update-user', { name: null }),
      'Invalid body parameters',
    ],
    [
      'members filtered by what is no field of theirs',
      (one: Browser) => one.get('/organization/list-members?filterField=x&filterValue=y'),
      'Invalid query parameters',
    ],
    [
      'members filtered without a value',
      (one: Browser) => one.get('/organization/list-members?filterField=role'),
      'Invalid query parameters',
    ],
    [
      'members filtered by one of several, with one',
      (one: Browser) => one.get('/organization/list-members?filterField=role&filterOperator=in&filterValue=owner'),
      'Invalid query parameters',
    ],
    [
      'members sorted by what is no field of theirs',
      (one: Browser) => one.get('/organization/list-members?sortBy=__proto__'),
      'Invalid query parameters',
    ],
    [
      'so many members as is no number',
      (one: Browser) => one.get('/organization/get-full-organization?membersLimit=NaN'),
      'Invalid query parameters',
    ],
  ])('%s', async (how, ask, message) => {
    const one = await rig.person(how.replaceAll(/\W/g, ''))
    await one.post('/organization/create', { name: 'Choir', slug: how.replaceAll(/\W/g, '') })
    expect(await ask(one)).toMatchObject({ status: 400, body: { message, code: 'VALIDATION_ERROR' } })
  })

  test('an error that is called like something every object has', async () => {
    for (const code of ['__proto__', 'constructor', 'toString'])
      expect(await rig.browser().get(`/error?error=${code}`)).toMatchObject({
        status: 200,
        text: expect.stringContaining(`<code>${code}</code>`),
      })
  })

  test('members are sorted and filtered by what they have', async () => {
    const one = await rig.person('Sorts')
    await one.post('/organization/create', { name: 'Sorts', slug: 'sorts' })
    for (const query of [
      'sortBy=createdAt&sortDirection=desc&limit=5&offset=0',
      'filterField=role&filterValue=owner',
      'filterField=role&filterOperator=in&filterValue=owner&filterValue=admin',
    ])
      expect((await one.get(`/organization/list-members?${query}`)).body.members).toHaveLength(1)
  })
})

test.each([
  ['/callback/gitlab', `error=x&error_description=${'x'.repeat(20_000)}`],
  ['/magic-link/verify', `token=x&callbackURL=/${'x'.repeat(20_000)}`],
])('a form to %s that is too long for an address is refused, as it goes on in one', async (path, form) => {
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' }
  expect(await rig.browser().send('POST', `/api/auth${path}`, headers, form)).toMatchObject({
    status: 413,
    body: { code: 'too_large' },
  })
})

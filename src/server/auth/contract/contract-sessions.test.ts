import { freshSessionMiddleware } from 'better-auth/api'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { authEndpoints } from '#testing/auth-endpoints.ts'
import { openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'
import { storedDate } from '../../db/stored-date.ts'
import { MOST_SESSIONS } from '../limits/library-limits.ts'

const DAY_MS = 86_400_000
let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())
afterEach(() => {
  vi.useRealTimers()
})

/** Moves the clock that sessions, cookies and tokens go by. */
function pass(milliseconds: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: now + milliseconds })
}

/** Sessions of somebody's from before, the higher its number the longer unused. */
async function addSessions(userId: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => {
    const at = storedDate(Date.now() - (i + 1) * 1000)
    return {
      id: `${userId}-${i + 1}`,
      token: `${userId}-${i + 1}`,
      userId,
      expiresAt: storedDate(Date.now() + DAY_MS),
      createdAt: at,
      updatedAt: at,
      ipAddress: null,
      userAgent: null,
      activeOrganizationId: null,
      activeTeamId: null,
    }
  })
  await rig.world.services.database.db.insertInto('session').values(rows).execute()
}

/** Their session’s row with moments so long ago. */
async function age(
  one: Browser,
  ago: Readonly<Partial<Record<'createdAt' | 'updatedAt' | 'expiresAt', number>>>,
): Promise<void> {
  const { session } = await one.session()
  const moments = Object.fromEntries(
    Object.entries(ago).map(([column, milliseconds]) => [column, storedDate(Date.now() - milliseconds)]),
  )
  await rig.world.services.database.db.updateTable('session').set(moments).where('id', '=', session.id).execute()
}

async function rowOf(one: Browser): Promise<unknown> {
  const { session } = await one.session()
  return rig.world.services.database.db
    .selectFrom('session')
    .selectAll()
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
}

describe('the session cookie', () => {
  test('is HttpOnly and SameSite=Lax, lasts 7 days, and is not Secure on http', async () => {
    const { cookies } = await rig.browser().signUp('Cleo')
    const token = cookies.find((line) => line.startsWith('better-auth.session_token='))
    expect(token).toMatch(/Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(cookies.find((line) => line.startsWith('better-auth.session_data='))).toMatch(
      /Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/,
    )
  })

  test('is Secure on https', async () => {
    const secure = await openRig({ BASE_URL: 'https://mix.example.com' })
    const { cookies } = await secure
      .browser({ headers: { origin: 'https://mix.example.com', 'x-setup-token': 'setup' } })
      .signUp('Cleo')
    expect(cookies).not.toEqual([])
    for (const line of cookies) expect(line).toMatch(/^__(Secure|Host)-.*; Secure/)
    await secure.close()
  })

  test('ends with the browser when one is not to be remembered, and is then never made to last longer', async () => {
    await rig.person('Rae')
    const rae = rig.browser()
    const { cookies } = await rae.signIn('Rae', { rememberMe: false })
    expect(cookies.find((line) => line.startsWith('better-auth.session_token='))).not.toMatch(/Max-Age/i)
    const before = (await rae.session('?disableCookieCache=true')).session
    expect(new Date(before.expiresAt).getTime() - new Date(before.createdAt).getTime()).toBeLessThanOrEqual(DAY_MS)
    pass(DAY_MS - 60_000)
    expect((await rae.session('?disableCookieCache=true')).session.expiresAt).toBe(before.expiresAt)
  })
})

describe('get-session', () => {
  test('answers session and user, or null to a visitor', async () => {
    const mo = await rig.person('Mo')
    expect(await mo.session()).toMatchObject({
      session: {
        id: expect.any(String),
        userId: expect.any(String),
        token: expect.any(String),
        expiresAt: expect.any(String),
        ipAddress: '127.0.0.1',
        userAgent: expect.any(String),
        activeOrganizationId: null,
      },
      user: { email: 'mo@example.com', emailVerified: false },
    })
    expect(await rig.browser().get('/get-session')).toMatchObject({ status: 200, body: null })
  })

  test('names the address that the connection came from, whatever the request claims', async () => {
    const far = rig.browser({
      address: '192.0.2.7',
      headers: {
        origin: 'http://localhost:3000',
        'x-real-client-ip': '198.51.100.1',
        'x-forwarded-for': '198.51.100.2',
      },
    })
    await far.signUp('Fern')
    expect((await far.session()).session.ipAddress).toBe('192.0.2.7')
  })

  test('is never cached on the way', async () =>
    expect((await rig.browser().get('/get-session')).headers['cache-control']).toBe('no-store'))

  test('trusts the cookie’s copy for 60 seconds, and then looks', async () => {
    const tim = await rig.person('Tim')
    await rig.world.services.database.db
      .deleteFrom('session')
      .where('userId', '=', (await tim.session()).user.id)
      .execute()
    expect(await tim.session()).not.toBeNull()
    expect(await tim.session('?disableCookieCache=false')).not.toBeNull()
    pass(61_000)
    expect(await tim.session()).toBeNull()
    expect(tim.jar.size).toBe(0)
  })

  test('looks at once when told to', async () => {
    const una = await rig.person('Una')
    await rig.world.services.database.db
      .deleteFrom('session')
      .where('userId', '=', (await una.session()).user.id)
      .execute()
    expect(await una.session('?disableCookieCache=true')).toBeNull()
  })

  test('clears a copy with a bad signature and falls back on the database', async () => {
    const vic = await rig.person('Vic')
    vic.jar.set(
      'better-auth.session_data',
      Buffer.from(
        JSON.stringify({
          session: { session: { userId: 'admin' }, user: { id: 'admin' } },
          expiresAt: Date.now() + DAY_MS,
          signature: 'x',
        }),
      ).toString('base64url'),
    )
    const answer = await vic.get('/get-session')
    expect(answer.body.user.email).toBe('vic@example.com')
    expect(answer.cookies.join()).toMatch(/better-auth\.session_data=/)
  })

  test('takes no forged session token', async () => {
    const answer = await rig.browser().get('/get-session', { cookie: 'better-auth.session_token=abc.def' })
    expect(answer.body).toBeNull()
  })

  test('keeps a copy of up to 4093 characters, in one piece', async () => {
    const wes = await rig.person('Wes')
    const copy = async (length: number) => {
      await wes.post('/update-user', { image: `https://example.com/${'p'.repeat(length)}` })
      await wes.get('/get-session?disableCookieCache=true')
      return wes.jar.get('better-auth.session_data')?.length ?? 0
    }
    const most = Math.floor((4093 - (await copy(1))) * 0.75)
    expect(await copy(most)).toBeGreaterThan(4085)
    await rig.world.services.database.db
      .deleteFrom('session')
      .where('userId', '=', (await wes.session()).user.id)
      .execute()
    expect((await wes.session()).user.image).toHaveLength(20 + most)
    expect([...wes.jar.keys()].toSorted()).toEqual(['better-auth.session_data', 'better-auth.session_token'])
  })

  test('refuses a copy over 4093 characters and goes on without one', async () => {
    const wim = await rig.person('Wim')
    await wim.post('/update-user', { image: `https://example.com/${'p'.repeat(3900)}` })
    const answer = await wim.get('/get-session?disableCookieCache=true')
    expect(answer.body.user.image).toHaveLength(3920)
    expect([...wim.jar.keys()]).toEqual(['better-auth.session_token'])
    expect(answer.cookies.join()).not.toMatch(/session_data\.\d/)
    expect((await wim.session()).user.email).toBe('wim@example.com')
  })
})

describe('a session', () => {
  test('is made to last longer once it is older than a day, not before', async () => {
    const yan = await rig.person('Yan')
    const first = (await yan.session()).session
    // The library reads the clock once for each of the two.
    expect(
      Math.abs(new Date(first.expiresAt).getTime() - new Date(first.createdAt).getTime() - 7 * DAY_MS),
    ).toBeLessThan(1000)
    pass(DAY_MS - 60_000)
    expect((await yan.session('?disableCookieCache=true')).session.expiresAt).toBe(first.expiresAt)
    pass(120_000)
    expect((await yan.session('?disableCookieCache=true&disableRefresh=true')).session.expiresAt).toBe(first.expiresAt)
    const longer = (await yan.session('?disableCookieCache=true')).session
    expect(new Date(longer.expiresAt).getTime()).toBeGreaterThan(new Date(first.expiresAt).getTime())
  })

  test('is deleted when it has expired, and its cookies are cleared', async () => {
    const abe = await rig.person('Abe')
    const { session } = await abe.session()
    pass(7 * DAY_MS + 1000)
    const answer = await abe.get('/get-session')
    expect(answer.body).toBeNull()
    expect(answer.cookies.join('\n')).toMatch(/better-auth\.session_token=; Max-Age=0/)
    expect(
      await rig.world.services.database.db
        .selectFrom('session')
        .select('id')
        .where('id', '=', session.id)
        .executeTakeFirst(),
    ).toBeUndefined()
  })

  test('does not open the product once it was revoked, cookie’s copy or not', async () => {
    const [here, there] = [await rig.person('Bea'), rig.browser()]
    await there.signIn('Bea')
    expect((await there.open('/api/users/me')).status).toBe(200)
    await here.post('/revoke-other-sessions')
    expect((await there.open('/api/users/me')).status).toBe(401)
    expect((await here.open('/api/users/me')).status).toBe(200)
  })
})

describe('revoking', () => {
  test('one of one’s own answers status', async () => {
    const [here, there] = [await rig.person('Dan'), rig.browser()]
    await there.signIn('Dan')
    const other = (await there.session()).session.token
    expect(await here.post('/revoke-session', { token: other })).toMatchObject({ status: 200, body: { status: true } })
    expect(await there.session('?disableCookieCache=true')).toBeNull()
  })

  test('an unknown one is "Session not found", another’s is unauthorized and goes on', async () => {
    const [eli, fay] = [await rig.person('Eli'), await rig.person('Fay')]
    expect(await eli.post('/revoke-session', { token: 'nosuchsession' })).toMatchObject({
      status: 400,
      body: { message: 'Session not found' },
    })
    expect(await eli.post('/revoke-session', { token: (await fay.session()).session.token })).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    })
    expect(await fay.session('?disableCookieCache=true')).not.toBeNull()
    expect(await eli.post('/revoke-session', {})).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect(await eli.post('/revoke-session', { token: 7 })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
  })

  test('all, and all others', async () => {
    const [here, there] = [await rig.person('Gil'), rig.browser()]
    await there.signIn('Gil')
    expect(await here.post('/revoke-other-sessions')).toMatchObject({ body: { status: true } })
    expect(await there.session('?disableCookieCache=true')).toBeNull()
    expect(await here.post('/revoke-sessions')).toMatchObject({ body: { status: true } })
    expect(await here.session()).toBeNull()
  })

  test('all others ends every one, also where there are more than a hundred', async () => {
    const [here, there] = [await rig.person('Ike'), rig.browser()]
    await addSessions((await here.session()).user.id, 120)
    await there.signIn('Ike')
    expect((await here.get('/list-sessions')).body).toHaveLength(122)
    expect(await here.post('/revoke-other-sessions')).toMatchObject({ body: { status: true } })
    expect(await there.session('?disableCookieCache=true')).toBeNull()
    expect((await here.get('/list-sessions')).body).toHaveLength(1)
  })

  test('is done by the server once somebody has too many sessions: those unused the longest go first', async () => {
    const here = await rig.person('Jan')
    const { id } = (await here.session()).user
    await addSessions(id, MOST_SESSIONS)
    await rig.browser().signIn('Jan')
    const left = await rig.world.services.database.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', id)
      .execute()
    expect(left).toHaveLength(MOST_SESSIONS)
    expect(left.map((row) => row.id)).not.toContain(`${id}-${MOST_SESSIONS}`)
    expect(await here.session('?disableCookieCache=true')).not.toBeNull()
  })

  test('and signing in elsewhere is told to whoever has the list open', async () => {
    const [here, there] = [await rig.person('Han'), rig.browser()]
    const { id } = (await here.session()).user
    const told = async () =>
      (
        await rig.world.services.database.db
          .selectFrom('events')
          .select('kind')
          .where('stream_id', '=', `user:${id}`)
          .execute()
      ).filter(({ kind }) => kind === 'session.changed').length
    const before = await told()
    await there.signIn('Han')
    expect(await told()).toBe(before + 1)
    await here.post('/revoke-session', { token: (await there.session()).session.token })
    expect(await told()).toBe(before + 2)
    await there.signIn('Han')
    await here.post('/revoke-other-sessions')
    expect(await told()).toBe(before + 4)
    await there.signIn('Han')
    await there.post('/sign-out')
    expect(await told()).toBe(before + 6)
  })

  test.each(['/revoke-session', '/revoke-sessions', '/revoke-other-sessions'])(
    '%s asks for a session',
    async (path) => {
      expect(await rig.browser().post(path, { token: 'x' })).toMatchObject({
        status: 401,
        body: { message: 'Unauthorized', code: 'UNAUTHORIZED' },
      })
    },
  )
})

describe('signing out', () => {
  test('ends the session and clears the cookies', async () => {
    const hal = await rig.person('Hal')
    const token = hal.jar.get('better-auth.session_token') ?? ''
    expect(await hal.post('/sign-out')).toMatchObject({ status: 200, body: { success: true } })
    expect(hal.jar.size).toBe(0)
    hal.jar.set('better-auth.session_token', token)
    expect(await hal.session()).toBeNull()
  })

  test('without a session is a success as well', async () =>
    expect((await rig.browser().post('/sign-out')).body).toEqual({ success: true }))
})

describe('a fresh session', () => {
  test('is asked for after a day to list sessions and to unlink', async () => {
    const ivy = await rig.person('Ivy')
    expect((await ivy.get('/list-sessions')).body).toMatchObject([
      { userAgent: expect.any(String), ipAddress: '127.0.0.1' },
    ])
    pass(DAY_MS + 1000)
    for (const answer of [
      await ivy.get('/list-sessions'),
      await ivy.post('/unlink-account', { providerId: 'credential' }),
    ])
      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'Session is not fresh', code: 'SESSION_IS_NOT_FRESH' },
      })
    await ivy.signIn('Ivy')
    expect((await ivy.get('/list-sessions')).status).toBe(200)
  })

  test('is one that was updated of late, however long ago it began', async () => {
    const ivo = await rig.person('Ivo')
    await age(ivo, { createdAt: 5 * DAY_MS, updatedAt: 60_000 })
    expect((await ivo.get('/list-sessions')).status).toBe(200)
    expect(await ivo.post('/unlink-account', { providerId: 'credential' })).toMatchObject({
      status: 400,
      body: { message: "You can't unlink your last account" },
    })
    expect((await ivo.post('/delete-user')).body).toEqual({ success: true, message: 'User deleted' })
  })

  test('is one whose person chose another organization in it, and not one that somebody else changed', async () => {
    const [ola, ulf] = [await rig.person('Ola'), await rig.person('Ulf')]
    const { id: organizationId } = (await ulf.post('/organization/create', { name: 'Ulfs', slug: 'ulfs' })).body
    const { id } = (
      await ulf.post('/organization/invite-member', { organizationId, email: 'ola@example.com', role: 'member' })
    ).body
    await ola.post('/organization/accept-invitation', { invitationId: id })
    const own = (
      await ola.post('/organization/create', { name: 'Olas', slug: 'olas', keepCurrentActiveOrganization: true })
    ).body.id
    await age(ola, { updatedAt: 2 * DAY_MS })
    expect(
      (await ulf.post('/organization/remove-member', { organizationId, memberIdOrEmail: 'ola@example.com' })).status,
    ).toBe(200)
    expect(await rowOf(ola)).toMatchObject({ activeOrganizationId: null })
    expect((await ola.get('/list-sessions')).status).toBe(403)
    expect((await ola.post('/organization/set-active', { organizationId: own })).status).toBe(200)
    expect((await ola.get('/list-sessions')).status).toBe(200)
  })

  test('is none that began a minute ago and was updated before, and asking does not make it one', async () => {
    const ina = await rig.person('Ina')
    // By the product's clock too, which stands still here. Due to be extended as well, which a request that is let in
    // would do.
    await age(ina, {
      createdAt: 60_000,
      updatedAt: Date.now() - rig.world.services.now() + 2 * DAY_MS,
      expiresAt: -5 * DAY_MS,
    })
    const before = await rowOf(ina)
    const guarded = authEndpoints(rig.world.auth).filter(({ use }) => use.includes(freshSessionMiddleware))
    expect(guarded.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      'GET /list-sessions',
      'POST /unlink-account',
    ])
    for (const { method, path } of guarded)
      expect(await (method === 'GET' ? ina.get(path) : ina.post(path, { providerId: 'credential' }))).toMatchObject({
        status: 403,
        body: { message: 'Session is not fresh', code: 'SESSION_IS_NOT_FRESH' },
      })
    expect(await ina.open('/api/users/me/data')).toMatchObject({ status: 403, body: { code: 'SESSION_IS_NOT_FRESH' } })
    for (const body of [{}, { password: '' }, { token: '' }, { callbackURL: '/login' }])
      expect(await ina.post('/delete-user', body)).toMatchObject({
        status: 400,
        body: { message: 'Session expired. Re-authenticate to perform this action.' },
      })
    expect(await rowOf(ina)).toEqual(before)
    // As whoever goes on using it does.
    await ina.session('?disableCookieCache=true')
    expect((await ina.get('/list-sessions')).status).toBe(200)
  })

  test('is asked for by nothing when the age is 0', async () => {
    const lax = await openRig({ FRESH_SESSION_SECONDS: '0' })
    const joy = await lax.person('Joy')
    pass(6 * DAY_MS)
    expect((await joy.get('/list-sessions')).status).toBe(200)
    expect((await joy.post('/delete-user')).body).toEqual({ success: true, message: 'User deleted' })
    await lax.close()
  })
})

describe('settings of sessions', () => {
  test('life, update age and cookie cache are as configured', async () => {
    const short = await openRig({ SESSION_SECONDS: '3600', SESSION_UPDATE_SECONDS: '60', SESSION_CACHE_SECONDS: '0' })
    const kai = short.browser()
    const { cookies } = await kai.signUp('Kai')
    expect(cookies.join('\n')).toMatch(/session_token=[^;]+; Max-Age=3600/)
    expect(cookies.join('\n')).not.toMatch(/session_data=[^;]/)
    const first = (await kai.session()).session
    pass(61_000)
    expect((await kai.session()).session.expiresAt).not.toBe(first.expiresAt)
    await short.world.services.database.db.deleteFrom('session').execute()
    expect(await kai.session()).toBeNull()
    await short.close()
  })
})

describe('updating oneself', () => {
  test('changes name, picture and username', async () => {
    const lea = await rig.person('Lea')
    expect(
      await lea.post('/update-user', { name: 'Léa', image: 'https://example.com/lea.png', username: 'Lea_Beat' }),
    ).toMatchObject({ status: 200, body: { status: true } })
    expect((await lea.session()).user).toMatchObject({
      name: 'Léa',
      image: 'https://example.com/lea.png',
      username: 'lea_beat',
      displayUsername: 'Lea_Beat',
    })
    expect(
      (await rig.browser().post('/sign-in/username', { username: 'LEA_beat', password: passwordOf('Lea') })).status,
    ).toBe(200)
    const shown = async () => (await lea.session('?disableCookieCache=true')).user.displayUsername
    await lea.post('/update-user', { username: 'Lea.New', displayUsername: '' })
    expect(await shown()).toBe('Lea.New')
    await lea.post('/update-user', { username: 'lea.new', displayUsername: 'LEA' })
    await lea.post('/update-user', { name: 'Lea' })
    expect(await shown()).toBe('LEA')
  })

  test.each([
    ['a taken username', { username: 'MAX_b' }, 'username is already taken. please try another.'],
    ['a short username', { username: 'ab' }, 'username is too short'],
    ['another address', { email: 'x@example.com' }, 'Email can not be updated'],
    ['nothing', {}, 'No fields to update'],
  ])('refuses %s', async (_, body, message) => {
    const name = `Upd${Math.trunc(performance.now() * 1000)}`
    const one = await rig.person(name)
    const { username } = { username: 'max_b' }
    const taken = await rig
      .browser()
      .post('/sign-up/email', { name: 'Max', email: 'max@example.com', password: 'long enough', username })
    expect([200, 400, 422]).toContain(taken.status)
    expect(await one.post('/update-user', body)).toMatchObject({ status: 400, body: { message } })
  })

  test('cannot lift one’s own limits', async () => {
    const ned = await rig.person('Ned')
    await ned.post('/update-user', { name: 'Ned', emailVerified: true, disabledAt: null, emailChangedAt: null })
    expect((await ned.session('?disableCookieCache=true')).user.emailVerified).toBe(false)
  })

  test('asks for a session', async () =>
    expect((await rig.browser().post('/update-user', { name: 'x' })).status).toBe(401))
})

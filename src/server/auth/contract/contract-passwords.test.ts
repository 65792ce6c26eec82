import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, openRig, passwordOf, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  await rig.person('Nora', { username: 'Nora.Beat' })
})
afterAll(() => rig.close())

const json = /application\/json/

describe('signing up', () => {
  test('makes a person with a lower-case address, unverified, signed in', async () => {
    const answer = await rig.browser().post('/sign-up/email', {
      name: 'Zoë Ånd',
      email: 'Zoe@Example.COM',
      password: 'long enough',
      username: 'Zoe_1',
      callbackURL: '/',
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      token: expect.any(String),
      user: {
        id: expect.any(String),
        email: 'zoe@example.com',
        emailVerified: false,
        name: 'Zoë Ånd',
        username: 'zoe_1',
        displayUsername: 'Zoe_1',
        createdAt: expect.stringMatching(/^\d{4}-/),
        updatedAt: expect.stringMatching(/^\d{4}-/),
      },
    })
    expect(answer.body.user).not.toHaveProperty('disabledAt')
    expect((await rig.mail('zoe@example.com', /verify/i)).text).toContain('/api/auth/verify-email?token=')
  })

  test.each([
    ['an address somebody has', { email: 'NORA@example.com' }, 422, 'User already exists', 'USER_ALREADY_EXISTS'],
    ['what is no address', { email: 'nowhere' }, 400, 'Invalid email', 'INVALID_EMAIL'],
    [
      'an address longer than any',
      { email: `${'a'.repeat(250)}@example.com` },
      400,
      'Invalid body parameters',
      'VALIDATION_ERROR',
    ],
    ['a short password', { password: 'seven77' }, 400, 'Password too short', 'PASSWORD_TOO_SHORT'],
    ['a long password', { password: 'x'.repeat(129) }, 400, 'Password too long', 'PASSWORD_TOO_LONG'],
    ['no password', { password: undefined }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['no name', { name: undefined }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['an object for a name', { name: { $ne: 1 } }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
    ['a short username', { username: 'ab' }, 400, 'username is too short', 'USERNAME_IS_TOO_SHORT'],
    ['a long username', { username: 'a'.repeat(31) }, 400, 'username is too long', 'USERNAME_IS_TOO_LONG'],
    ['a username with a space', { username: 'no ra' }, 400, 'username is invalid', 'USERNAME_IS_INVALID'],
    ['a username with a hyphen', { username: 'no-ra' }, 400, 'username is invalid', 'USERNAME_IS_INVALID'],
    [
      'somebody’s username in other letters',
      { username: 'NORA.beat' },
      400,
      'username is already taken. please try another.',
      'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
    ],
  ])('refuses %s', async (_, wrong, status, message, code) => {
    const answer = await rig
      .browser()
      .post('/sign-up/email', { name: 'New', email: 'new@example.com', password: 'long enough', ...wrong })
    expect(answer).toMatchObject({
      status,
      body: { message, code },
      headers: { 'content-type': expect.stringMatching(json) },
    })
    expect(answer.cookies).toEqual([])
  })

  test('names the fields that are missing or wrong', async () => {
    const answer = await rig.browser().post('/sign-up/email', { email: 'new@example.com', password: 1 })
    expect(answer.body).toEqual({
      code: 'VALIDATION_ERROR',
      message: 'Invalid body parameters',
      fields: { name: 'Required', password: 'Invalid input' },
    })
  })

  test('takes 3 and 30 characters for a username, letters, digits, underscore and dot', async () => {
    for (const username of ['a.1', `${'b'.repeat(29)}_`])
      expect(
        (
          await rig
            .browser()
            .post('/sign-up/email', { name: 'N', email: `${username}@example.com`, password: 'long enough', username })
        ).status,
      ).toBe(200)
  })

  test('cannot make itself verified, an admin or anybody else', async () => {
    const one = rig.browser()
    const answer = await one.post('/sign-up/email', {
      name: 'Mal',
      email: 'mal@example.com',
      password: 'long enough',
      emailVerified: true,
      disabledAt: null,
      emailChangedAt: null,
      id: 'chosen',
      role: 'admin',
    })
    const made = answer.status === 200 ? answer.body.user : (await (await rig.person('Malo')).session()).user
    expect(made).toMatchObject({ emailVerified: false })
    expect(made.id).not.toBe('chosen')
  })
})

describe('signing in by e-mail', () => {
  test('answers redirect, token, url and user', async () => {
    const answer = await rig.browser().signIn('Nora', { callbackURL: '/?projectId=p' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        redirect: true,
        token: expect.any(String),
        url: '/?projectId=p',
        user: { email: 'nora@example.com', username: 'nora.beat' },
      },
    })
    expect((await rig.browser().signIn('Nora')).body).toMatchObject({ redirect: false })
  })

  test.each([
    ['a wrong password', { password: 'not hers at all' }, 401, 'Invalid email or password'],
    ['an unknown address, in the same words', { email: 'nobody@example.com' }, 401, 'Invalid email or password'],
    ['what is no address', { email: 'nora' }, 400, 'Invalid email'],
    ['no address', { email: undefined }, 400, 'Invalid body parameters'],
    ['no password', { password: undefined }, 400, 'Invalid body parameters'],
    ['a list for a password', { password: ['x'] }, 400, 'Invalid body parameters'],
    ['a megabyte of password', { password: 'x'.repeat(100_000) }, 400, 'Password too long'],
  ])('refuses %s', async (_, wrong, status, message) => {
    const answer = await rig.browser().signIn('Nora', wrong)
    expect(answer).toMatchObject({ status, body: { message } })
    expect(answer.cookies).toEqual([])
  })

  test('takes the address in any letters', async () =>
    expect((await rig.browser().signIn('Nora', { email: 'NORA@EXAMPLE.com' })).status).toBe(200))
})

describe('signing in by username', () => {
  const signIn = (body: Readonly<Record<string, unknown>>) =>
    rig.browser().post('/sign-in/username', { username: 'nora.beat', password: passwordOf('Nora'), ...body })

  test('answers token and user, in any letters', async () => {
    expect(await signIn({ username: 'NORA.BEAT' })).toMatchObject({
      status: 200,
      body: { token: expect.any(String), user: { email: emailOf('Nora'), displayUsername: 'Nora.Beat' } },
    })
  })

  test.each([
    [
      'a wrong password',
      { password: 'not hers at all' },
      401,
      'invalid username or password',
      'INVALID_USERNAME_OR_PASSWORD',
    ],
    ['an unknown name', { username: 'nobody' }, 401, 'invalid username or password', 'INVALID_USERNAME_OR_PASSWORD'],
    ['an empty name', { username: '' }, 401, 'invalid username or password', 'INVALID_USERNAME_OR_PASSWORD'],
    ['a name that is too short', { username: 'no' }, 422, 'username is too short', 'USERNAME_IS_TOO_SHORT'],
    ['a name that is too long', { username: 'n'.repeat(31) }, 422, 'username is too long', 'USERNAME_IS_TOO_LONG'],
    ['a name with other characters', { username: "' or 1=1" }, 422, 'username is invalid', 'USERNAME_IS_INVALID'],
    ['no name', { username: undefined }, 400, 'Invalid body parameters', 'VALIDATION_ERROR'],
  ])('refuses %s', async (_, wrong, status, message, code) =>
    expect(await signIn(wrong)).toMatchObject({ status, body: { message, code } }),
  )
})

describe('a forgotten password', () => {
  const subject = /new password/
  const ask = (email: string, more = {}) =>
    rig.browser().post('/forget-password', { email, redirectTo: '/login', ...more })

  test('is answered alike for known and unknown addresses, and mailed to the known', async () => {
    const [known, unknown] = await Promise.all([ask('nora@example.com'), ask('nobody@example.com')])
    expect(known.body).toEqual({ status: true })
    expect(unknown).toMatchObject({ status: known.status, body: known.body })
    await rig.mail('nora@example.com', subject)
    expect(await rig.mailsTo('nobody@example.com')).toEqual([])
  })

  test('comes back with a token of 24 characters that works once', async () => {
    await ask('nora@example.com')
    const link = await rig.link('nora@example.com', subject)
    expect(link).toMatch(/^http:\/\/localhost:3000\/api\/auth\/reset-password\/[A-Za-z0-9]{24}\?callbackURL=%2Flogin$/)
    const opened = await rig.browser().open(link)
    expect(opened.status).toBe(302)
    const target = new URL(opened.location ?? '')
    expect(target.origin + target.pathname).toBe('http://localhost:3000/login')
    const token = target.searchParams.get('token')
    expect(await rig.browser().post('/reset-password', { newPassword: 'seven77', token })).toMatchObject({
      status: 400,
      body: { message: 'Password too short' },
    })
    expect((await rig.browser().post('/reset-password', { newPassword: passwordOf('Nora'), token })).body).toEqual({
      status: true,
    })
    expect(await rig.browser().post('/reset-password', { newPassword: passwordOf('Nora'), token })).toMatchObject({
      status: 400,
      body: { message: 'invalid token', code: 'INVALID_TOKEN' },
    })
  })

  test('takes the token in the query as well', async () => {
    await ask('nora@example.com')
    const token = /reset-password\/(\w+)/.exec(await rig.link('nora@example.com', subject))?.[1]
    expect(
      (await rig.browser().post(`/reset-password?token=${token}`, { newPassword: passwordOf('Nora') })).body,
    ).toEqual({ status: true })
  })

  test('ends all sessions', async () => {
    const nora = rig.browser()
    await nora.signIn('Nora')
    await ask('nora@example.com')
    const token = /reset-password\/(\w+)/.exec(await rig.link('nora@example.com', subject))?.[1]
    await rig.browser().post('/reset-password', { newPassword: passwordOf('Nora'), token })
    expect(await nora.session('?disableCookieCache=true')).toBeNull()
  })

  test('gives a first password to somebody who has none', async () => {
    const db = rig.world.services.database.db
    const kit = await rig.person('Kit')
    const { user } = await kit.session()
    await db.deleteFrom('account').where('userId', '=', user.id).execute()
    expect((await rig.browser().signIn('Kit')).status).toBe(401)
    await ask('kit@example.com')
    const token = /reset-password\/(\w+)/.exec(await rig.link('kit@example.com', subject))?.[1]
    await rig.browser().post('/reset-password', { newPassword: passwordOf('Kit'), token })
    expect((await rig.browser().signIn('Kit')).status).toBe(200)
  })

  test.each([
    ['what is no address', { email: 'nora' }, 400, 'Invalid body parameters'],
    ['no address', { email: undefined }, 400, 'Invalid body parameters'],
    ['a foreign way back', { redirectTo: 'https://evil.example/x' }, 403, 'Invalid redirectTo'],
    [
      'a way back that starts like ours',
      { redirectTo: 'http://localhost:3000.evil.example/' },
      403,
      'Invalid redirectTo',
    ],
    ['a way back with two slashes', { redirectTo: '//evil.example' }, 403, 'Invalid redirectTo'],
  ])('refuses %s', async (_, wrong, status, message) =>
    expect(await ask('nora@example.com', wrong)).toMatchObject({ status, body: { message } }),
  )

  test('with an unknown token leads back with INVALID_TOKEN', async () => {
    const opened = await rig.browser().get(`/reset-password/${'x'.repeat(24)}?callbackURL=/login`)
    expect(opened).toMatchObject({ status: 302, location: 'http://localhost:3000/login?error=INVALID_TOKEN' })
    expect(
      await rig.browser().post('/reset-password', { newPassword: 'long enough', token: 'x'.repeat(24) }),
    ).toMatchObject({ status: 400, body: { message: 'invalid token' } })
    expect(await rig.browser().post('/reset-password', { newPassword: 'long enough' })).toMatchObject({
      status: 400,
      body: { message: 'invalid token' },
    })
  })

  test('never leads to another website', async () => {
    expect(await rig.browser().get('/reset-password/abc?callbackURL=https%3A%2F%2Fevil.example')).toMatchObject({
      status: 403,
      body: { message: 'Invalid callbackURL' },
    })
  })
})

describe('changing the password', () => {
  test('answers the person, and a new token when the others are signed out', async () => {
    const [here, there] = [await rig.person('Vera'), rig.browser()]
    await there.signIn('Vera')
    const first = await here.post('/change-password', {
      currentPassword: passwordOf('Vera'),
      newPassword: 'another one',
    })
    expect(first).toMatchObject({ status: 200, body: { token: null, user: { email: 'vera@example.com' } } })
    const second = await here.post('/change-password', {
      currentPassword: 'another one',
      newPassword: passwordOf('Vera'),
      revokeOtherSessions: true,
    })
    expect(second.body.token).toEqual(expect.any(String))
    expect(await there.session('?disableCookieCache=true')).toBeNull()
    expect((await here.session('?disableCookieCache=true')).user.email).toBe('vera@example.com')
  })

  test('refuses a wrong one, a short one, and visitors', async () => {
    const ida = await rig.person('Ida')
    expect(
      await ida.post('/change-password', { currentPassword: 'not it, sorry', newPassword: 'long enough' }),
    ).toMatchObject({ status: 400, body: { message: 'Invalid password', code: 'INVALID_PASSWORD' } })
    expect(
      await ida.post('/change-password', { currentPassword: passwordOf('Ida'), newPassword: 'short' }),
    ).toMatchObject({ status: 400, body: { message: 'Password too short' } })
    expect(await ida.post('/change-password', { newPassword: 'long enough' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
    expect(
      await rig.browser().post('/change-password', { currentPassword: 'x', newPassword: 'long enough' }),
    ).toMatchObject({ status: 401, body: { message: 'Unauthorized' } })
    await rig.world.services.database.db
      .deleteFrom('account')
      .where('userId', '=', (await ida.session()).user.id)
      .execute()
    expect(await ida.post('/change-password', { currentPassword: 'x', newPassword: 'long enough' })).toMatchObject({
      status: 400,
      body: { message: 'Credential account not found' },
    })
  })

  test('set-password is for the server alone', async () => {
    const pia = await rig.person('Pia')
    expect((await pia.post('/set-password', { newPassword: 'long enough' })).status).toBe(404)
    const headers = new Headers({ cookie: [...pia.jar].map((pair) => pair.join('=')).join('; ') })
    await expect(rig.world.auth.api.setPassword({ headers, body: { newPassword: 'long enough' } })).rejects.toThrow(
      'User already has a password set',
    )
  })
})

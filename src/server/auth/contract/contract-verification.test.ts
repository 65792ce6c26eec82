import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())
afterEach(() => {
  vi.useRealTimers()
})

/** Stops the clock, this much later. */
function pass(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })
}

const verify = /verify/i
const userOf = async (one: Browser) => (await one.session('?disableCookieCache=true')).user

/** A user with a verified address. */
async function verified(name: string): Promise<Browser> {
  const one = await rig.person(name)
  await one.open(await rig.link(`${name.toLowerCase()}@example.com`, verify))
  return one
}

describe('the link to verify an address', () => {
  test('verifies it once and for all, and leads to where it was asked from', async () => {
    const ada = await rig.person('Ada', { callbackURL: '/?projectId=p1' })
    const link = await rig.link('ada@example.com', verify)
    const opened = await rig.browser().open(link)
    expect(opened).toMatchObject({ status: 302, location: '/?projectId=p1' })
    expect((await userOf(ada)).emailVerified).toBe(true)
    expect(await rig.browser().open(link)).toMatchObject({ status: 302, location: '/?projectId=p1' })
  })

  test('signs nobody in', async () => {
    await rig.person('Bo')
    const other = rig.browser()
    await other.open(await rig.link('bo@example.com', verify))
    expect(await other.session()).toBeNull()
  })

  test('without a way back answers status and user', async () => {
    await rig.person('Cy')
    const token = new URL(await rig.link('cy@example.com', verify)).searchParams.get('token')
    expect(await rig.browser().get(`/verify-email?token=${token}`)).toMatchObject({
      status: 200,
      body: { status: true, user: null },
    })
  })

  test('works for an hour', async () => {
    pass(0)
    await rig.person('Di')
    const link = new URL(await rig.link('di@example.com', verify))
    const token = link.searchParams.get('token')
    pass(3590_000)
    const inTime = await rig.browser().open(link.href)
    expect(inTime.location).toBe('/')
    await rig.person('Dee')
    const late = new URL(await rig.link('dee@example.com', verify)).searchParams.get('token')
    pass(3601_000)
    expect((await rig.browser().get(`/verify-email?token=${late}&callbackURL=/login`)).location).toBe(
      '/login?error=token_expired',
    )
    expect(await rig.browser().get(`/verify-email?token=${late}`)).toMatchObject({
      status: 401,
      body: { message: 'token_expired' },
    })
    expect(token).not.toBeNull()
  })

  test('that was tampered with is invalid_token', async () => {
    expect((await rig.browser().get('/verify-email?token=a.b.c&callbackURL=/login%3Fredirect%3D%2F')).location).toBe(
      '/login?redirect=/&error=invalid_token',
    )
    expect(await rig.browser().get('/verify-email?token=a.b.c')).toMatchObject({
      status: 401,
      body: { message: 'invalid_token' },
    })
    expect(await rig.browser().get('/verify-email')).toMatchObject({
      status: 400,
      body: { message: 'Invalid query parameters', code: 'VALIDATION_ERROR' },
    })
    const part = (json: string) => Buffer.from(json).toString('base64url')
    const none = `${part('{"alg":"none"}')}.${part('{"email":"ada@example.com","updateTo":"evil@example.com"}')}.`
    expect((await rig.browser().get(`/verify-email?token=${none}&callbackURL=/login`)).location).toBe(
      '/login?error=invalid_token',
    )
  })

  test('of somebody who is gone is user_not_found', async () => {
    const ed = await rig.person('Eddy')
    const token = new URL(await rig.link('eddy@example.com', verify)).searchParams.get('token')
    await ed.post('/delete-user', { password: passwordOf('Eddy') })
    expect((await rig.browser().get(`/verify-email?token=${token}&callbackURL=/login`)).location).toBe(
      '/login?error=user_not_found',
    )
  })

  test('leads to no other website', async () => {
    await rig.person('Flo')
    const token = new URL(await rig.link('flo@example.com', verify)).searchParams.get('token')
    expect(
      await rig.browser().get(`/verify-email?token=${token}&callbackURL=https%3A%2F%2Fevil.example`),
    ).toMatchObject({ status: 403, body: { message: 'Invalid callbackURL' } })
  })

  test('shows people a page where there is nowhere to go back to', async () => {
    const page = await rig.browser().get('/verify-email?token=a.b.c', { accept: 'text/html' })
    expect(page).toMatchObject({ status: 401, text: expect.stringContaining('Return to Application') })
    expect(page.text).toContain('invalid_token'.toUpperCase())
  })
})

describe('asking for the link again', () => {
  test('mails it to oneself', async () => {
    const gus = await rig.person('Gus')
    await rig.mail('gus@example.com', verify)
    await rig.emptyMail()
    expect(await gus.post('/send-verification-email', { email: 'gus@example.com', callbackURL: '/' })).toMatchObject({
      status: 200,
      body: { status: true },
    })
    await rig.mail('gus@example.com', verify)
  })

  test('is refused for an address that is verified or another’s', async () => {
    const hua = await verified('Hua')
    expect(await hua.post('/send-verification-email', { email: 'hua@example.com' })).toMatchObject({
      status: 400,
      body: { message: 'Email is already verified' },
    })
    expect(await hua.post('/send-verification-email', { email: 'ada@example.com' })).toMatchObject({
      status: 400,
      body: { message: 'Email mismatch' },
    })
    expect(await hua.post('/send-verification-email', { email: 'hua' })).toMatchObject({
      status: 400,
      body: { message: 'Invalid body parameters' },
    })
  })

  test('tells a visitor nothing about who has an account', async () => {
    await rig.emptyMail()
    for (const email of ['nobody@example.com', 'ada@example.com'])
      expect(await rig.browser().post('/send-verification-email', { email })).toMatchObject({
        status: 200,
        body: { status: true },
      })
    await rig.settle()
    expect([...(await rig.mailsTo('nobody@example.com')), ...(await rig.mailsTo('ada@example.com'))]).toEqual([])
  })
})

describe('changing an unverified address', () => {
  test('happens at once and mails the new one', async () => {
    const ina = await rig.person('Ina')
    expect(await ina.post('/change-email', { newEmail: 'Ina.New@Example.com', callbackURL: '/account' })).toMatchObject(
      { status: 200, body: { status: true } },
    )
    expect(await userOf(ina)).toMatchObject({ email: 'ina.new@example.com', emailVerified: false })
    expect(await rig.link('ina.new@example.com', verify)).toContain('callbackURL=%2Faccount')
    expect((await rig.mailsTo('ina@example.com')).some(({ subject }) => /changed/.test(subject))).toBe(false)
  })
})

describe('changing a verified address', () => {
  const confirm = /confirm your new/i
  /** Moves to another verified mailbox; returns the token that undoes it. */
  const moved = async (person: Awaited<ReturnType<typeof verified>>, from: string, to: string) => {
    await person.post('/change-email', { newEmail: to })
    await person.open(await rig.link(from, confirm))
    await person.open(await rig.link(to, verify))
    return new URL(await rig.link(from, /was changed/)).searchParams.get('token') ?? ''
  }
  const undone = async (token: string) => (await rig.browser().post('/undo-email-change', { token })).status

  test('waits for a link in the old mailbox; then it switches, is unverified, and the new one is mailed', async () => {
    const jan = await verified('Jan')
    expect(await jan.post('/change-email', { newEmail: 'jan2@example.com', callbackURL: '/account' })).toMatchObject({
      status: 200,
      body: { status: true },
    })
    expect(await userOf(jan)).toMatchObject({ email: 'jan@example.com', emailVerified: true })
    const opened = await jan.open(await rig.link('jan@example.com', confirm))
    expect(opened).toMatchObject({ status: 302, location: '/account' })
    expect(await userOf(jan)).toMatchObject({ email: 'jan2@example.com', emailVerified: false })
    await jan.open(await rig.link('jan2@example.com', verify))
    expect(await userOf(jan)).toMatchObject({ email: 'jan2@example.com', emailVerified: true })
  })

  test('by its link works for nobody who is not signed in as that person', async () => {
    const [kim, lou] = [await verified('Kim'), await rig.person('Lou')]
    await kim.post('/change-email', { newEmail: 'kim2@example.com', callbackURL: '/account' })
    const link = await rig.link('kim@example.com', confirm)
    expect((await rig.browser().open(link)).location).toBe('/account?error=unauthorized')
    expect((await lou.open(link)).location).toBe('/account?error=unauthorized')
    const token = new URL(link).searchParams.get('token')
    for (const none of ['', '&callbackURL='])
      expect(await rig.browser().get(`/verify-email?token=${token}${none}`)).toMatchObject({
        status: 401,
        body: { message: 'unauthorized' },
      })
    expect(
      await rig.browser().get(`/verify-email?token=${token}&callbackURL=https%3A%2F%2Fevil.example`),
    ).toMatchObject({ status: 403 })
    expect((await userOf(kim)).email).toBe('kim@example.com')
  })

  test('without a way back answers status and user', async () => {
    const may = await verified('May')
    await may.post('/change-email', { newEmail: 'may2@example.com' })
    const token = new URL(await rig.link('may@example.com', confirm)).searchParams.get('token')
    expect(await may.get(`/verify-email?token=${token}`)).toMatchObject({
      status: 200,
      body: {
        status: true,
        user: {
          id: expect.any(String),
          email: 'may2@example.com',
          name: 'May',
          image: null,
          emailVerified: false,
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    })
  })

  test('is undone from the old mailbox, with a button, by signing everybody out', async () => {
    const nat = await verified('Nat')
    await nat.post('/change-email', { newEmail: 'nat.typo@example.com' })
    await nat.open(await rig.link('nat@example.com', confirm))
    const undo = await rig.link('nat@example.com', /was changed/)
    const page = await rig.browser().open(undo)
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('Undo the change') })
    expect((await userOf(nat)).email).toBe('nat.typo@example.com')
    const token = new URL(undo).searchParams.get('token') ?? ''
    const pressed = await rig.browser().post('/undo-email-change', new URLSearchParams({ token }).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(pressed).toMatchObject({ status: 200, text: expect.stringContaining('is restored') })
    expect(await nat.session('?disableCookieCache=true')).toBeNull()
    await nat.signIn('Nat')
    expect((await nat.session()).user).toMatchObject({ email: 'nat@example.com', emailVerified: true })
    expect((await rig.browser().post('/undo-email-change', { token })).status).toBe(400)
    expect((await rig.browser().open(undo)).status).toBe(400)
  })

  test('is undone for good from the first mailbox, however many it went through', async () => {
    const una = await verified('Una')
    const first = await moved(una, 'una@example.com', 'thief@example.com')
    const second = await moved(una, 'thief@example.com', 'thief2@example.com')
    expect([await undone(first), await undone(second)]).toEqual([200, 400])
    await una.signIn('Una')
    expect((await una.session()).user).toMatchObject({ email: 'una@example.com' })
  })

  test('is undone from the first mailbox also after it was from a later one', async () => {
    const ava = await verified('Ava')
    const first = await moved(ava, 'ava@example.com', 'thief3@example.com')
    const second = await moved(ava, 'thief3@example.com', 'thief4@example.com')
    expect([await undone(second), await undone(first)]).toEqual([200, 200])
  })

  test('gives a stranger with the new mailbox no way in for a day', async () => {
    const ola = await verified('Ola')
    await ola.post('/change-email', { newEmail: 'ola.typo@example.com' })
    await ola.open(await rig.link('ola@example.com', confirm))
    const stranger = rig.browser()
    await stranger.open(await rig.link('ola.typo@example.com', verify))
    await rig.emptyMail()
    expect((await stranger.post('/forget-password', { email: 'ola.typo@example.com' })).body).toEqual({ status: true })
    expect((await stranger.post('/sign-in/magic-link', { email: 'ola.typo@example.com' })).body).toEqual({
      status: true,
    })
    await rig.settle()
    expect(await rig.mailsTo('ola.typo@example.com')).toEqual([])
    pass(86_400_000 + 1000)
    await stranger.post('/forget-password', { email: 'ola.typo@example.com' })
    vi.useRealTimers()
    await rig.mail('ola.typo@example.com', /new password/)
  })

  test('ends the links for a new password that lie in the old mailbox', async () => {
    const pip = await verified('Pip')
    await pip.post('/forget-password', { email: 'pip@example.com' })
    const token = /reset-password\/(\w+)/.exec(await rig.link('pip@example.com', /new password/))?.[1]
    await pip.post('/change-email', { newEmail: 'pip2@example.com' })
    await pip.open(await rig.link('pip@example.com', confirm))
    expect(await rig.browser().post('/reset-password', { token, newPassword: 'long enough' })).toMatchObject({
      status: 400,
      body: { message: 'invalid token' },
    })
  })

  test('is trusted at once when the person verifies it signed in', async () => {
    const pam = await verified('Pam')
    await pam.post('/change-email', { newEmail: 'pam2@example.com' })
    await pam.open(await rig.link('pam@example.com', confirm))
    await pam.open(await rig.link('pam2@example.com', verify))
    await rig.browser().post('/forget-password', { email: 'pam2@example.com' })
    expect(await rig.link('pam2@example.com', /new password/)).toContain('/reset-password/')
  })
})

describe('changing the address', () => {
  test.each([
    ['to the same', { newEmail: 'QI@example.com' }, 400, 'Email is the same'],
    ['to somebody’s', { newEmail: 'ada@example.com' }, 400, "Couldn't update your email"],
    ['to what is none', { newEmail: 'qi' }, 400, 'Invalid body parameters'],
    ['to nothing', {}, 400, 'Invalid body parameters'],
    [
      'with a foreign way back',
      { newEmail: 'qi2@example.com', callbackURL: 'https://evil.example' },
      403,
      'Invalid callbackURL',
    ],
  ])('%s is refused', async (_, body, status, message) => {
    const qi = rig.browser()
    if ((await qi.signIn('Qi')).status !== 200) await qi.signUp('Qi')
    expect(await qi.post('/change-email', body)).toMatchObject({ status, body: { message } })
  })

  test('asks for a session', async () =>
    expect((await rig.browser().post('/change-email', { newEmail: 'x@example.com' })).status).toBe(401))

  test('is refused where it is switched off', async () => {
    const off = await openRig({ CHANGE_EMAIL: 'off' })
    const rob = await off.person('Rob')
    expect(await rob.post('/change-email', { newEmail: 'rob2@example.com' })).toMatchObject({
      status: 400,
      body: { message: 'Change email is disabled', code: 'CHANGE_EMAIL_IS_DISABLED' },
    })
    await off.close()
  })
})

describe('where a verified address is required', () => {
  let strict: Rig
  beforeAll(async () => {
    strict = await openRig({ REQUIRE_VERIFIED_EMAIL: 'on' })
    await strict
      .browser()
      .post('/sign-up/email', { name: 'Sue', email: 'sue@example.com', password: passwordOf('Sue'), username: 'sue_b' })
  })
  afterAll(() => strict.close())

  test('signing up signs nobody in', async () => {
    const one = strict.browser()
    expect(await one.signUp('Tom')).toMatchObject({
      status: 200,
      body: { token: null, user: { email: 'tom@example.com', emailVerified: false } },
    })
    expect(one.jar.size).toBe(0)
  })

  test('signing in is refused in words and mails the link again', async () => {
    await strict.mail('sue@example.com', verify)
    await strict.emptyMail()
    expect(await strict.browser().signIn('Sue')).toMatchObject({
      status: 403,
      body: { message: 'Email not verified', code: 'EMAIL_NOT_VERIFIED' },
    })
    await strict.mail('sue@example.com', verify)
    await strict.emptyMail()
    expect(
      await strict.browser().post('/sign-in/username', { username: 'sue_b', password: passwordOf('Sue') }),
    ).toMatchObject({ status: 403, body: { message: 'email not verified' } })
    await strict.mail('sue@example.com', verify)
  })

  test.each([
    ['Vic', undefined, '/?mail=verified'],
    ['Val', '/?projectId=p1', '/?projectId=p1&mail=verified'],
    ['Van', '/inbox#first', '/inbox?mail=verified#first'],
  ])(
    'and that link leads %s on to a page that hears of it, from a sign-in that leads to %s',
    async (name, callbackURL, location) => {
      const vic = strict.browser()
      await vic.signUp(name)
      await strict.emptyMail()
      await vic.signIn(name, { callbackURL })
      expect(await strict.browser().open(await strict.link(`${name.toLowerCase()}@example.com`, verify))).toMatchObject(
        { status: 302, location },
      )
    },
  )

  test('a wrong password hears nothing of it', async () => {
    expect(await strict.browser().signIn('Sue', { password: 'not it at all' })).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    })
    expect(
      await strict.browser().post('/sign-in/username', { username: 'sue_b', password: 'not it at all' }),
    ).toMatchObject({ status: 401, body: { message: 'invalid username or password' } })
  })

  test('an address that is taken is answered like a new one, and its owner is told by mail', async () => {
    const [taken, fresh] = [await strict.browser().signUp('Sue'), await strict.browser().signUp('Uma')]
    expect(taken.status).toBe(200)
    expect(Object.keys(taken.body.user).toSorted()).toEqual(Object.keys(fresh.body.user).toSorted())
    expect(taken.body.token).toBeNull()
    await strict.mail('sue@example.com', /already have an account/)
  })

  test('the link opens the door', async () => {
    await strict.browser().signIn('Sue')
    await strict.browser().open(await strict.link('sue@example.com', verify))
    expect((await strict.browser().signIn('Sue')).status).toBe(200)
  })
})

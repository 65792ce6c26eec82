import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, passwordOf, type AuthAnswer, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ SIGN_IN_RATE_LIMIT: '5', ACCOUNT_RATE_LIMIT: '4' })
  await rig.browser({ address: '192.0.2.200' }).signUp('Nora', { username: 'nora_b' })
})
afterAll(() => rig.close())

let host = 1
/** A client nobody has seen yet. */
const elsewhere = () => rig.browser({ address: `192.0.2.${host++}` })
const refused = { status: 429, body: { message: 'Too many requests. Please try again later.' } }
const statuses = async (count: number, ask: () => Promise<AuthAnswer>) => {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push((await ask()).status)
  return all
}
const MINUTE_MS = 60_000

describe('by the client’s address', () => {
  test('a sixth try within a minute is refused with Retry-After, and a minute later is not', async () => {
    const one = elsewhere()
    const ask = () => one.post('/sign-in/email', { email: `x${Math.random()}@example.com`, password: 'whatever it is' })
    expect(await statuses(5, ask)).toEqual([401, 401, 401, 401, 401])
    const answer = await ask()
    expect(answer).toMatchObject(refused)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(answer.headers).not.toHaveProperty('x-retry-after')
    rig.world.pass(MINUTE_MS)
    expect((await ask()).status).toBe(401)
  })

  test('others are not held up', async () => {
    const one = elsewhere()
    await statuses(6, () => one.post('/sign-in/email', { email: 'y@example.com', password: 'whatever it is' }))
    expect((await elsewhere().post('/sign-in/email', { email: 'z@example.com', password: 'whatever it is' })).status).toBe(401)
  })

  test('forwarded headers open no new account of tries', async () => {
    const one = elsewhere()
    const answers = await statuses(6, () => one.post('/reset-password', { token: 'x', newPassword: 'long enough' }, { 'x-forwarded-for': `198.51.100.${host++}`, 'x-real-client-ip': `198.51.100.${host++}`, forwarded: `for=198.51.100.${host++}` }))
    expect(answers.at(-1)).toBe(429)
  })

  test('behind one trusted proxy the address it vouches for counts', async () => {
    const behind = await openRig({ SIGN_IN_RATE_LIMIT: '2', TRUSTED_PROXIES: '1' })
    const ask = (client: string) => behind.browser({ address: '10.0.0.1' }).post('/reset-password', { token: 'x', newPassword: 'long enough' }, { 'x-forwarded-for': `203.0.113.9, ${client}` })
    expect((await Promise.all([ask('198.51.100.1'), ask('198.51.100.1')])).map(({ status }) => status)).toEqual([400, 400])
    expect((await ask('198.51.100.1')).status).toBe(429)
    expect((await ask('198.51.100.2')).status).toBe(400)
    await behind.close()
  })

  test('a whole IPv6 /64 is one client, its neighbour another', async () => {
    const ask = (address: string) => rig.browser({ address }).post('/reset-password', { token: 'x', newPassword: 'long enough' })
    const same = await Promise.all(Array.from({ length: 6 }, (_, n) => ask(`2001:db8:1:1::${n + 1}`)))
    expect(same.filter(({ status }) => status === 429)).toHaveLength(1)
    expect((await ask('2001:db8:1:2::1')).status).toBe(400)
    expect((await ask('::ffff:192.0.2.250')).status).toBe(400)
  })

  test('tokens in the address are one account of tries', async () => {
    const one = elsewhere()
    expect((await statuses(6, () => one.get(`/reset-password/${Math.random()}?callbackURL=/login`))).at(-1)).toBe(429)
  })

  test('a hundred at the same moment pass no more than five', async () => {
    const one = elsewhere()
    const answers = await Promise.all(Array.from({ length: 30 }, () => one.post('/reset-password', { token: 'x', newPassword: 'long enough' })))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  })

  test('reading one’s session is not counted', async () => {
    const one = elsewhere()
    expect(new Set(await statuses(20, () => one.get('/get-session')))).toEqual(new Set([200]))
  })

  test('somebody who asks steadily and slowly is never shut out', async () => {
    const one = elsewhere()
    const seen: number[] = []
    for (let i = 0; i < 12; i++) {
      rig.world.pass(20_000)
      seen.push((await one.post('/reset-password', { token: 'x', newPassword: 'long enough' })).status)
    }
    expect(new Set(seen)).toEqual(new Set([400]))
  })
})

describe('by the account', () => {
  const guess = (body: object, path = '/sign-in/email') => elsewhere().post(path, body)

  test('wrong passwords from ever new addresses are refused, for known and unknown accounts alike', async () => {
    for (const email of ['nora@example.com', 'nobody@example.com']) {
      expect(await statuses(4, () => guess({ email, password: 'wrong, all of them' }))).toEqual([401, 401, 401, 401])
      const answer = await guess({ email: email.toUpperCase(), password: 'wrong, all of them' })
      expect(answer).toMatchObject(refused)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(60)
    }
  })

  test('the username is no second door', async () => {
    expect(await guess({ username: 'nora_b', password: passwordOf('Nora') }, '/sign-in/username')).toMatchObject(refused)
  })

  test('the right one is taken again a quarter of an hour later, and forgets the wrong ones', async () => {
    rig.world.pass(15 * MINUTE_MS)
    expect(await statuses(3, () => guess({ email: 'nora@example.com', password: 'wrong, all of them' }))).toEqual([401, 401, 401])
    expect((await elsewhere().signIn('Nora')).status).toBe(200)
    expect(await statuses(3, () => guess({ email: 'nora@example.com', password: 'wrong, all of them' }))).toEqual([401, 401, 401])
    expect((await elsewhere().signIn('Nora')).status).toBe(200)
  })

  test('a stolen session cannot try passwords for ever', async () => {
    rig.world.pass(15 * MINUTE_MS)
    const nora = elsewhere()
    await nora.signIn('Nora')
    expect(await statuses(4, () => nora.post('/change-password', { currentPassword: 'wrong, again', newPassword: 'long enough' }))).toEqual([400, 400, 400, 400])
    expect(await nora.post('/delete-user', { password: passwordOf('Nora') })).toMatchObject(refused)
  })

  test('nobody is buried in mails', async () => {
    for (const email of ['nora@example.com', 'nobody@example.com']) {
      expect(await statuses(4, () => guess({ email }, '/forget-password'))).toEqual([200, 200, 200, 200])
      expect(await guess({ email }, '/sign-in/magic-link')).toMatchObject(refused)
    }
  })

  test('mails asked by invitations count as well', async () => {
    rig.world.pass(15 * MINUTE_MS)
    const nora = elsewhere()
    await nora.signIn('Nora')
    await nora.post('/organization/create', { name: 'Label', slug: 'label' })
    const all: number[] = []
    for (let i = 0; i < 5; i++) all.push((await nora.post('/organization/invite-member', { email: 'buried@example.com', role: 'member', resend: true })).status)
    expect(all).toEqual([200, 200, 200, 200, 429])
  })
})

test('0 switches both off', async () => {
  const open = await openRig({ SIGN_IN_RATE_LIMIT: '0', ACCOUNT_RATE_LIMIT: '0' })
  const one = open.browser()
  expect(new Set(await statuses(30, () => one.post('/reset-password', { token: 'x', newPassword: 'long enough' })))).toEqual(new Set([400]))
  await open.close()
})

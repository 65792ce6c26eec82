import { afterEach, describe, expect, test, vi } from 'vitest'
import { openRig } from '#testing/auth-rig.ts'
import { readConfig } from '../../config.ts'

afterEach(() => {
  vi.useRealTimers()
})

describe('where nothing is configured', () => {
  test('people sign in by every way but a provider, anybody may sign up, and nothing is confirmed first', () => {
    expect(readConfig({})).toMatchObject({
      EMAIL_PASSWORD: true,
      USERNAMES: true,
      MAGIC_LINKS: true,
      CHANGE_EMAIL: true,
      REQUIRE_VERIFIED_EMAIL: false,
      SIGN_UP: 'open',
      HOST: 'localhost',
      PASSWORD_MIN_LENGTH: 8,
      PASSWORD_MAX_LENGTH: 128,
    })
  })

  test('sessions, accounts and organizations live as the specification’s constants say', () => {
    expect(readConfig({})).toMatchObject({
      SESSION_SECONDS: 604_800,
      SESSION_UPDATE_SECONDS: 86_400,
      SESSION_CACHE_SECONDS: 60,
      FRESH_SESSION_SECONDS: 86_400,
      DELETE_ACCOUNT_BY_MAIL: false,
      UNLINK_LAST_ACCOUNT: false,
      CREATE_ORGANIZATIONS: 'everyone',
      ORGANIZATIONS_PER_PERSON: 0,
      MEMBERS_PER_ORGANIZATION: 100,
      INVITATION_HOURS: 48,
      REMOVE_LAST_TEAM: false,
    })
  })
})

test('no cookie lives longer than 400 days', () => {
  expect(readConfig({ SESSION_SECONDS: '34560000', SESSION_MAX_DAYS: '400' }).SESSION_SECONDS).toBe(34_560_000)
  expect(() => readConfig({ SESSION_SECONDS: '34560001' })).toThrow('SESSION_SECONDS')
})

test('no session is said to last longer than any may', () => {
  expect(() => readConfig({ SESSION_SECONDS: '34560000', SESSION_MAX_DAYS: '399' })).toThrow(
    'SESSION_MAX_DAYS: must not be shorter than SESSION_SECONDS, which is 34560000',
  )
  expect(readConfig({ SESSION_SECONDS: '86400', SESSION_MAX_DAYS: '1' }).SESSION_MAX_DAYS).toBe(1)
})

test('nobody listens beyond this machine without an address of their own', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow('BASE_URL: must be set')
})

test('passwords are as long as configured, when chosen, changed and reset', async () => {
  const rig = await openRig({ PASSWORD_MIN_LENGTH: '12', PASSWORD_MAX_LENGTH: '20' })
  const signUp = (password: string) =>
    rig.browser().post('/sign-up/email', { name: 'Ann', email: 'ann@example.com', password })
  expect(await signUp('x'.repeat(11))).toMatchObject({ status: 400, body: { message: 'Password too short' } })
  expect(await signUp('x'.repeat(21))).toMatchObject({ status: 400, body: { message: 'Password too long' } })
  expect((await signUp('x'.repeat(12))).status).toBe(200)
  const ann = rig.browser()
  await ann.signIn('Ann', { password: 'x'.repeat(12) })
  expect(
    await ann.post('/change-password', { currentPassword: 'x'.repeat(12), newPassword: 'y'.repeat(21) }),
  ).toMatchObject({ status: 400, body: { message: 'Password too long' } })
  await ann.post('/forget-password', { email: 'ann@example.com' })
  const token = /reset-password\/(\w+)/.exec(await rig.link('ann@example.com', /new password/))?.[1]
  expect(await ann.post('/reset-password', { token, newPassword: 'y'.repeat(11) })).toMatchObject({
    status: 400,
    body: { message: 'Password too short' },
  })
  expect((await rig.browser().open('/api/server')).body).toMatchObject({ passwordMinLength: 12, passwordMaxLength: 20 })
  await rig.close()
})

test('a fresh server others can reach gives whoever reads its log the first account, anybody the next', async () => {
  const rig = await openRig({ HOST: '0.0.0.0', BASE_URL: 'http://localhost:3000' })
  const signUp = (headers = {}) =>
    rig.browser().post('/sign-up/email', { name: 'Ann', email: 'ann@example.com', password: 'long enough' }, headers)
  for (const headers of [{}, { 'x-setup-token': 'guessed' }])
    expect(await signUp(headers)).toMatchObject({ status: 403, body: { code: 'SETUP_TOKEN_REQUIRED' } })
  await rig.browser().post('/sign-in/magic-link', { email: 'mal@example.com' })
  await rig.settle()
  expect(await rig.mailsTo('mal@example.com')).toEqual([])
  expect((await rig.browser().open('/api/server')).body).toMatchObject({ fresh: true, setupToken: true })
  expect((await signUp({ 'x-setup-token': 'setup' })).status).toBe(200)
  expect((await rig.browser().signUp('Bo')).status).toBe(200)
  await rig.close()
})

test('a fresh server behind a proxy asks for the setup token, though it listens on this machine alone', async () => {
  const reachable: readonly Readonly<Record<string, string>>[] = [
    { TRUSTED_PROXIES: '1', BASE_URL: 'https://mix.example.com' },
    { TRUSTED_PROXIES: '1' },
    { BASE_URL: 'https://mix.example.com', SIGN_UP: 'invite-only' },
    { BASE_URL: 'http://127.0.0.1.example.com' },
  ]
  for (const settings of reachable) {
    const rig = await openRig(settings)
    const handedOn = { 'x-forwarded-for': '203.0.113.66' }
    const signUp = (headers: Readonly<Record<string, string>>) =>
      rig
        .browser()
        .post(
          '/sign-up/email',
          { name: 'Mal', email: 'mal@example.com', password: 'long enough' },
          { origin: rig.world.services.config.baseUrl, ...headers },
        )
    expect([settings, await signUp(handedOn)]).toMatchObject([
      settings,
      { status: 403, body: { code: 'SETUP_TOKEN_REQUIRED' } },
    ])
    expect((await rig.browser().open('/api/server', handedOn)).body).toMatchObject({ fresh: true, setupToken: true })
    expect((await rig.browser().open('/api/server')).body, 'who is at the machine itself').toMatchObject({
      fresh: true,
      setupToken: false,
    })
    expect((await signUp({ ...handedOn, 'x-setup-token': 'setup' })).status).toBe(200)
    await rig.close()
  }
})

test('a link for a new password works for an hour', async () => {
  const rig = await openRig()
  await rig.person('Nora')
  const sent = Date.now()
  const at = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: sent + seconds * 1000 })
  at(0)
  await rig.browser().post('/forget-password', { email: 'nora@example.com', redirectTo: '/login' })
  const link = await rig.link('nora@example.com', /new password/)
  const token = /reset-password\/(\w+)/.exec(link)?.[1]
  at(3590)
  expect((await rig.browser().open(link)).location).toContain(`token=${token}`)
  at(3601)
  expect((await rig.browser().open(link)).location).toContain('error=INVALID_TOKEN')
  expect(await rig.browser().post('/reset-password', { token, newPassword: 'long enough' })).toMatchObject({
    status: 400,
    body: { message: 'invalid token' },
  })
  await rig.close()
})

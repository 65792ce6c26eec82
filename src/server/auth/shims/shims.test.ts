import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedDate } from '#server/db/stored-date.ts'
import { openRig, type Rig } from '#testing/auth-rig.ts'
import { clientGroup } from '../limits/address-limits.ts'
import { countTry } from '../limits/limits.ts'
import { sweepSignIn } from '../sweep-sign-in.ts'
import { inConstantTime } from './enumeration-shims.ts'
import { errorBody } from './error-texts.ts'
import { isTrickyPath, redirectTarget, withOrigin, withoutFalse } from './request-shims.ts'
import { cookiesWithinLimit } from './session-shims.ts'

const none: ReadonlySet<string> = new Set()

describe('refusals', () => {
  test.each([
    [
      '/sign-in/username',
      401,
      'Invalid username or password',
      'INVALID_USERNAME_OR_PASSWORD',
      { message: 'invalid username or password', code: 'INVALID_USERNAME_OR_PASSWORD' },
    ],
    ['/reset-password', 400, 'Invalid token', 'INVALID_TOKEN', { message: 'invalid token', code: 'INVALID_TOKEN' }],
    [
      '/sign-up/email',
      422,
      'User already exists. Use another email.',
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      { message: 'User already exists', code: 'USER_ALREADY_EXISTS' },
    ],
    [
      '/organization/check-slug',
      400,
      'Organization slug already taken',
      'ORGANIZATION_SLUG_ALREADY_TAKEN',
      { message: 'slug is taken', code: 'SLUG_IS_TAKEN' },
    ],
    ['/verify-email', 401, 'Token expired', 'TOKEN_EXPIRED', { message: 'token_expired', code: 'TOKEN_EXPIRED' }],
    [
      '/delete-user',
      400,
      'Session expired. Re-authenticate to perform this action.',
      'SESSION_EXPIRED',
      {
        message: 'Session expired. Re-authenticate to perform this action.',
        code: 'SESSION_EXPIRED_REAUTHENTICATE_TO_PERFORM_THIS_ACTION',
      },
    ],
  ])('of %s speak as 1.2.8 did', (path, status, message, code, expected) =>
    expect(errorBody(path, status, { message, code }, none)).toEqual(expected),
  )

  test('without a body get one', () =>
    expect(errorBody('/x', 401, undefined, none)).toEqual({ message: 'Unauthorized', code: 'UNAUTHORIZED' }))
  test('of our own keep their code', () =>
    expect(errorBody('/x', 403, { message: 'Closed', code: 'SIGN_UP_CLOSED' }, new Set(['SIGN_UP_CLOSED']))).toEqual({
      message: 'Closed',
      code: 'SIGN_UP_CLOSED',
    }))
})

test('redirects name their error in the specification’s words, and leave everything else alone', () => {
  expect(redirectTarget('/verify-email', '/a?error=TOKEN_EXPIRED')).toBe('/a?error=token_expired')
  expect(redirectTarget('/verify-email', '/a?x=1&error=INVALID_USER#b')).toBe('/a?x=1&error=unauthorized#b')
  expect(redirectTarget('/callback/gitlab', '/a?error=state_mismatch&error_description=x')).toBe(
    '/a?error=please_restart_the_process&error_description=x',
  )
  expect(redirectTarget('/reset-password/x', '/a?error=INVALID_TOKEN')).toBe('/a?error=INVALID_TOKEN')
  expect(redirectTarget('/verify-email', '/a?myerror=TOKEN_EXPIRED')).toBe('/a?myerror=TOKEN_EXPIRED')
})

test('a POST that no browser sent gets our origin; one that a browser sent keeps its own', () => {
  const origin = (given: Record<string, string>, method = 'POST') => {
    const headers = { ...given }
    withOrigin(headers, method, 'http://ours/base')
    return headers['origin']
  }
  expect([
    origin({}),
    origin({}, 'GET'),
    origin({ origin: 'null' }),
    origin({ referer: 'http://x' }),
    origin({ 'sec-fetch-site': 'cross-site' }),
  ]).toEqual(['http://ours', undefined, 'null', undefined, undefined])
})

test('"false" in the address of a session means false', () => {
  expect(withoutFalse('/api/auth/get-session?disableCookieCache=false')).toBe('/api/auth/get-session?')
  expect(withoutFalse('/api/auth/get-session?disableRefresh=0&disableCookieCache=true')).toBe(
    '/api/auth/get-session?disableCookieCache=true',
  )
  expect(withoutFalse('/api/auth/get-session?disableCookieCache=true&disableRefresh=')).toBe(
    '/api/auth/get-session?disableCookieCache=true&',
  )
  expect(withoutFalse('/api/auth/verify-email?x=false')).toBe('/api/auth/verify-email?x=false')
})

test('a line’s many IPv6 addresses are one client', () => {
  expect(
    [
      '2001:db8:1:1::1',
      '2001:DB8:1:1:ffff::2',
      '2001:0db8:0001:0001:a:b:c:d',
      '2001:db8:1:2::1',
      '::1',
      'fe80::1%eth0',
      '192.0.2.1',
    ].map(clientGroup),
  ).toEqual([
    '2001:db8:1:1::/64',
    '2001:db8:1:1::/64',
    '2001:db8:1:1::/64',
    '2001:db8:1:2::/64',
    '0:0:0:0::/64',
    'fe80:0:0:0::/64',
    '192.0.2.1',
  ])
})

test('paths are tricky by what stands before the question mark', () => {
  for (const path of ['//x', '/a//b', '/a\\b', '/%2Fx', '/a%5cb']) expect(isTrickyPath(path)).toBe(true)
  for (const path of ['/', '/a/b', '/a?x=//y', '/a#//b', 'https://x//y', undefined, 7])
    expect(isTrickyPath(path)).toBe(false)
})

test('a cookie’s copy in pieces is put together, over 4093 characters it is no copy at all', () => {
  const whole = ['a.session_token=1; Path=/', 'a.session_data=2; Path=/']
  expect(cookiesWithinLimit(whole)).toBe(whole)
  const pieces = (...values: readonly string[]) =>
    cookiesWithinLimit([
      'a.session_token=1; Path=/',
      'a.session_data=old; Path=/',
      ...values.map((value, i) => `a.session_data.${i}=${value}; Path=/`),
    ])
  const [long, rest] = ['p'.repeat(3978), 'q'.repeat(115)]
  expect(pieces(long, rest)).toEqual(['a.session_token=1; Path=/', `a.session_data=${long}${rest}; Path=/`])
  expect(pieces(long, `${rest}q`)).toEqual([
    'a.session_token=1; Path=/',
    'a.session_data=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ])
})

test('a floor of time holds for answers and refusals alike', async () => {
  for (const work of [async () => 1, () => Promise.reject(new Error('no'))]) {
    const startedAt = performance.now()
    await inConstantTime(40, work).catch(() => undefined)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(39)
  }
})

describe('the database', () => {
  let rig: Rig
  beforeAll(async () => {
    rig = await openRig()
  })
  afterAll(() => rig.close())

  test('forgets sessions, tokens and tries that have ended, and nothing else', async () => {
    const { db } = rig.world.services.database
    const ola = await rig.person('Ola')
    await ola.post('/forget-password', { email: 'ola@example.com' })
    await countTry(db, 'k', { max: 1, windowMs: 1000 }, Date.now())
    const counts = async () =>
      Promise.all(
        (['session', 'verification', 'limits'] as const).map(
          async (table) =>
            (
              await db
                .selectFrom(table)
                .select((c) => c.fn.countAll<number>().as('n'))
                .executeTakeFirstOrThrow()
            ).n,
        ),
      )
    const before = await counts()
    await sweepSignIn(db, Date.now(), 90)
    expect(await counts()).toEqual(before)
    await sweepSignIn(db, Date.now() + 8 * 86_400_000, 90)
    expect(await counts()).toEqual([0, 0, 0])
  })

  test('ends a session after so many days, however much it is used', async () => {
    const { db } = rig.world.services.database
    const una = await rig.person('Una')
    const day = 86_400_000
    await db
      .updateTable('session')
      .set({ expiresAt: storedDate(Date.now() + 100 * day) })
      .execute()
    await sweepSignIn(db, Date.now() + 29 * day, 30)
    expect((await una.session('?disableCookieCache=true')).user.name).toBe('Una')
    await sweepSignIn(db, Date.now() + 31 * day, 30)
    expect(await una.session('?disableCookieCache=true')).toBe(null)
  })

  test('holds nobody twice in an organization and no account twice (S22)', async () => {
    const nora = await rig.person('Nora')
    const organizationId = (await nora.post('/organization/create', { name: 'Label', slug: 'label' })).body.id
    const userId = (await nora.session()).user.id
    const { adapter } = await rig.world.auth.$context
    await expect(
      adapter.create({ model: 'member', data: { organizationId, userId, role: 'member', createdAt: new Date() } }),
    ).rejects.toThrow(/unique/i)
    await expect(
      adapter.create({
        model: 'account',
        data: { providerId: 'credential', accountId: userId, userId, createdAt: new Date(), updatedAt: new Date() },
      }),
    ).rejects.toThrow(/unique/i)
  })
})

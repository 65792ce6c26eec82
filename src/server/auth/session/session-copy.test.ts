import { expect, test } from 'vitest'
import { withoutStaleCopy } from './session-copy.ts'

const NOW = 1_800_000_000_000
const copy = (secondsAgo: number) =>
  Buffer.from(
    JSON.stringify({
      session: { session: {}, user: {}, updatedAt: NOW - secondsAgo * 1000, version: '1' },
      expiresAt: NOW + 60_000,
      signature: 'x',
    }),
  ).toString('base64url')
const token = 'better-auth.session_token=abc.def'
const shown = (method: string, url: string, cookie: string | undefined, seconds = 60) =>
  withoutStaleCopy({ method, url, headers: { cookie } }, seconds, NOW)
const asked = (cookie: string, seconds?: number) => shown('GET', '/api/auth/get-session', cookie, seconds)

test('get-session is shown the copy, with and without a prefix, a query and quotes', () => {
  for (const name of ['better-auth.session_data', '__Secure-better-auth.session_data']) {
    for (const value of [copy(1), `"${copy(1)}"`]) expect(asked(`${token}; ${name}=${value}`)).toContain(value)
    expect(shown('GET', '/api/auth/get-session?disableRefresh=true', `${token}; ${name}=${copy(1)}`)).toContain(
      'session_data',
    )
  }
})

test.each([
  ['POST', '/api/auth/get-session'],
  ['HEAD', '/api/auth/get-session'],
  ['GET', '/api/auth/get-session/'],
  ['GET', '/api/auth//get-session'],
  ['GET', '/api/auth/Get-Session'],
  ['GET', '/api/auth/%67et-session'],
  ['GET', '/api/auth/list-sessions'],
  ['GET', '/api/auth/list-sessions?/get-session'],
  ['GET', '/x/../api/auth/get-session'],
  ['POST', '/api/auth/update-user'],
])('%s %s is shown no copy', (method, url) => {
  expect(shown(method, url, `${token}; better-auth.session_data=${copy(1)}`)).toBe(token)
})

test('a copy that was signed longer ago is not shown, whatever it says of its own end', () => {
  expect(asked(`${token}; better-auth.session_data=${copy(59)}`)).toContain('session_data')
  expect(asked(`${token}; better-auth.session_data=${copy(60)}`)).toBe(token)
  expect(asked(`${token}; better-auth.session_data=${copy(11)}`, 10)).toBe(token)
  expect(asked(`${token}; better-auth.session_data=${copy(-3600)}`)).toBe(token)
  expect(asked(`${token}; better-auth.session_data=${copy(1)}`, 0)).toBe(token)
})

test('of several cookies of the name each is looked at, and pieces and what cannot be read are not shown', () => {
  expect(asked(`better-auth.session_data=${copy(90)};${token};better-auth.session_data=${copy(5)}`)).toBe(
    `${token};better-auth.session_data=${copy(5)}`,
  )
  for (const cookie of [
    `better-auth.session_data.0=${copy(1)}`,
    'better-auth.session_data=!',
    'better-auth.session_data',
    ` better-auth.session_data.1=${copy(1)}`,
  ])
    expect(asked(`${token};${cookie}`)).toBe(token)
})

test('other cookies pass as they are', () => {
  expect(shown('POST', '/api/auth/update-user', `a=1; ${token}; b="2"`)).toBe(`a=1; ${token}; b="2"`)
  expect(shown('GET', '/api/auth/ok', undefined)).toBeUndefined()
})

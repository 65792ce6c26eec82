import { expect, test, vi } from 'vitest'
import { FailedRequest } from '#web/api/failed-request.ts'
import { linkedWords } from './admin/linked-words.ts'
import { changesSession, readSession, redirectOf } from './auth-call.ts'
import { authWords, inputOf } from './sign-in/auth-words.ts'
import { linkErrorWords } from './sign-in/link-words.ts'
import { loginWave } from './sign-in/login-wave.ts'

const refused = (code: string, status = 400) =>
  new FailedRequest({ status, statusText: 'Bad Request' }, { code, message: `${code} happened` })

test('the session is read again after signing in, up or out, and after changes to the user', () => {
  expect(
    [
      '/sign-in/email',
      '/sign-in/magic-link',
      '/sign-up/email',
      '/sign-out',
      '/update-user',
      '/delete-user',
      '/verify-email',
    ].every(changesSession),
  ).toBe(true)
  expect(['/forget-password', '/send-verification-email', '/change-password'].some(changesSession)).toBe(false)
})

test('of the session its token is not kept', async () => {
  const session = {
    id: 's1',
    userId: 'u1',
    updatedAt: '2026-01-01T00:00:00Z',
    expiresAt: '2026-02-01T00:00:00Z',
    activeOrganizationId: 'o1',
  }
  const user = { id: 'u1', name: 'Ines Duarte' }
  vi.stubGlobal('fetch', async () => Response.json({ session: { ...session, token: 'secret' }, user }))
  expect(await readSession()).toEqual({ session, user })
  vi.stubGlobal('fetch', async () => Response.json(null))
  expect(await readSession()).toBeNull()
  vi.unstubAllGlobals()
})

test('only an answer that asks for it makes the browser go somewhere', () => {
  expect(redirectOf({ url: 'https://id.example/auth', redirect: true })).toBe('https://id.example/auth')
  for (const answer of [{ url: '/x', redirect: false }, { url: '', redirect: true }, { redirect: true }, null, 'x'])
    expect(redirectOf(answer)).toBeUndefined()
})

test('a wrong password is told at the password, in words one can act on', () => {
  const error = refused('INVALID_EMAIL_OR_PASSWORD', 401)
  expect([inputOf(error), authWords(error)]).toEqual(['password', 'Wrong e-mail or password. Try again or reset it.'])
})

test('a taken username is told at the username, and too many tries as such', () => {
  expect(inputOf(refused('USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER'))).toBe('username')
  expect(authWords(refused('ANYTHING', 429))).toContain('Wait a while')
})

test('a refusal without words of ours keeps the server’s', () => {
  expect(authWords(refused('SIGN_UP_CLOSED'))).toBe('SIGN_UP_CLOSED happened')
})

test('a spent link is explained whatever its capitals', () => {
  expect(linkErrorWords('INVALID_TOKEN')).toBe(linkErrorWords('invalid_token'))
  expect(linkErrorWords('never_heard_of')).toContain('Ask for a new one')
})

test('the link of a mail can be followed and its words stay words', () => {
  expect(linkedWords('Open http://localhost:3000/x?a=1 soon')).toEqual([
    { text: 'Open ' },
    { text: 'http://localhost:3000/x?a=1', href: 'http://localhost:3000/x?a=1' },
    { text: ' soon' },
  ])
})

test('the drawn song stays within its lane and is the same on every visit', () => {
  const wave = loginWave(240, 3)
  expect(wave.every((bar) => bar > 0 && bar <= 1)).toBe(true)
  expect(loginWave(240, 3)).toEqual(wave)
})

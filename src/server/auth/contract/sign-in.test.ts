import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'

let world: World
const dataDir = mkdtempSync(join(tmpdir(), 'roughmix-mail-'))
beforeAll(async () => {
  world = await openWorld({ DATA_DIR: dataDir }, { empty: true })
})
afterAll(async () => {
  await world.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const mara = { name: 'Mara Lindqvist', email: 'Mara@Lindqvist.audio', password: 'correct horse' }

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await world.server.inject({
    method: 'POST',
    url: `/api/auth${path}`,
    payload: body as object,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return {
    status: response.statusCode,
    body: response.body ? response.json() : undefined,
    cookie: response.cookies.map((cookie) => `${cookie.name}=${cookie.value}`).join('; '),
    headers: response.headers,
  }
}
async function get(url: string, cookie: string) {
  const response = await world.server.inject({ url, headers: { cookie } })
  return {
    status: response.statusCode,
    body: response.body.startsWith('{') ? response.json() : response.body,
    location: response.headers.location,
    cookie: response.cookies.map((one) => `${one.name}=${one.value}`).join('; '),
  }
}
/** Mails are queued right after the answer; the outbox fills once the queue has run. */
async function outbox(
  count: number,
): Promise<{ to: string; subject: string; text: string; html: string; sentAt: string }[]> {
  return expect
    .poll(async () => {
      await world.work()
      return names().length >= count ? names() : undefined
    })
    .toBeDefined()
    .then(() => names().map((name) => JSON.parse(readFileSync(join(dataDir, 'outbox', name), 'utf8'))))
}
const names = () => {
  try {
    return readdirSync(join(dataDir, 'outbox'))
      .filter((name) => name.endsWith('.json'))
      .toSorted()
  } catch {
    return []
  }
}

test('the first account signs up, is signed in, and is the admin', async () => {
  expect((await get('/api/server', '')).body).toMatchObject({ fresh: true, setupToken: false })
  const up = await post('/sign-up/email', mara)
  expect(up.status).toBe(200)
  const me = await get('/api/users/me', up.cookie)
  expect(me.body).toMatchObject({
    name: 'Mara Lindqvist',
    email: 'mara@lindqvist.audio',
    isAdmin: true,
    emailVerified: false,
  })
  expect((await get('/api/server', '')).body).toMatchObject({ fresh: false })
})

test('the second account is nobody’s admin', async () => {
  const up = await post('/sign-up/email', {
    name: 'Jo',
    email: 'jo@example.com',
    password: 'battery staple',
    username: 'Jo_Okafor',
  })
  expect((await get('/api/users/me', up.cookie)).body).toMatchObject({ isAdmin: false, username: 'jo_okafor' })
})

test('people sign in by e-mail or username, and out again', async () => {
  const wrong = await post('/sign-in/email', { email: 'jo@example.com', password: 'wrong' })
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } })
  const byName = await post('/sign-in/username', { username: 'jo_okafor', password: 'battery staple' })
  expect(byName.status).toBe(200)
  expect(byName.headers['set-cookie']?.toString()).toMatch(/HttpOnly; SameSite=Lax/)
  expect((await get('/api/users/me', byName.cookie)).status).toBe(200)
  await post('/sign-out', {}, { cookie: byName.cookie })
  expect((await get('/api/users/me', byName.cookie)).status).toBe(401)
})

test('a mail with a link verifies the address', async () => {
  const mails = await outbox(2)
  const mail = mails.find(({ to }) => to === 'mara@lindqvist.audio')
  expect(mail).toMatchObject({ subject: 'Verify your e-mail address', sentAt: expect.stringMatching(/^\d{4}-/) })
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const verified = await get(link.pathname + link.search, '')
  expect(verified.status).toBeLessThan(400)
  const signedIn = await post('/sign-in/email', { email: mara.email, password: mara.password })
  expect((await get('/api/users/me', signedIn.cookie)).body).toMatchObject({ emailVerified: true })
})

test('a forgotten password is replaced by a mailed link, once', async () => {
  expect((await post('/forget-password', { email: 'nobody@example.com' })).body).toEqual({ status: true })
  expect((await post('/forget-password', { email: 'jo@example.com', redirectTo: '/login' })).body).toEqual({
    status: true,
  })
  const mail = (await outbox(3)).find(({ subject }) => subject === 'Choose a new password')
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const opened = await get(link.pathname + link.search, '')
  const token = new URL(opened.location?.toString() ?? '', 'http://localhost').searchParams.get('token')
  expect((await post('/reset-password', { newPassword: 'a new password', token })).body).toEqual({ status: true })
  expect((await post('/reset-password', { newPassword: 'another one', token })).status).toBe(400)
  expect((await post('/sign-in/email', { email: 'jo@example.com', password: 'a new password' })).status).toBe(200)
})

test('a magic link signs in once its button is pressed; opening it alone does nothing', async () => {
  await post('/sign-in/magic-link', { email: 'jo@example.com', callbackURL: '/' })
  const mail = (await outbox(4)).find(({ subject }) => subject === 'Your sign-in link')
  const link = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const page = await get(link.pathname + link.search, '')
  expect(page.cookie).toBe('')
  const pressed = await get(`/api/auth/magic-link/verify${link.search}`, '')
  expect((await get('/api/users/me', pressed.cookie)).body).toMatchObject({ email: 'jo@example.com' })
})

test('another website cannot send a changing request', async () => {
  const { cookie } = await post('/sign-in/email', { email: mara.email, password: mara.password })
  const foreign = await world.server.inject({
    method: 'POST',
    url: '/api/projects',
    payload: { name: 'x' },
    headers: { cookie, origin: 'https://evil.example' },
  })
  expect(foreign.statusCode).toBe(403)
  const form = await world.server.inject({
    method: 'POST',
    url: '/api/projects',
    payload: 'name=x',
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(form.statusCode).toBe(415)
})

test('closed and invite-only servers refuse new accounts in words', async () => {
  const closed = await openWorld({ SIGN_UP: 'closed' })
  const answer = await closed.server.inject({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { ...mara, email: 'new@example.com' },
  })
  expect(answer.statusCode).toBe(403)
  expect(answer.json()).toMatchObject({ code: 'SIGN_UP_CLOSED' })
  await closed.close()
})

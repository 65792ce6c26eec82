import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { emailOf, openRig, passwordOf, type Browser, type Rig } from '#testing/auth-rig.ts'
import { ReplacedSessions } from './same-browser.ts'

let rig: Rig
let nora: Browser
beforeAll(async () => {
  rig = await openRig({ LOG_LEVEL: 'silent' })
  nora = await rig.person('Nora')
  const isVerified = rig.world.services.database.engine === 'sqlite' ? 1 : true
  await rig.world.services.database.db
    .updateTable('user')
    .set({ emailVerified: isVerified as never })
    .execute()
})
afterAll(() => rig.close())
afterEach(() => vi.restoreAllMocks())

const tokens = async () =>
  (await rig.world.services.database.db.selectFrom('session').select('token').execute()).map(({ token }) => token)

test('whoever proves anew who they are goes on with the new session, and the old one ends', async () => {
  const [before = ''] = await tokens()
  const late = new Map(nora.jar)
  await nora.post('/sign-in/magic-link', { email: emailOf('Nora'), callbackURL: '/' })
  const page = await nora.open(await rig.link(emailOf('Nora'), /sign-in link/), {
    accept: 'text/html',
    'sec-fetch-dest': 'document',
  })
  const action = /<form[^>]*action="([^"]+)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const sent = [...page.text.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value],
  )
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:3000' }
  expect((await nora.send('POST', action, headers, new URLSearchParams(sent).toString())).status).toBe(302)
  await expect.poll(tokens, { interval: 20 }).toEqual([expect.not.stringContaining(before)])
  const fresh = new Map(nora.jar)
  expect((await nora.session('?disableCookieCache=true')).session.token).toBe((await tokens())[0])

  // A page that asked by the old cookie at that moment is told that there is no session, and keeps whatever cookie it
  // has by now.
  nora.jar.clear()
  for (const [name, value] of late) nora.jar.set(name, value)
  const answer = await nora.get('/get-session?disableCookieCache=true')
  expect(answer).toMatchObject({ status: 200, body: null })
  expect(answer.cookies.join()).not.toContain('session_token')
  for (const [name, value] of fresh) nora.jar.set(name, value)
  expect((await nora.session()).user.name).toBe('Nora')
})

/** Changes the password and signs the others out, and answers the cookies of before. */
async function changePassword(person: Browser, name: string): Promise<ReadonlyMap<string, string>> {
  const before = new Map(person.jar)
  const changed = await person.post('/change-password', {
    currentPassword: passwordOf(name),
    newPassword: 'another one at night',
    revokeOtherSessions: true,
  })
  expect(changed.status).toBe(200)
  return before
}

async function askBy(cookies: ReadonlyMap<string, string>) {
  const page = rig.browser()
  for (const [name, value] of cookies) page.jar.set(name, value)
  return page.get('/get-session?disableCookieCache=true')
}

test('until its new cookie is on the way, a changed password ends the sessions of other browsers alone', async () => {
  const [here, there] = [await rig.person('Vera'), rig.browser()]
  await there.signIn('Vera')
  const end = vi.spyOn(ReplacedSessions.prototype, 'end').mockImplementation(() => undefined)
  const before = await changePassword(here, 'Vera')
  expect(end).toHaveBeenCalled()
  expect((await askBy(before)).body).toMatchObject({ user: { name: 'Vera' } })
  expect(await there.session('?disableCookieCache=true')).toBeNull()
})

test('a page that asks by the cookie of before a changed password is told so, and keeps the new one', async () => {
  const here = await rig.person('Ida')
  const before = await changePassword(here, 'Ida')
  await expect.poll(async () => (await askBy(before)).body, { interval: 20 }).toBeNull()
  expect((await askBy(before)).cookies.join()).not.toContain('session_token')
  expect((await here.session('?disableCookieCache=true')).user.name).toBe('Ida')
})

test('if the connection is lost before the answer, the session that asked for a new password still ends', async () => {
  const here = await rig.person('Mara')
  const end = ReplacedSessions.prototype.end
  vi.spyOn(ReplacedSessions.prototype, 'end').mockImplementation(function lost(this: ReplacedSessions, request) {
    end.call(this, request, { destroyed: true, once: vi.fn<ServerResponse['once']>() })
  })
  const before = await changePassword(here, 'Mara')
  await expect.poll(async () => (await askBy(before)).body, { interval: 20 }).toBeNull()
})

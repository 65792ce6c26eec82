import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emailOf, openRig, passwordOf, type AuthAnswer, type Browser, type Rig } from '#testing/auth-rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig({ DELETE_ACCOUNT_BY_MAIL: 'on' })
})
afterAll(() => rig.close())

const ours = 'http://localhost:3000'
/** The headers that browsers send when a URL is opened: new ones, those on plain http, and old ones. */
const browsers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'from another website': {
    'sec-fetch-site': 'cross-site',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    accept: 'text/html',
  },
  'from a mail program': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  'from a page of ours': {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  },
  'as a picture of a page of ours': {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
  },
  'in an old browser': { accept: 'text/html,application/xhtml+xml', 'user-agent': 'Mozilla/5.0' },
  'as a picture in an old browser': {
    accept: 'image/*',
    'user-agent': 'Mozilla/5.0 (Macintosh) Version/15.6 Safari/605.1.15',
  },
  'from a page that is named': { referer: 'https://evil.example/' },
  'by a script of another website': { origin: 'https://evil.example' },
}

/** The fields of the page's form, and its target. */
function formIn({ text }: AuthAnswer) {
  const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replaceAll('&amp;', '&')],
  )
  return {
    action: /<form method="post" action="([^"]+)"/.exec(text)?.[1] ?? '',
    sent: new URLSearchParams(fields).toString(),
  }
}

function press(
  one: Browser,
  page: AuthAnswer,
  headers: Readonly<Record<string, string>> = { origin: ours },
): Promise<AuthAnswer> {
  const { action, sent } = formIn(page)
  return one.send('POST', action, { 'content-type': 'application/x-www-form-urlencoded', ...headers }, sent)
}

/** Numbers new users. */
let readers = 0
const reader = () => rig.person(`Reader${++readers}`)

const user = async (one: Browser) => (await one.session('?disableCookieCache=true'))?.user

async function magicLink(name: string): Promise<URL> {
  await rig.emptyMail()
  await rig.browser().post('/sign-in/magic-link', { email: emailOf(name), callbackURL: '/?projectId=p' })
  const link = new URL(await rig.link(emailOf(name), /sign-in link/))
  return new URL(link.href.replace('/open?', '/verify?'))
}

async function verified(name: string): Promise<Browser> {
  const one = await rig.person(name)
  await one.open(await rig.link(emailOf(name), /verify/i))
  return one
}

describe.each(Object.entries(browsers))('a sign-in link opened %s', (_, headers) => {
  test('signs nobody in and uses nothing up: it shows its page, and the button signs in', async () => {
    const link = await magicLink('Nora')
    for (const one of [rig.browser(), await reader()]) {
      const before = await user(one)
      const page = await one.open(link.href, headers)
      expect(page).toMatchObject({
        status: 200,
        cookies: [],
        text: expect.stringContaining('This link signs in nora@example.com.'),
      })
      expect(await user(one)).toEqual(before)
      expect(page.text).toContain(
        before
          ? `You are signed in on this browser as ${before.name} (${before.email}). ` +
              'Continuing signs in nora@example.com instead.'
          : 'The link works once.',
      )
    }
    const one = rig.browser()
    const pressed = await press(one, await one.open(link.href, headers))
    expect(pressed).toMatchObject({ status: 302, location: 'http://localhost:3000/?projectId=p' })
    expect((await user(one)).email).toBe('nora@example.com')
  })
})

test('the button is pressed on our page alone', async () => {
  const link = await magicLink('Nora')
  const page = await rig.browser().open(link.href, browsers['from a mail program'])
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
    { referer: 'https://evil.example/' },
    {},
  ]
  for (const headers of foreign) {
    const one = rig.browser()
    expect(await press(one, page, headers)).toMatchObject({
      status: 403,
      body: { code: 'INVALID_ORIGIN' },
      cookies: [],
    })
  }
  const one = rig.browser()
  expect((await press(one, page, { 'sec-fetch-site': 'same-origin' })).status).toBe(302)
  expect((await press(rig.browser(), page)).location).toContain('error=INVALID_TOKEN')
})

test('a program that is nobody signs in by the GET; one that is somebody is asked, like a browser', async () => {
  const link = await magicLink('Nora')
  const somebody = await rig.person('Sam')
  expect(await somebody.open(link.href)).toMatchObject({
    status: 200,
    text: expect.stringContaining('as Sam (sam@example.com)'),
  })
  expect((await user(somebody)).email).toBe('sam@example.com')
  // The headers of Node's own fetch.
  const program = rig.browser()
  expect(
    (await program.open(link.href, { accept: '*/*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' })).status,
  ).toBe(302)
  expect((await user(program)).email).toBe('nora@example.com')
})

test('a script of our own pages asks as the specification has it', async () => {
  await rig.person('Tess')
  const link = await rig.link('tess@example.com', /verify/i)
  expect(
    (
      await rig.browser().open(link, {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
        referer: `${ours}/`,
      })
    ).status,
  ).toBe(302)
})

test('the link that confirms an address confirms it by its button', async () => {
  const uma = await rig.person('Uma')
  const link = await rig.link('uma@example.com', /verify/i)
  for (const headers of Object.values(browsers))
    expect(await rig.browser().open(link, headers)).toMatchObject({
      status: 200,
      text: expect.stringContaining('Confirm that uma@example.com is your address.'),
    })
  expect((await uma.send('HEAD', new URL(link).pathname + new URL(link).search, {})).status).toBe(404)
  expect((await user(uma)).emailVerified).toBe(false)
  const page = await (await rig.person('Umas-friend')).open(link, browsers['from a mail program'])
  expect(page.text).toContain('You are signed in on this browser as Umas-friend')
  expect(await press(rig.browser(), page)).toMatchObject({ status: 302, location: '/' })
  expect((await user(uma)).emailVerified).toBe(true)
})

test('the link that changes an address changes it by its button, and for nobody else', async () => {
  const vera = await verified('Vera')
  await vera.post('/change-email', { newEmail: 'vera@studio.example', callbackURL: '/account' })
  const link = await rig.link('vera@example.com', /confirm your new/i)
  for (const headers of Object.values(browsers)) {
    expect(await vera.open(link, headers)).toMatchObject({
      status: 200,
      text: expect.stringContaining('From now on it is vera@studio.example, no longer vera@example.com.'),
    })
    expect((await rig.browser().open(link, headers)).location).toBe('/account?error=unauthorized')
    const other = await (await reader()).open(link, headers)
    expect(other.text).toContain('This link is for another account')
    expect(other.text).not.toContain('<form')
  }
  expect((await user(vera)).email).toBe('vera@example.com')
  expect(await press(vera, await vera.open(link, browsers['from a mail program']))).toMatchObject({
    status: 302,
    location: '/account',
  })
  expect((await user(vera)).email).toBe('vera@studio.example')
})

test('the link that deletes an account deletes it by its button, and for nobody else', async () => {
  const will = await rig.person('Will')
  await will.post('/delete-user', { password: passwordOf('Will'), callbackURL: '/login' })
  const link = await rig.link('will@example.com', /delete/i)
  for (const headers of Object.values(browsers)) {
    expect(await will.open(link, headers)).toMatchObject({
      status: 200,
      text: expect.stringContaining('You are signed in on this browser as Will (will@example.com).'),
    })
    expect((await rig.browser().open(link, headers)).status).toBe(404)
    expect((await (await reader()).open(link, headers)).text).toContain('This link is for another account')
  }
  expect((await user(will)).email).toBe('will@example.com')
  expect(await press(will, await will.open(link, browsers['from a mail program']))).toMatchObject({
    status: 302,
    location: '/login',
  })
  expect((await will.signIn('Will')).status).toBe(401)
})

test('a change of address is undone by the button of its page', async () => {
  const xia = await verified('Xia')
  await xia.post('/change-email', { newEmail: 'xia@studio.example' })
  await xia.open(await rig.link('xia@example.com', /confirm your new/i))
  const undo = await rig.link('xia@example.com', /was changed/)
  const page = await rig.browser().open(undo, browsers['from another website'])
  expect((await user(xia)).email).toBe('xia@studio.example')
  const { sent } = formIn(page)
  expect(
    (
      await rig
        .browser()
        .send(
          'POST',
          '/api/auth/undo-email-change',
          { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' },
          sent,
        )
    ).status,
  ).toBe(403)
  expect(
    (
      await rig
        .browser()
        .send(
          'POST',
          '/api/auth/undo-email-change',
          { origin: ours, 'content-type': 'application/x-www-form-urlencoded' },
          sent,
        )
    ).text,
  ).toContain('Your e-mail address is restored')
})

import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ageSessions } from './aged-sessions.ts'
import { startLocalGitlab, type LocalGitlab } from './local-gitlab.ts'
import { fillSignUp, picturesOfFailure } from './openings.ts'
import { mailedLink } from './mailed-link.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Ways in, the account behind them, and the way out. Each person has a browser of their own. */
let gitlab: LocalGitlab
/** Deletes by mail and knows a GitLab. */
let product: Product
/** Asks for a confirmed address, and looks sessions up each time. */
let strict: Product
let browser: Browser
let someone: Visitor
/** Admin of the first one. */
let ada: Visitor

const password = 'correct horse'
const notice = 'Verify your e-mail address'

picturesOfFailure('account', () => ({ someone }))
beforeAll(async () => {
  gitlab = await startLocalGitlab()
  product = await startProduct({
    DELETE_ACCOUNT_BY_MAIL: 'true',
    GITLAB_CLIENT_ID: 'roughmix',
    GITLAB_CLIENT_SECRET: 'secret',
    GITLAB_ISSUER: gitlab.issuer,
  })
  strict = await startProduct({ REQUIRE_VERIFIED_EMAIL: 'true', SESSION_CACHE_SECONDS: '0' })
  browser = await borrowBrowser()
  // The first accounts, so that nobody below sets a server up.
  for (const { url } of [strict, product]) {
    ada = await visit(browser)
    await join(ada.page, url, 'Ada Admin', 'ada@harbour.studio')
  }
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await strict?.stop()
  await gitlab?.close()
})

beforeEach(async () => {
  // Not before: a picture of what went wrong comes after all else.
  await someone?.context.close()
  someone = await visit(browser)
})

async function signUp(page: Page, url: string, name: string, email: string): Promise<void> {
  await page.goto(`${url}/login?view=create`)
  await fillSignUp(page, name, email)
  await page
    .getByRole('heading', { name: 'Confirm your e-mail' })
    .or(page.getByRole('button', { name: 'New project' }).first())
    .waitFor()
}

/** Somebody with an account, signed in where that needs nothing confirmed, and on their project page. */
async function join(page: Page, url: string, name: string, email: string): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/sign-up/email`, {
    data: { name, email, password, callbackURL: '/?mail=verified' },
  })
  if (!answer.ok()) throw new Error(await answer.text())
  await page.goto(url)
}

async function signIn(page: Page, url: string, who: string, secret = password): Promise<void> {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail or username').fill(who)
  await page.getByLabel('Password').first().fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Waits for words to be seen; a toast is also read aloud from elsewhere on the page. */
async function shows(page: Page, words: string): Promise<boolean> {
  await page.getByText(words).first().waitFor()
  return true
}
const inside = (page: Page) => page.getByRole('button', { name: 'New project' }).first().waitFor()

test('a new address is let in once it is confirmed, and told so', async () => {
  const { page } = someone
  await signUp(page, strict.url, 'Jo Okafor', 'jo@okafor.audio')
  await signIn(page, strict.url, 'jo@okafor.audio')
  await page.getByRole('heading', { name: 'Confirm your e-mail' }).waitFor()
  await page.getByRole('button', { name: 'Send it again' }).click()
  await page.getByText('Sent again to jo@okafor.audio.').first().waitFor()
  await page.goto(await mailedLink(strict, 'jo@okafor.audio', notice))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your e-mail is confirmed. Sign in to continue.').first().waitFor()
  await page.getByLabel('E-mail or username').fill('jo@okafor.audio')
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await inside(page)
  expect((await me(page)).emailVerified).toBe(true)
})

test('a forgotten password is replaced by the mailed link, which works once', async () => {
  const { page } = someone
  await join(page, product.url, 'Mara Lindqvist', 'mara@lindqvist.audio')
  await someone.context.clearCookies()
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'Forgot it?' }).click()
  await page.getByLabel('E-mail').fill('mara@lindqvist.audio')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const link = await mailedLink(product, 'mara@lindqvist.audio', 'Choose a new password')
  await page.goto(link)
  await page.getByLabel('New password').fill('battery staple')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Your password has been changed.').first().waitFor()
  await signIn(page, product.url, 'mara@lindqvist.audio', 'battery staple')
  await inside(page)
  await someone.context.clearCookies()
  await page.goto(link)
  expect(await shows(page, 'This link has expired or was used already.')).toBe(true)
})

test('a magic link signs in, and used again it says that it is spent', async () => {
  const { page } = someone
  await join(page, product.url, 'Pia Sound', 'pia@sound.example')
  await someone.context.clearCookies()
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click()
  await page.getByLabel('E-mail').fill('pia@sound.example')
  await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click()
  await page.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
  const link = await mailedLink(product, 'pia@sound.example', 'Your sign-in link')
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await inside(page)
  await someone.context.clearCookies()
  await page.goto(link)
  await page.getByRole('button', { name: 'Sign in' }).click()
  expect(await shows(page, 'This link has expired or was used already.')).toBe(true)
})

test('an address nobody confirmed changes at once; a confirmed one by the link sent to it', async () => {
  const { page } = someone
  await join(page, product.url, 'Lin Chen', 'lin@typo.example')
  await page.goto(`${product.url}/account/sign-in`)
  await changeEmail(page, 'lin@chen.audio', 'Change it')
  await page.getByText('Your e-mail is now lin@chen.audio. A link to confirm it is on its way there.').first().waitFor()
  await page.goto(await mailedLink(product, 'lin@chen.audio', notice))
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(await shows(page, 'Your e-mail lin@chen.audio is confirmed.')).toBe(true)

  await page.goto(`${product.url}/account/sign-in`)
  await page.getByText('Confirmed', { exact: true }).first().waitFor()
  await changeEmail(page, 'lin@studio.example', 'Send the link')
  await page.getByText('Open the link we sent to lin@chen.audio').first().waitFor()
  await page.goto(await mailedLink(product, 'lin@chen.audio', 'Confirm your new e-mail address'))
  await page.getByRole('button', { name: 'Change my address' }).click()
  expect(await shows(page, 'Your e-mail is now lin@studio.example. Open the link we sent there')).toBe(true)
  await page.goto(await mailedLink(product, 'lin@studio.example', notice))
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(await shows(page, 'Your e-mail lin@studio.example is confirmed.')).toBe(true)
  expect(await mailedLink(product, 'lin@chen.audio', 'Your e-mail address was changed')).toContain('/undo-email-change')
})

async function changeEmail(page: Page, next: string, verb: string): Promise<void> {
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await page.getByLabel('New e-mail').fill(next)
  await page.getByRole('button', { name: verb }).click()
}

test('a username is judged while it is typed, and a picture is shown at once and taken back', async () => {
  const { page } = someone
  await join(page, product.url, 'Tomas Berg', 'tomas@berg.audio')
  await page.goto(`${product.url}/account`)
  await page.getByLabel('Username').fill('tö')
  await page.getByText('Only letters without accents').first().waitFor()
  await page.getByLabel('Username').fill('tomas.berg')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  const red = {
    name: 'red.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">' +
        '<rect width="300" height="200" fill="red"/></svg>',
    ),
  }
  await page.locator('input[type="file"]').first().setInputFiles(red)
  expect(await shows(page, 'Picture changed.')).toBe(true)
  expect((await me(page)).image).toMatch(/^data:image\/(webp|jpeg);base64,/)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await shows(page, 'Picture removed.')).toBe(true)
  expect((await me(page)).image).toBe(null)
  await someone.context.clearCookies()
  await signIn(page, product.url, 'Tomas.Berg')
  await inside(page)
})

async function me(page: Page): Promise<{ readonly image: string | null; readonly emailVerified: boolean }> {
  return page.evaluate(async () => (await fetch('/api/users/me')).json())
}

test('somebody signs out a lost phone, after showing again who they are', async () => {
  const { page } = someone
  const phone = await visit(browser, {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
      'Version/18.6 Mobile/15E148 Safari/604.1',
  })
  await join(page, strict.url, 'Noa Levi', 'noa@levi.audio')
  await page.goto(await mailedLink(strict, 'noa@levi.audio', notice))
  await page.getByRole('button', { name: 'Confirm' }).click()
  for (const there of [phone.page, page]) {
    await signIn(there, strict.url, 'noa@levi.audio')
    await inside(there)
  }
  // The session is fresh for a while; then the list asks for a new sign-in.
  await page.goto(`${strict.url}/account/sessions`)
  await page.getByText('Safari on iPhone').first().waitFor()
  await ageSessions(strict, 'noa@levi.audio')
  await page.reload()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click()
  // The session that was too old gave way to the new one.
  await page.getByRole('list', { name: 'Sessions' }).getByText('This device').first().waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Sign out Safari on iPhone' }).click()
  expect(await shows(page, 'Safari on iPhone is signed out.')).toBe(true)
  await phone.page.goto(`${strict.url}/account`)
  await phone.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await phone.context.close()
})

test('someone takes their data, then deletes their account and unshared project by the mailed link', async () => {
  const { page } = someone
  await join(page, product.url, 'Eve Parting', 'eve@parting.example')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Last Waltz')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name: 'Last Waltz' }).waitFor()
  await page.goto(`${product.url}/account/data`)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const taken = await coming
  expect(taken.suggestedFilename()).toMatch(/^roughmix-my-data-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(readFileSync((await taken.path()) ?? '', 'utf8'))).toMatchObject({
    profile: { email: 'eve@parting.example' },
    sessions: [{ address: '127.0.0.1' }],
    projects: [{ name: 'Last Waltz', role: 'owner' }],
  })
  expect(await shows(page, 'is downloaded')).toBe(true)
  await page.goto(`${product.url}/account/delete`)
  await page.getByRole('list', { name: 'Projects' }).getByText('Last Waltz').first().waitFor()
  await page.getByRole('button', { name: 'Delete it with my account' }).click()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('button', { name: 'E-mail me the link' }).click()
  await page.getByText('Open the link we sent to eve@parting.example').first().waitFor()
  await page.evaluate(() => localStorage.setItem('roughmix.note-draft.eve.a-track', 'Half a thought'))
  await page.goto(await mailedLink(product, 'eve@parting.example', 'Confirm that you want your account deleted'))
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('roughmix.note-draft'))))
    .toEqual([])
  // Nothing of what the browser kept is shown to whoever sits there next.
  await page.goto(product.url)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, product.url, 'eve@parting.example')
  expect(await shows(page, 'Wrong e-mail or password.')).toBe(true)
})

test('a provider signs somebody in, is linked and unlinked, and its refusal is told in words', async () => {
  const { page } = someone
  await page.goto(`${product.url}/login`)
  gitlab.person = null
  await page.getByRole('button', { name: 'GitLab' }).click()
  await page.getByText('You did not allow the sign-in at the provider.').first().waitFor()
  gitlab.person = { id: 7, username: 'sol', name: 'Sol Reyes', email: 'sol@reyes.audio' }
  await page.getByRole('button', { name: 'GitLab' }).click()
  await inside(page)
  await page.goto(`${product.url}/account/sign-in`)
  await page.getByText('You cannot unlink your only way to sign in.').first().waitFor()
  await page.getByText('You sign in without a password.').first().waitFor()

  const other = await visit(browser)
  await join(other.page, product.url, 'Uma Roy', 'uma@roy.audio')
  await other.page.goto(`${product.url}/account/sign-in`)
  await other.page.getByRole('button', { name: 'Link GitLab' }).click()
  expect(await shows(other.page, 'This sign-in belongs to another account here.')).toBe(true)
  gitlab.person = { id: 8, username: 'uma', name: 'Uma Roy', email: 'uma@work.example' }
  await other.page.getByRole('button', { name: 'Link GitLab' }).click()
  await other.page.getByRole('button', { name: 'Unlink GitLab' }).click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  expect(await shows(other.page, 'GitLab is unlinked.')).toBe(true)
  await other.page.getByRole('button', { name: 'Link GitLab' }).waitFor()
  await other.context.close()
})

test('the admin closes the door to new accounts, and shuts somebody out at once', async () => {
  const { page } = someone
  await join(page, product.url, 'Rex Loud', 'rex@loud.example')
  await inside(page)
  const admin = ada.page
  await admin.goto(`${product.url}/admin/users`)
  await admin.getByRole('searchbox', { name: 'Find someone' }).fill('rex@')
  await admin.getByRole('button', { name: 'Disable Rex Loud' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  expect(await shows(admin, 'Rex Loud is disabled.')).toBe(true)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await signIn(page, product.url, 'rex@loud.example')
  await page.getByText('This account is disabled.').first().waitFor()

  await admin.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await admin.getByRole('radio', { name: 'With an invitation' }).click({ force: true })
  await admin.getByText('Only people invited to a project').first().waitFor()
  await page.goto(`${product.url}/login?view=create`)
  await page.getByText('New accounts need an invitation.').first().waitFor()
  await admin.getByRole('button', { name: 'Use the configuration' }).click()
  await admin.getByText('Anyone who finds this server can create an account.').first().waitFor()
  await admin.getByRole('button', { name: 'Send a test e-mail' }).click()
  expect(await shows(admin, 'The e-mail to ada@harbour.studio is in the outbox.')).toBe(true)
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ageSessions } from './aged-sessions.ts'
import { startLocalGitlab, type LocalGitlab } from './local-gitlab.ts'
import { picturesOfFailure, signUp } from './openings.ts'
import { mailedLink } from './mailed-link.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** People without a password who have to show again who they are, and lists that follow what happens elsewhere. */
let gitlab: LocalGitlab
let product: Product
let browser: Browser
/** Has the first account, and so is the admin. */
let ada: Visitor
let someone: Visitor

picturesOfFailure('identity', () => ({ ada, someone }))
beforeAll(async () => {
  gitlab = await startLocalGitlab()
  product = await startProduct({
    UNLINK_LAST_ACCOUNT: 'on',
    SESSION_CACHE_SECONDS: '0',
    GITLAB_CLIENT_ID: 'roughmix',
    GITLAB_CLIENT_SECRET: 'secret',
    GITLAB_ISSUER: gitlab.issuer,
  })
  browser = await borrowBrowser()
  ada = await visit(browser)
  await signUp(product, ada.page, 'Ada Admin', 'ada@harbour.studio')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await gitlab?.close()
})
beforeEach(async () => {
  // Not before: a picture of what went wrong comes after all else.
  await someone?.context.close()
  someone = await visit(browser)
})

/** Signs up by a mailed link, which leaves no password behind. */
async function joinByMail(page: Page, email: string): Promise<void> {
  await page.request.post(`${product.url}/api/auth/sign-in/magic-link`, { data: { email, callbackURL: '/' } })
  await page.goto(await mailedLink(product, email, 'Your sign-in link'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'New project' }).first().waitFor()
}

/** In the dialog that asks who one is: by the second mailed link. */
async function proveByMail(page: Page, email: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'E-mail me a sign-in link' }).click()
  await page.getByText(`A sign-in link is on its way to ${email}`).first().waitFor()
  await page.goto(await mailedLink(product, email, 'Your sign-in link', 2))
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('who signs in with GitLab alone shows it there, and comes back to the question that was open', async () => {
  const { page } = someone
  gitlab.person = { id: 7, username: 'sol', name: 'Sol Reyes', email: 'sol@reyes.audio' }
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'GitLab' }).click()
  await page.getByRole('button', { name: 'New project' }).first().waitFor()
  await ageSessions(product, 'sol@reyes.audio')
  await page.goto(`${product.url}/account/sign-in`)
  await page.getByRole('button', { name: 'Unlink GitLab' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
  await page
    .getByRole('dialog', { name: 'Confirm it’s you' })
    .getByRole('button', { name: 'Sign in with GitLab' })
    .click()
  await page.getByRole('alertdialog', { name: 'Unlink GitLab?' }).getByRole('button', { name: 'Unlink' }).click()
  await page.getByText('GitLab is unlinked.').first().waitFor()
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('whoever comes back from GitLab as somebody else is that person, and inherits no open question', async () => {
  const { page } = someone
  gitlab.person = { id: 8, username: 'tia', name: 'Tia Moss', email: 'tia@moss.audio' }
  await page.goto(`${product.url}/login`)
  await page.getByRole('button', { name: 'GitLab' }).click()
  await page.getByText('Tia Moss').first().waitFor()
  await ageSessions(product, 'tia@moss.audio')
  await page.goto(`${product.url}/account/delete`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  gitlab.person = { id: 9, username: 'uli', name: 'Uli Brandt', email: 'uli@brandt.audio' }
  await page
    .getByRole('dialog', { name: 'Confirm it’s you' })
    .getByRole('button', { name: 'Sign in with GitLab' })
    .click()
  await page.getByText('Uli Brandt').first().waitFor()
  expect([
    new URL(page.url()).pathname,
    new URL(page.url()).search,
    await page.getByText('Tia Moss').count(),
    await page.getByRole('dialog').count(),
  ]).toEqual(['/', '', 0, 0])
})

test('who signs in by mailed links sees the sessions after another one, and no session twice', async () => {
  const { page } = someone
  await joinByMail(page, 'pia@sound.example')
  await ageSessions(product, 'pia@sound.example')
  await page.goto(`${product.url}/account/sessions`)
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await proveByMail(page, 'pia@sound.example')
  await page.getByRole('list', { name: 'Sessions' }).getByText('This device').first().waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count()).toBe(1)
})

test('who has no password deletes the account after a mailed link, without looking for the button again', async () => {
  const { page } = someone
  await joinByMail(page, 'eve@parting.example')
  await ageSessions(product, 'eve@parting.example')
  await page.goto(`${product.url}/account/delete`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await proveByMail(page, 'eve@parting.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect((await page.request.get(`${product.url}/api/users/me`)).status()).toBe(401)
})

test('who has no password changes the address after a mailed link, in the form that was asked for', async () => {
  const { page } = someone
  await joinByMail(page, 'kai@first.example')
  await ageSessions(product, 'kai@first.example')
  await page.goto(`${product.url}/account/sign-in`)
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await proveByMail(page, 'kai@first.example')
  await page.getByLabel('New e-mail').fill('kai@second.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText('Open the link we sent to kai@first.example').first().waitFor()
  await page.goto(await mailedLink(product, 'kai@first.example', 'Confirm your new e-mail address'))
  await page.getByRole('button', { name: 'Change my address' }).click()
  await page.getByText('Your e-mail is now kai@second.example. Open the link we sent there').first().waitFor()
  await page.goto(await mailedLink(product, 'kai@second.example', 'Verify your e-mail address'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Your e-mail kai@second.example is confirmed.').first().waitFor()
})

test('a device that signs in and out comes and goes in the open list of sessions', async () => {
  const { page } = someone
  await signUp(product, page, 'Noa Levi', 'noa@levi.audio')
  await page.goto(`${product.url}/account/sessions`)
  const list = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBe(1)
  const phone = await visit(browser)
  const signedIn = await phone.page.request.post(`${product.url}/api/auth/sign-in/email`, {
    data: { email: 'noa@levi.audio', password: 'correct horse' },
  })
  expect(signedIn.status()).toBe(200)
  await expect.poll(() => list.count()).toBe(2)
  await phone.page.request.post(`${product.url}/api/auth/sign-out`, { data: {} })
  await expect.poll(() => list.count()).toBe(1)
  await phone.context.close()
})

test('a new account stands in the admin’s open list of people, and is gone from it again', async () => {
  await ada.page.goto(`${product.url}/admin/users`)
  await ada.page.getByRole('list', { name: 'People' }).getByText('ada@harbour.studio').first().waitFor()
  await signUp(product, someone.page, 'Rex Loud', 'rex@loud.example')
  const rex = ada.page.getByRole('button', { name: 'Disable Rex Loud' })
  await rex.waitFor()
  expect((await someone.page.request.post(`${product.url}/api/auth/delete-user`, { data: {} })).status()).toBe(200)
  await rex.waitFor({ state: 'detached' })
})

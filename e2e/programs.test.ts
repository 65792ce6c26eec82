import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeProblems } from './axe-check.ts'
import { sticksOut } from './page-health.ts'
import { launchBrowser, startProduct, visit, type Product, type Visitor } from './product.ts'

/** Ed lets programs act for him. */
let product: Product
let browser: Browser
let ed: Visitor
let token = ''
let signedUpAt = 0

beforeAll(async () => {
  product = await startProduct({ FRESH_SESSION_SECONDS: '5' })
  browser = await launchBrowser()
  ed = await visit(browser)
  const { page } = ed
  const answer = await page.request.post(`${product.url}/api/auth/sign-up/email`, { data: { name: 'Ed Brandt', email: 'ed@brandt.audio', password: 'correct horse' } })
  expect(answer.status()).toBe(200)
  signedUpAt = Date.now()
  await page.goto(product.url)
  for (const name of ['Low Tide', 'High Tide']) expect((await page.request.post(`${product.url}/api/projects`, { data: { name }, headers: { origin: product.url } })).status()).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => void (await ed.page.screenshot({ path: join('.cache', 'programs.png') }).catch(() => undefined)))
})

/** The page as it stands, in both themes and widths: nothing in anybody's way. */
async function isSound(name: string): Promise<void> {
  const { page } = ed
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeProblems(page)).toEqual([])
      expect(await sticksOut(page)).toEqual([])
      if (process.env['SHOTS']) await page.screenshot({ path: join(process.env['SHOTS'], `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const asked = async (path: string, more: object = {}) => (await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${token}` }, ...more })).status

test('Ed makes a token for one project, once he has said that it is him, and sees it this once', async () => {
  const { page } = ed
  await page.goto(`${product.url}/account/tokens`)
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor()
  await isSound('tokens-empty')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByRole('button', { name: 'Make token' }).click()
  await dialog.getByText('Give it a name.').waitFor()
  await dialog.getByLabel('Name').fill('Bounce folder')
  await dialog.getByRole('radio', { name: 'Some projects' }).click()
  await dialog.getByRole('checkbox', { name: 'Low Tide' }).check()
  await isSound('tokens-new')
  await expect.poll(() => Date.now() - signedUpAt).toBeGreaterThan(5000)
  await dialog.getByRole('button', { name: 'Make token' }).click()
  // The session is not fresh any more.
  const identity = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await identity.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await identity.getByRole('button', { name: 'Confirm' }).click()
  const ready = page.getByRole('dialog', { name: 'Your new token' })
  token = await ready.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^rmx_[0-9a-f]{48}$/)
  await isSound('tokens-ready')
  await ready.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Read, Upload · Low Tide').waitFor()
  await page.getByText('never used').waitFor()
  expect(await page.content()).not.toContain(token)
})

test('a program does with it what it may and no more, until Ed revokes it', async () => {
  const { page } = ed
  const names = (await (await fetch(`${product.url}/api/projects`, { headers: { authorization: `Bearer ${token}` } })).json() as { items: { name: string }[] }).items.map(({ name }) => name)
  expect(names).toEqual(['Low Tide'])
  expect([await asked('/api/search?q=tide'), await asked('/api/users/me/tokens'), await asked('/api/projects', { method: 'POST', body: '{"name":"x"}', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } })]).toEqual([403, 403, 403])
  await page.reload()
  await page.getByText('last used').waitFor()
  await isSound('tokens-list')
  await page.getByRole('button', { name: 'Revoke Bounce folder' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor()
  expect(await asked('/api/projects')).toBe(401)
})

test('no page complained', () => expect(ed.complaints.filter((line) => !line.includes('403'))).toEqual([]))

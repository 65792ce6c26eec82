import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../scripts/dev-seed.ts'
import { borrowBrowser } from './browser.ts'
import { picturesOfFailure } from './openings.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** What `npm run dev:reset` leaves to a newcomer. */
let product: Product
let browser: Browser
let mira: Visitor

picturesOfFailure('dev-seed', () => ({ mira }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('whoever signs in as one of its people finds a record in the middle of its making', async () => {
  const accounts = await seed(() => product.url)
  const account = accounts.find(({ email }) => email.startsWith('mira'))
  mira = await visit(browser)
  const { page, complaints } = mira
  await page.goto(product.url)
  await page.getByLabel('E-mail').fill(account?.email ?? '')
  await page
    .getByLabel('Password')
    .first()
    .fill(account?.password ?? '')
  await page.keyboard.press('Enter')
  await page.getByText('Harbour Lights').first().click()
  await page.getByText('Undertow').first().waitFor()
  await page.getByText('Night Drive').first().click()
  await page.getByText('Love this lift.').first().waitFor()
  await page.getByText('Approval of v3').first().waitFor()
  await page.getByRole('button', { name: /^Approve/ }).waitFor()
  expect(complaints).toEqual([])
})

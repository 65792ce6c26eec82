import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { borrowBrowser } from './browser.ts'
import { oneStory } from './one-story.ts'
import { bounce, picturesOfFailure, post, signUp, upload } from './openings.ts'
import { barriers } from './page-health.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Jo bounces on his phone and shares the file with Roughmix, as Android does it: by a form that the worker catches. */
const folder = mkdtempSync(join(tmpdir(), 'roughmix-share-'))
let product: Product
let browser: Browser
let jo: Visitor
let page: Page
let projectId = ''

oneStory()
picturesOfFailure('share-target', () => ({ jo }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  jo = await visit(browser, { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })
  page = jo.page
  await signUp(product, page, 'Jo Okafor')
  projectId = (await post(product, page, '/api/projects', { name: 'Low Tide' })).id
  await upload(product, page, { projectId, file: bounce(folder), trackTitle: 'Bounce' })
  await page.goto(product.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** What the system sends when an app shares. */
async function share(files: readonly { readonly name: string; readonly body: string }[]): Promise<void> {
  await Promise.all([
    page.waitForURL(/\/(shared-files|login)/),
    page.evaluate((shared) => {
      const form = document.createElement('form')
      Object.assign(form, { action: '/shared-files', method: 'post', enctype: 'multipart/form-data' })
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'files', multiple: true })
      const moved = new DataTransfer()
      for (const { name, body } of shared)
        moved.items.add(new File([Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0))], name))
      input.files = moved.files
      form.append(input)
      document.body.append(form)
      form.submit()
    }, files),
  ])
}

const shared = () => page.getByRole('list', { name: 'Shared files' }).getByRole('listitem')

test('a share without a file says so', async () => {
  await share([{ name: 'empty.wav', body: '' }])
  await page.getByText('Nothing was shared').waitFor()
  expect(await barriers(page)).toEqual([])
})

test('a bounce that is shared by somebody who is signed out waits until they are in', async () => {
  await page.goto(product.url)
  const file = bounce(folder, SONG_MIXES.fixed)
  await jo.context.clearCookies()
  await share([{ name: basename(file), body: readFileSync(file).toString('base64') }])
  await page.waitForURL(/\/login/)
  await page.getByLabel('E-mail or username').fill('jo@example.com')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect.poll(() => shared().count()).toBe(1)
  expect(await shared().first().textContent()).toContain(basename(file))
  expect(await barriers(page)).toEqual([])
})

test('the sheet of the chosen project has it, and closing the sheet loses nothing', async () => {
  await page.getByRole('button', { name: 'Low Tide' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect.poll(() => shared().count()).toBe(1)
  await page.getByRole('button', { name: 'Low Tide' }).click()
  // Its name is the track’s: it is the next version.
  await sheet.getByText('v2').first().waitFor()
})

test('once its upload has begun, nothing of it stays in the browser', async () => {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Upload 1/ })
    .click()
  await expect
    .poll(async () => {
      const { tracks, trackVersions } = await page.evaluate(
        async (id) => (await fetch(`/api/projects/${id}`)).json(),
        projectId,
      )
      return [tracks.length, trackVersions.length]
    })
    .toEqual([1, 2])
  const kept = () => page.evaluate(async () => (await (await caches.open('shared-files')).keys()).length)
  await expect.poll(kept).toBe(0)
  await page.goto(`${product.url}/shared-files`)
  await page.getByText('Nothing was shared').waitFor()
})

test('the shortcut of the installed app opens the dialog for a new project, once', async () => {
  await page.goto(`${product.url}/?new=project`)
  await page.getByRole('dialog', { name: 'New project' }).waitFor()
  expect(page.url()).not.toContain('new=')
})

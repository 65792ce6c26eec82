import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { writeSong } from '../fixtures/audio/make.ts'
import { capturedSound, captureSound, findSound, forgetSound, largestError } from './capture.ts'
import { oneStory } from './one-story.ts'
import { fillSignUp, picturesOfFailure } from './openings.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'
import { undisturbed } from './undisturbed.ts'
import { wavSamples } from './wav-samples.ts'

/** The product's main job, done by two people in two browsers, on three minutes of made music. */
const folder = mkdtempSync(join(tmpdir(), 'roughmix-journey-'))
const first = join(folder, 'Glasshouse v1.wav')
const second = join(folder, 'Glasshouse v2.wav')
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

let product: Product
let browser: Browser
let ines: Visitor
let jo: Visitor

oneStory()
picturesOfFailure('journey', () => ({ ines, jo }))
beforeAll(async () => {
  // The rate of the headless device, so that nothing on the way has a reason to resample.
  writeSong({ path: first, mix: SONG_MIXES.rough, sampleRate: 44_100, encoding: 's24', seconds: 180 })
  writeSong({ path: second, mix: SONG_MIXES.fixed, sampleRate: 44_100, encoding: 's24', seconds: 180 })
  product = await startProduct()
  browser = await borrowBrowser()
  // The recorder is a blob, which the page's own policy forbids; Jo visits under the full policy.
  ines = await visit(browser, { bypassCSP: true })
  await captureSound(ines.context)
  jo = await visit(browser)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('Ines sets the server up and starts a project', async () => {
  const { page } = ines
  await page.goto(product.url)
  await expect.poll(() => page.url()).toContain('/login?redirect=')
  await fillSignUp(page, 'Ines Duarte', 'ines@harbour.studio')
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByLabel('Name', { exact: true }).fill('Low Tide')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
})

test('she uploads a bounce, which becomes a track with its facts', async () => {
  const { page } = ines
  await chooseFile(page, () => page.getByRole('button', { name: 'Choose files' }).first().click(), first)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await page.getByRole('link', { name: 'Glasshouse' }).first().click()
  await expect.poll(() => page.getByText('WAV 24/44.1').isVisible(), { timeout: 60_000 }).toBe(true)
})

test('she hears exactly the samples of her file, and the badge says so', async () => {
  const { page } = ines
  await page.getByRole('slider', { name: 'Glasshouse, version 1' }).first().waitFor()
  await undisturbed(page, async () => {
    await page.keyboard.press('Home')
    await forgetSound(page)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Original 24/44.1 · bit-true' }).waitFor()
    await expect.poll(() => secondsHeard(page), { timeout: 60_000, interval: 500 }).toBeGreaterThan(4)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    const heard = (await capturedSound(page)).at(-1)
    expect(heard?.sampleRate).toBe(44_100)
    for (const [channel, original] of wavSamples(first).entries()) {
      const sound = heard?.planes[channel] ?? new Float32Array()
      const start = findSound(sound, original.subarray(FROM, FROM + 256))
      expect(start).toBeGreaterThan(-1)
      expect(
        largestError(sound.subarray(start, start + 3 * 44_100), original.subarray(FROM, FROM + 3 * 44_100)),
      ).toBeLessThan(1e-6)
    }
  })
})

test('an upload of the next version that a reload breaks off goes on where it was', async () => {
  const { page } = ines
  const parts: string[] = []
  page.on(
    'request',
    (request) =>
      void (
        request.method() === 'PATCH' &&
        request.url().includes('/uploads/') &&
        parts.push(request.headers()['upload-offset'] ?? '')
      ),
  )
  // A slow line, so that the reload comes in the middle.
  await page.route('**/uploads/*', async (route) => {
    if (route.request().method() === 'PATCH') await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('button', { name: 'Upload new version' }).click()
  await chooseFile(page, () => page.getByRole('button', { name: 'choose them' }).click(), second)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect.poll(() => parts.length, { timeout: 30_000 }).toBeGreaterThan(2)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  const before = parts.length
  await chooseFile(page, () => page.getByRole('button', { name: 'Choose the file again' }).click(), second)
  await page.unroute('**/uploads/*')
  await expect.poll(async () => (await versions(page)).length, { timeout: 60_000 }).toBe(2)
  expect(Number(parts[before])).toBeGreaterThanOrEqual(8 * 1024 * 1024)
  expect((await versions(page))[0]).toMatchObject({ number: 2, sha256: sha256(second) })
})

test('she invites Jo by a link, and he comes in through the sign-in page', async () => {
  await ines.page.goto(`${product.url}/?projectId=${projectId(ines.page)}&tab=members`)
  await ines.page.getByRole('button', { name: 'Invite', exact: true }).click()
  const link = await ines.page.getByLabel('Invite link').inputValue()
  expect(link).toContain('/?invId=')

  const { page } = jo
  await page.goto(link)
  await page.getByRole('heading', { name: 'Ines Duarte invited you to Low Tide' }).waitFor()
  await page.getByText('You can listen, comment and download.').waitFor()
  await page.getByText('Ines Duarte is in Low Tide').waitFor()
  // The server is in trouble just then: the address keeps nothing of the invitation, the news does.
  await page.route('**/api/invite/*/accept', (route) => route.fulfill({ status: 503, body: '' }))
  await fillSignUp(page, 'Jo Okafor', 'jo@okafor.audio', 'battery staple')
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  expect(page.url()).toBe(`${product.url}/`)
  // The browser's own line for each try, and nothing of ours.
  expect(new Set(jo.complaints.splice(0))).toEqual(
    new Set(['Failed to load resource: the server responded with a status of 503 (Service Unavailable)']),
  )
  await page.unroute('**/api/invite/*/accept')
  await again.click()
  await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
  await page.getByText('You joined Low Tide.', { exact: true }).waitFor()
  await expect.poll(() => page.url()).toContain('projectId=')
})

test('she gives him a task, which he sees within a second', async () => {
  await jo.page.goto(`${product.url}/mine`)
  await jo.page.getByRole('heading', { name: 'My tasks' }).waitFor()
  await ines.page.keyboard.press('Escape')
  await ines.page.goto(`${product.url}/?projectId=${projectId(ines.page)}&tab=tasks`)
  await ines.page.getByRole('button', { name: 'New task' }).first().click()
  await ines.page.getByRole('textbox', { name: 'Title' }).fill('Ride the vocal up in the chorus')
  await ines.page.keyboard.press('Control+Enter')
  const his = jo.page.getByText('Ride the vocal up in the chorus')
  const before = await his.count()
  const given = ines.page.waitForResponse(
    (response) => response.url().includes('/tasks/') && response.request().method() === 'PATCH',
  )
  await ines.page.getByRole('button', { name: /^Person: / }).click()
  await ines.page.getByRole('menuitemradio', { name: 'Jo Okafor' }).click()
  await given
  const savedAt = performance.now()
  await expect.poll(() => his.count(), { interval: 20 }).toBe(before + 1)
  expect(performance.now() - savedAt).toBeLessThan(2000)
})

test('he downloads the very bytes she uploaded, with progress', async () => {
  const { page } = jo
  await page.goto(`${product.url}/?projectId=${projectId(ines.page)}`)
  await page.getByRole('link', { name: 'Glasshouse' }).first().click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download the original/ }).click()
  const file = await (await download).path()
  expect((await download).suggestedFilename()).toBe('Glasshouse v2.wav')
  expect(sha256(file)).toBe(sha256(second))
  await page.getByText('Downloaded · hash matches').first().waitFor()
})

test('a removed member loses the open project at once', async () => {
  await ines.page.goto(`${product.url}/?projectId=${projectId(ines.page)}&tab=members`)
  // Who that is, as they are called now.
  await ines.page.getByRole('button', { name: 'About Jo Okafor' }).click()
  const about = ines.page.getByRole('dialog', { name: 'Jo Okafor' })
  await about.getByText(/^(@|No username)/).waitFor()
  await ines.page.keyboard.press('Escape')
  await about.waitFor({ state: 'detached' })
  await ines.page.getByRole('button', { name: 'More for Jo Okafor' }).click()
  await ines.page.getByRole('menuitem', { name: /remove/i }).click()
  await expect.poll(() => jo.page.url()).not.toContain('projectId=')
})

test('signing out leaves nothing in the browser', async () => {
  const { page } = ines
  await expect.poll(() => kept(page)).toBe(true)
  await page.getByRole('button', { name: 'Ines Duarte' }).first().click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  expect(await kept(page)).toBe(false)
  await page.goto(`${product.url}/mine`)
  await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login?redirect=%2Fmine')
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

/** Past the first milliseconds, in which starting fades in. */
const FROM = 4410

async function chooseFile(page: Page, open: () => Promise<void>, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await open()
  await (await chooser).setFiles(path)
}

/** From the first sample that is not silent. */
async function secondsHeard(page: Page): Promise<number> {
  const [left = new Float32Array()] = (await capturedSound(page)).at(-1)?.planes ?? []
  const start = left.findIndex((sample) => sample !== 0)
  return start === -1 ? 0 : (left.length - start) / 44_100
}

function projectId(page: Page): string {
  return new URL(page.url()).searchParams.get('projectId') ?? ''
}

async function versions(page: Page): Promise<{ number: number; sha256: string }[]> {
  const answer = await page.request.get(`${product.url}/api/projects/${projectId(page)}`)
  return (await answer.json()).trackVersions
}

/**
 * Whether the browser holds answers of the server for the next visit: database keyval-store, store keyval, key
 * reactQuery.
 */
function kept(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('keyval-store')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const stores = opening.result.objectStoreNames
          if (!stores.contains('keyval')) return resolve(false)
          const reading = opening.result.transaction('keyval').objectStore('keyval').get('reactQuery')
          reading.onsuccess = () => resolve(reading.result !== undefined)
        }
      }),
  )
}

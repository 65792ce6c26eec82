import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Milliseconds } from '#shared/units.ts'
import { oneStory } from './one-story.ts'
import { letIn, post, signUp, upload } from './openings.ts'
import { barriersInBothThemes } from './page-health.ts'
import { captureSound, forgetSound } from './capture.ts'
import { apartMs, heardPlace, noiseSong } from './heard-place.ts'
import { launchBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Ann and Bob at two browsers of one computer: what each sends to the loudspeaker is recorded and compared. */
const RATE = 44_100
const song = noiseSong(60, RATE)
/** The bar: two playheads are never further apart. */
const APART_MS: Milliseconds = 30
const READINGS = 9

let product: Product
const browsers: Browser[] = []
let ann: Visitor
let bob: Visitor
let projectId = ''
let trackId = ''

oneStory()
beforeAll(async () => {
  product = await startProduct()
  ann = await arrive('Ann Lee')
  bob = await arrive('Bob Marsh')
  projectId = (await post(product, ann.page, '/api/projects', { name: 'Low Tide' })).id
  trackId = (await upload(product, ann.page, { projectId, file: song.wav, trackTitle: 'Static' })).trackId
  await letIn(product, { host: ann.page, guest: bob.page, projectId, role: 'commenter' })
  await Promise.all([ann, bob].map(({ page }) => openTrack(page)))
})
afterAll(async () => {
  for (const browser of browsers) await browser.close()
  await product?.stop()
})
beforeEach(({ onTestFailed }) => {
  onTestFailed(async () => {
    for (const [name, { page }] of Object.entries({ ann, bob }))
      await page.screenshot({ path: join('.cache', `together-${name}.png`) }).catch(() => undefined)
  })
})

describe('who is here', () => {
  test('shows at the top, on the wave and in the row of the track', async () => {
    await face(ann.page, /Bob Marsh/).waitFor()
    await face(bob.page, /Ann Lee/).waitFor()
    await bob.page.keyboard.press('l')
    const head = ann.page.locator('[data-person][data-playing="false"]')
    await expect.poll(() => head.count()).toBe(1)
    await face(ann.page, /Bob Marsh, paused at 0:10/).waitFor()
    await bob.page.keyboard.press('Home')
    await ann.page.goto(`${product.url}/?projectId=${projectId}`)
    await ann.page
      .getByRole('list', { name: 'On this track' })
      .getByTitle(/Bob Marsh/)
      .first()
      .waitFor()
    await openTrack(ann.page)
  })

  test('two tabs are one person, and closing them is to be gone', async () => {
    const second = await bob.context.newPage()
    await openTrack(second)
    await expect.poll(() => ann.page.getByText('1 here').count()).toBe(1)
    await second.close()
    await face(ann.page, /Bob Marsh/).waitFor()
    await bob.page.goto('about:blank')
    await face(ann.page, /Bob Marsh/).waitFor({ state: 'detached', timeout: 5_000 })
    await openTrack(bob.page)
    await face(ann.page, /Bob Marsh/).waitFor()
  })
})

describe('listening together', () => {
  test('Bob joins Ann in the middle, and both hear the same within 30 ms', async () => {
    await ann.page.getByRole('button', { name: 'Listen together' }).click()
    await bar(ann.page).getByText('No one has joined yet').waitFor()
    await ann.page.keyboard.press('Space')
    await sounds(ann.page)
    await bob.page.getByRole('button', { name: 'Join Ann Lee' }).click()
    expect(await apart()).toBeLessThan(APART_MS)
    await bar(bob.page).getByText('In sync with Ann Lee').waitFor()
    await bar(bob.page).getByText('Ann Lee leads').waitFor()
    await expect
      .poll(async () => Number(await bar(bob.page).locator('[data-apart-ms]').getAttribute('data-apart-ms')))
      .toBeLessThan(APART_MS)
  })

  test('what they hear is still the original, to the bit', async () => {
    await expect.poll(() => bob.page.getByRole('button', { name: /bit-true/ }).count()).toBe(1)
  })

  test('when Ann goes elsewhere, Bob goes along', async () => {
    await ann.page.keyboard.press('Home')
    await ann.page.keyboard.press('l')
    expect(await apart()).toBeLessThan(APART_MS)
  })

  test('when Ann pauses, Bob hears nothing, at the same place; then on together', async () => {
    await ann.page.keyboard.press('Space')
    await bar(bob.page).getByText('Paused, with Ann Lee').waitFor()
    await bob.page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await ann.page.keyboard.press('Home')
    await ann.page.keyboard.press('Space')
    expect(await apart()).toBeLessThan(APART_MS)
  })

  test('Bob cannot pause it for Ann, and is told who can', async () => {
    await bob.page.keyboard.press('Space')
    await bob.page.getByText('Ann Lee controls playback.').first().waitFor()
    expect(await apart()).toBeLessThan(APART_MS)
  })

  test('with everyone in control he can', async () => {
    await bar(ann.page).getByRole('button', { name: 'You lead' }).click()
    await ann.page.getByRole('menuitemradio', { name: 'Everyone' }).click()
    await bar(bob.page).getByText('Everyone controls').waitFor()
    await bob.page.keyboard.press('Home')
    expect(await apart()).toBeLessThan(APART_MS)
    await bob.page.keyboard.press('Space')
    await bar(ann.page).getByText('Paused, with Bob Marsh').waitFor()
    await ann.page.keyboard.press('k')
    expect(await apart()).toBeLessThan(APART_MS)
  })

  test('slower, they are together all the same', async () => {
    await ann.page.keyboard.press('Home')
    await ann.page.keyboard.press('[')
    await bob.page.getByRole('button', { name: 'Speed 0.9×', exact: true }).waitFor()
    await bar(bob.page).getByText('In sync with Ann Lee').waitFor()
    await expect
      .poll(async () => Number(await bar(bob.page).locator('[data-apart-ms]').getAttribute('data-apart-ms')))
      .toBeLessThan(2 * APART_MS)
    await ann.page.keyboard.press('\\')
    expect(await apart()).toBeLessThan(APART_MS)
  })

  test('a server that was started anew finds them together again', async () => {
    await ann.page.keyboard.press('Home')
    await product.restart()
    await expect.poll(() => bar(bob.page).getByText('In sync with Ann Lee').count(), { timeout: 40_000 }).toBe(1)
    expect(await apart()).toBeLessThan(APART_MS)
    ann.complaints.length = 0
    bob.complaints.length = 0
  })

  test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
    await bob.page.setViewportSize({ width, height: 900 })
    await bar(bob.page).waitFor()
    expect(await barriersInBothThemes(bob.page)).toEqual([])
    expect(
      await bob.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBe(0)
  })

  test('one key, and Bob is on his own', async () => {
    await bob.page.setViewportSize({ width: 1440, height: 900 })
    await bob.page.keyboard.press('q')
    await bar(bob.page).waitFor({ state: 'detached' })
    await bar(ann.page).getByText('No one has joined yet').waitFor()
    await bob.page.getByRole('button', { name: 'Join Ann Lee' }).waitFor()
  })
})

test('nobody’s console complained', () => {
  expect(ann.complaints).toEqual([])
  expect(bob.complaints).toEqual([])
})

/**
 * How far apart the two are, the middle one of several readings, once both hear it undisturbed for so long. A machine
 * that cannot keep up shows as no reading, and is not called being apart.
 */
async function apart(): Promise<Milliseconds> {
  const until = Date.now() + 60_000
  let readings: Milliseconds[] = []
  let worst = Number.POSITIVE_INFINITY
  await Promise.all([forgetSound(ann.page), forgetSound(bob.page)])
  while (Date.now() < until) {
    const [one, other] = await Promise.all([ann, bob].map(({ page }) => heardPlace(page, song.samples, RATE)))
    if (one && other) readings = [...readings, Math.abs(apartMs(one, other))]
    else readings = []
    if (readings.length >= READINGS) {
      worst = readings.slice(-READINGS).toSorted((a, b) => a - b)[READINGS >> 1] ?? worst
      if (worst < APART_MS) break
    }
    await ann.page.waitForTimeout(120)
  }
  console.info(`apart: ${worst.toFixed(1)} ms`, readings.map((one) => one.toFixed(1)).join(' '))
  return worst
}

const sounds = async (page: Page) =>
  await expect
    .poll(async () => (await heardPlace(page, song.samples, RATE)) !== undefined, { timeout: 20_000 })
    .toBe(true)
const bar = (page: Page): Locator => page.getByRole('region', { name: 'Listening together' })
const face = (page: Page, words: RegExp): Locator =>
  page.getByRole('list', { name: 'Here now' }).getByTitle(words).first()

async function arrive(name: string): Promise<Visitor> {
  const browser = await launchBrowser()
  browsers.push(browser)
  const visitor = await visit(browser, { bypassCSP: true })
  await captureSound(visitor.context)
  await signUp(product, visitor.page, name)
  return visitor
}

async function openTrack(page: Page): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await page
    .getByRole('slider', { name: /^Static, version/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
}

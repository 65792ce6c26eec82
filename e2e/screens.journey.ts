import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnish, type FurnishedScreen } from './furnished.ts'
import { picturesOfFailure, setUp } from './openings.ts'
import { barriers, barriersInBothThemes, settled, sticksOut } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Every screen with something on it, as people with other eyes, hands and windows meet it. */
let product: Product
let browser: Browser
let ines: Visitor
let page: Page
let places: readonly FurnishedScreen[] = []

picturesOfFailure('screens', () => ({ ines }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  ines = await visit(browser)
  page = ines.page
  page.setDefaultTimeout(30_000)
  await setUp(product, page)
  places = await furnish(page)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('every screen is accessible, dark and light, fits any phone, and keeps the browser’s menu away', async () => {
  for (const { name } of places) {
    await page.setViewportSize({ width: 390, height: 844 })
    await open(name)
    await expectNoBarriers(name)
    await page.setViewportSize({ width: 320, height: 640 })
    expect({ [name]: await sticksOut(page) }).toEqual({ [name]: [] })
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectNoBarriers(name)
    expect({ [name]: await leakedMenus() }).toEqual({ [name]: [] })
  }
})

test('menus and dialogs are without barriers', async () => {
  await open('the tracks')
  await page.getByRole('button', { name: 'Menu of Night Drive' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor()
  expect(await barriers(page, { within: '[role=menu]' })).toEqual([])
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Rename Night Drive' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New track' }).click()
  await dialogIsFine()
  await open('the tasks')
  await page.getByRole('button', { name: 'New task', exact: true }).click()
  await page.getByRole('group', { name: 'New task' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await open('the members')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('Invite link').waitFor()
  await dialogIsFine()
  await open('the settings')
  await page.getByRole('button', { name: 'Delete project' }).click()
  await dialogIsFine()
  await open('a track')
  await page.keyboard.press('?')
  await dialogIsFine()
  await page.getByRole('button', { name: 'Play', exact: true }).first().click()
  await page.getByRole('button', { name: /bit-true/ }).click()
  await page.getByLabel('SHA-256 of the original').waitFor()
  await dialogIsFine()
  const listen = async (mode: string) => {
    await page.getByRole('button', { name: 'More player controls' }).click()
    await page.getByRole('menuitem', { name: 'Stereo, mono, sides' }).press('ArrowRight')
    await page.getByRole('menuitemradio', { name: mode, exact: true }).waitFor()
    expect(await barriers(page, { within: '[role=menu]' })).toEqual([])
    await page.getByRole('menuitemradio', { name: mode, exact: true }).press('Enter')
  }
  await listen('Mono')
  await page.getByRole('button', { name: /\bMono\b/ }).waitFor()
  await listen('Stereo')
  await page.keyboard.press('Space')
})

test('what was found in a mix is heard place by place', async () => {
  await open('a track')
  await page.keyboard.press('Shift+V')
  await page.getByRole('tab', { name: /Findings/ }).click()
  await page
    .getByRole('button', { name: /more places/ })
    .first()
    .click()
  await expectNoBarriers('the findings')
  const place = page.getByRole('button', { name: /^Play 0:\d\d/ }).last()
  const [, seconds = '0'] = /0:(\d\d)/.exec((await place.textContent()) ?? '') ?? []
  await place.click()
  // A moment before, so that one hears it come.
  await expect
    .poll(async () => Number(/\d:(\d\d)/.exec(await page.getByRole('region', { name: 'Player' }).innerText())?.[1]))
    .toBeGreaterThanOrEqual(Number(seconds) - 1)
})

test('our own menu stands on tracks and tasks', async () => {
  await open('the tracks')
  await page.getByRole('link', { name: 'Night Drive', exact: true }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Download original' }).waitFor()
  // It is a link as well.
  await page.getByRole('menuitem', { name: 'Open in new tab' }).waitFor()
  await page.keyboard.press('Escape')
  await open('the tasks')
  await page.getByText('Lead still a touch loud').click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
})

test('the menu of a field cuts, copies, pastes and selects all', async () => {
  await ines.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('the projects')
  const field = page.getByLabel('Find a project')
  const choose = async (name: string) => {
    await field.click({ button: 'right' })
    await page.getByRole('menuitem', { name }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await field.fill('Night')
  await choose('Select all')
  await choose('Copy')
  await choose('Cut')
  await expect.poll(() => field.inputValue()).toBe('')
  await choose('Paste')
  await expect.poll(() => field.inputValue()).toBe('Night')
  // The keys for them stay the browser's.
  await field.press('ControlOrMeta+a')
  await field.press('ControlOrMeta+x')
  await expect.poll(() => field.inputValue()).toBe('')
  await field.press('ControlOrMeta+v')
  await expect.poll(() => field.inputValue()).toBe('Night')
})

test('who asked for less motion gets none', async () => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open('the tracks')
  await page.getByRole('button', { name: 'New track' }).click()
  await page.getByRole('dialog').waitFor()
  const moving = await page.evaluate(() =>
    document
      .getAnimations()
      .map(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0))
      .filter((ms) => ms > 0),
  )
  expect(moving).toEqual([])
  await page.keyboard.press('Escape')
  await page.emulateMedia({ reducedMotion: null })
})

test('two fingers zoom the waveform, and the one that stays does nothing', async () => {
  const phone = await visit(browser, { hasTouch: true, storageState: await ines.context.storageState() })
  await phone.page.goto(product.url + placeOf('a track').path)
  const wave = phone.page.getByRole('slider', { name: 'Night Drive, version 3' })
  await wave.waitFor()
  await settled(phone.page)
  const box = await wave.boundingBox()
  const touch = await phone.context.newCDPSession(phone.page)
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...across: readonly number[]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: across.map((x, id) => ({ x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + 40, id })),
    })
  const ruler = () => phone.page.locator('[class*="ruler"]').innerText()
  await fingers('touchStart', 300)
  await fingers('touchStart', 300, 500)
  await fingers('touchMove', 200, 600)
  await fingers('touchMove', 100, 700)
  // Three times as near.
  await expect.poll(ruler).toMatch(/0:45\n0:50\n0:55/)
  const near = await ruler()
  await fingers('touchEnd', 100)
  await fingers('touchMove', 300)
  await fingers('touchEnd')
  expect(await ruler()).toBe(near)
  await phone.context.close()
})

test('signed out: the sign-in page and its forms', async () => {
  const visitor = await visit(browser)
  for (const [view, words] of [
    ['', 'Sign in'],
    ['?view=create', 'Create'],
    ['?view=forgot', 'password'],
    ['?view=link', 'link'],
  ] as const) {
    await visitor.page.goto(`${product.url}/login${view}`)
    await visitor.page.getByText(words).first().waitFor()
    for (const width of [1440, 320]) {
      await visitor.page.setViewportSize({ width, height: 800 })
      await expectNoBarriers(`${view} ${width} px`, visitor.page)
    }
    expect({ [view]: await sticksOut(visitor.page) }).toEqual({ [view]: [] })
  }
  expect(visitor.complaints).toEqual([])
  await visitor.context.close()
})

test('nobody’s console complained, but for what was asked for and is not there', () => {
  expect(ines.complaints.filter((words) => !words.includes('404'))).toEqual([])
})

function placeOf(name: string): FurnishedScreen {
  const place = places.find((one) => one.name === name)
  if (!place) throw new Error(`no such screen: ${name}`)
  return place
}

async function open(name: string): Promise<void> {
  const { path, shows } = placeOf(name)
  await page.goto(product.url + path, { waitUntil: 'commit' })
  await page.getByText(shows).first().waitFor()
  await settled(page)
}

async function expectNoBarriers(name: string, on = page): Promise<void> {
  await settled(on)
  expect({ [name]: await barriersInBothThemes(on) }).toEqual({ [name]: [] })
}

/** Where a right click would still bring up the browser's own menu. */
function leakedMenus(): Promise<readonly string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'html, body, main, header, nav, h1, a, button, input, textarea, canvas, [role="slider"]',
      ),
    ]
      .filter((element) =>
        element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, composed: true })),
      )
      .map((element) => element.outerHTML.slice(0, 100)),
  )
}

async function dialogIsFine(): Promise<void> {
  await page.locator('[role=dialog], [role=alertdialog]').waitFor()
  await settled(page)
  expect(await barriers(page, { within: '[role=dialog], [role=alertdialog]' })).toEqual([])
  await page.keyboard.press('Escape')
  await page.locator('[role=dialog], [role=alertdialog]').waitFor({ state: 'detached' })
}

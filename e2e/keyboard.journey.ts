import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { borrowBrowser } from './browser.ts'
import { arrowToTab, chooseFromMenu, focused, tabTo, walkAround } from './keyboard-walk.ts'
import { picturesOfFailure } from './openings.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Somebody without a pointer does the everyday things; nothing in this file clicks. */
let product: Product
let browser: Browser
let ines: Visitor
let page: Page

picturesOfFailure('keyboard', () => ({ ines }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  ines = await visit(browser)
  page = ines.page
  page.setDefaultTimeout(30_000)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('she signs up: the first field has the focus, and Enter sends', async () => {
  await page.goto(product.url)
  await expect.poll(() => focused(page)).toContain('Name')
  await page.keyboard.type('Ines Duarte')
  await tabTo(page, 'textbox', 'E-mail')
  await page.keyboard.type('ines@harbour.studio')
  await tabTo(page, 'textbox', 'Password')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Drop a bounce to start a project' }).waitFor()
})

test('she opens the sample project and reaches every control of it, each with a visible focus', async () => {
  await tabTo(page, 'button', /Open the sample project/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Night Drive (sample)' }).waitFor()
  await page.getByRole('cell', { name: '−13.8' }).waitFor({ timeout: 90_000 })
  const { reached, missed, unseen } = await walkAround(page)
  expect(reached.length).toBeGreaterThan(15)
  expect({ missed, unseen }).toEqual({ missed: [], unseen: [] })
})

test('she plays, seeks and loops from the track page', async () => {
  await tabTo(page, 'link', 'Night Drive')
  await page.keyboard.press('Enter')
  await page.getByRole('slider', { name: 'Night Drive, version 3' }).waitFor()
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.keyboard.press('Home')
  await page.keyboard.press('l')
  await expect.poll(() => second(page)).toBe(10)
  await page.keyboard.press('i')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('o')
  await page.getByRole('button', { name: /Stop looping 0:10\.000 – 0:15\.000/ }).waitFor()
  await page.keyboard.press('Shift+O')
  await page.getByRole('button', { name: /Stop looping 0:10\.000 – 0:15\.000/ }).waitFor({ state: 'detached' })
  await tabTo(page, 'slider', 'Night Drive, version 3')
  // As after a click on it: a slider has no use for these keys.
  for (const slider of ['Night Drive, version 3', 'Position']) {
    await tabTo(page, 'slider', slider)
    for (const key of ['Space', 'Enter']) {
      await page.keyboard.press(key)
      await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
      await page.keyboard.press(key)
      await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    }
  }
  await page.getByRole('slider', { name: 'Night Drive, version 3' }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await tabTo(page, 'slider', 'Night Drive, version 3')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => second(page)).toBe(1)
})

test('a key belongs first to what has the focus, and letters to a field', async () => {
  await tabTo(page, 'button', 'Zoom in')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  // A letter means nothing to a button, so the page may have it.
  await page.keyboard.press('k')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.keyboard.press('k')
  await tabTo(page, 'button', 'Menu of Night Drive', 'Shift+Tab')
  await chooseFromMenu(page, 'Rename')
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => focused(page)).toContain('Title')
  const before = await second(page)
  await page.keyboard.type('Kick Jam Vol. 1?')
  expect([
    await second(page),
    await page.getByRole('dialog').count(),
    await page.getByRole('button', { name: 'Play', exact: true, includeHidden: true }).count(),
  ]).toEqual([before, 1, 1])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Kick Jam Vol. 1? v3', includeHidden: true }).waitFor({ state: 'attached' })
  await expect.poll(() => focused(page)).toBe('Menu of Kick Jam Vol. 1?')
})

test('she changes the version and the status, and the focus comes back', async () => {
  await page.keyboard.press('Shift+V')
  await page.getByRole('slider', { name: 'Kick Jam Vol. 1?, version 2' }).waitFor()
  await tabTo(page, 'button', /In review/, 'Shift+Tab')
  await chooseFromMenu(page, 'Approved')
  await page.getByRole('button', { name: /Approved/ }).waitFor()
  await expect.poll(() => focused(page)).toContain('Approved')
  const { missed, unseen } = await walkAround(page)
  expect({ missed, unseen }).toEqual({ missed: [], unseen: [] })
})

test('she adds a track and puts it first', async () => {
  await tabTo(page, 'link', 'Night Drive (sample)')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'New track')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('Interlude')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Interlude' }).waitFor()
  await expect.poll(() => focused(page)).toBe('New track')
  await tabTo(page, 'link', 'Interlude')
  await page.keyboard.press('Alt+ArrowUp')
  await expect
    .poll(() => page.locator('[data-track-row] a').allTextContents())
    .toEqual(['Interlude', 'Kick Jam Vol. 1?'])
  await expect.poll(() => focused(page)).toBe('Interlude')
})

test('she adds a task, moves it over the board and finishes it', async () => {
  await tabTo(page, 'tab', /Tracks/, 'Shift+Tab')
  await arrowToTab(page, /^Tasks/)
  await tabTo(page, 'button', 'New task')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'New task' }).waitFor()
  await page.keyboard.type('Ride the vocal up')
  // The server is slow: its answer comes when she is on the card already, and must not take the focus from it.
  const answer = await heldAnswer(page, '**/api/projects/*/tasks')
  await page.keyboard.press('Enter')
  const card = page.getByRole('listitem', { name: /Ride the vocal up/ })
  await card.waitFor()
  // The next one is offered at once.
  await expect.poll(() => focused(page)).toBe('Title')
  await tabTo(page, 'listitem', /Ride the vocal up/, 'Shift+Tab')
  answer.release()
  await page.locator('[data-task]:not([data-task^="new-"])', { hasText: 'Ride the vocal up' }).waitFor()
  expect(await focused(page)).toContain('Ride the vocal up')
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByRole('region', { name: 'Doing' }).getByText('Ride the vocal up').first().waitFor()
  await expect.poll(() => focused(page)).toContain('Ride the vocal up')
  await page.keyboard.press('f')
  await page.getByRole('region', { name: 'Fixed, to verify' }).getByText('Ride the vocal up').first().waitFor()
  await expect.poll(() => focused(page)).toContain('Ride the vocal up')
})

test('she invites somebody and leaves the dialog with Escape', async () => {
  await tabTo(page, 'tab', /Tasks/, 'Shift+Tab')
  await arrowToTab(page, /^Members/)
  await tabTo(page, 'button', 'Invite')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.getByLabel('Invite link').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('[role="dialog"]')?.contains(document.activeElement)))
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Invite')
})

test('she gives a command another key, is told whose it was, and finds her keys again', async () => {
  await page.goto(`${product.url}/account/keys`)
  await tabTo(page, 'button', 'Mute: M. Change')
  await page.keyboard.press('Enter')
  await page.keyboard.press('k')
  await page.getByRole('alert').getByText('K is already used for: Play or pause.').first().waitFor()
  await tabTo(page, 'button', 'Use it here')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Play or pause: Space. Change' }).waitFor()
  await expect.poll(() => heldKeys(page)).toEqual({ single: true, bindings: { Space: ['Space'], M: ['K'] } })
  await page.reload()
  await page.getByRole('button', { name: 'Mute: K. Change' }).waitFor()
  await tabTo(page, 'button', 'Mute: K. Change')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Mute: K. Change' }).waitFor()
  const { missed, unseen } = await walkAround(page)
  expect({ missed, unseen }).toEqual({ missed: [], unseen: [] })
})

test('a change keeps what she changed on another machine meanwhile', async () => {
  await page.evaluate(async () => {
    const { keys } = await (await fetch('/api/users/me/settings')).json()
    const body = JSON.stringify({ keys: { ...keys, bindings: { ...keys.bindings, J: ['Q'] } } })
    await fetch('/api/users/me/settings', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body })
  })
  await tabTo(page, 'button', 'Loop starts here: I. Change')
  await page.keyboard.press('Enter')
  await page.keyboard.press('w')
  await expect
    .poll(() => heldKeys(page))
    .toEqual({ single: true, bindings: { Space: ['Space'], M: ['K'], J: ['Q'], I: ['W'] } })
  await page.getByRole('button', { name: 'Back 10 s: Q. Change' }).waitFor()
})

test('one command goes back to its own key, and takes it from nobody else', async () => {
  await tabTo(page, 'button', 'Reset Mute', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Mute: M. Change' }).waitFor()
  await expect.poll(() => heldKeys(page)).toEqual({ single: true, bindings: { Space: ['Space'], J: ['Q'], I: ['W'] } })
})

test('without single keys letters rest, and all keys can be as they were', async () => {
  await tabTo(page, 'switch', 'Single-key shortcuts', 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect.poll(async () => (await heldKeys(page)).single).toBe(false)
  await page.keyboard.press('?')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await tabTo(page, 'button', 'Reset all keys')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Play or pause: Space, K. Change' }).waitFor()
  await tabTo(page, 'switch', 'Single-key shortcuts', 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect.poll(() => heldKeys(page)).toEqual({ single: true, bindings: {} })
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  for (const [key, path] of [
    ['t', '/mine'],
    ['i', '/inbox'],
  ] as const) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await page.waitForURL(`**${path}`)
  }
})

test('she signs out', async () => {
  await tabTo(page, 'button', 'Ines Duarte', 'Shift+Tab')
  await chooseFromMenu(page, 'Sign out')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(ines.complaints).toEqual([])
})

/** Keeps the next POST there from the server until it is released. */
async function heldAnswer(page: Page, url: string): Promise<{ readonly release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() === 'POST') await promise
    await route.fallback()
  })
  return { release: resolve }
}

async function heldKeys(
  page: Page,
): Promise<{ readonly single: boolean; readonly bindings: Readonly<Record<string, readonly string[]>> }> {
  return page.evaluate(async () => (await (await fetch('/api/users/me/settings')).json()).keys)
}

async function second(page: Page): Promise<number> {
  return Number(
    await page
      .getByRole('slider', { name: /, version \d/, includeHidden: true })
      .first()
      .getAttribute('aria-valuenow'),
  )
}

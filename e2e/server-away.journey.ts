import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#server/free-port.ts'
import { startNginx } from '../scripts/start-nginx.ts'
import { oneStory } from './one-story.ts'
import { bounce, picturesOfFailure, post, signUp, upload } from './openings.ts'
import { barriers } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** A real nginx stands before the server, which goes away and comes back while people have it open. */
const folder = mkdtempSync(join(tmpdir(), 'roughmix-away-'))
let nginx: Exclude<Awaited<ReturnType<typeof startNginx>>, { readonly missing: string }>
let url = ''
let product: Product
let browser: Browser
let ines: Visitor
let guest: Visitor
/** Signed in, with the page kept and nothing of what was read. */
let jo: Visitor
/** Without a service worker, as in a private window. */
let lin: Visitor
let playing: Page
let projectId = ''
let trackId = ''
let track = ''
let share = ''

oneStory()
picturesOfFailure('server-away', () => ({ ines, guest, jo, lin }))
beforeAll(async () => {
  const [front, behind] = [await freePort(), await freePort()]
  url = `http://localhost:${front}`
  const started = await startNginx({ port: front, servers: [behind] })
  if ('missing' in started) throw new Error(started.missing)
  nginx = started
  product = await startProduct({ BASE_URL: url, PORT: String(behind), TRUSTED_PROXIES: '0' })
  browser = await borrowBrowser()
  ;[ines, guest, jo, lin] = [
    await visit(browser, { serviceWorkers: 'allow' }),
    await visit(browser, { serviceWorkers: 'allow' }),
    await visit(browser, { serviceWorkers: 'allow' }),
    await visit(browser),
  ]
  const place = { url }
  await signUp(place, ines.page, 'Ines Duarte')
  await signUp(place, jo.page, 'Jo Okafor')
  await lin.page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email: 'ines@example.com', password: 'correct horse' },
  })
  projectId = (await post(place, ines.page, '/api/projects', { name: 'Low Tide' })).id
  trackId = (await upload(place, ines.page, { projectId, file: bounce(folder) })).trackId
  track = `/?projectId=${projectId}&trackId=${trackId}`
  const made = await post(place, ines.page, `/api/projects/${projectId}/shares`, {
    what: { kind: 'project', latestOnly: true },
    may: { comment: false, seeNotes: false, approve: false, download: false, upload: false },
  })
  share = new URL(made.items?.[0]?.url ?? '').pathname
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await nginx?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('everybody is there, and each browser has kept the page', async () => {
  playing = ines.page
  await playing.goto(url + track)
  await guest.page.goto(url + share)
  await jo.page.goto(url)
  await lin.page.goto(url + track)
  for (const { page } of [ines, guest, jo]) await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  for (const page of [playing, lin.page]) await wave(page).waitFor({ timeout: 60_000 })
  await guest.page.getByRole('button', { name: /^Play/ }).first().waitFor()
  await expect.poll(() => keptParts(playing)).toBeGreaterThan(5)
  await expect.poll(() => keptParts(guest.page)).toBeGreaterThan(5)
  await playing.getByRole('region', { name: 'Player' }).getByRole('button', { name: /^Play/ }).click()
  await playing
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: /^Pause/ })
    .waitFor()
  // It sounds, and was not only asked to.
  const beginning = await time(playing)
  await expect.poll(() => time(playing)).not.toBe(beginning)
  for (const page of [playing, lin.page]) await mark(page)
})

test('the server goes away: playing goes on, and the page says that nobody answers', async () => {
  const before = await time(playing)
  await product.kill()
  await expect.poll(async () => (await fetch(`${url}/api/server`)).status).toBe(502)
  await expect.poll(() => time(playing)).not.toBe(before)
  await playing.getByText('The server is not responding').waitFor({ timeout: 20_000 })
  expect(await isMarked(playing)).toBe(true)
})

test('a part that was not fetched yet is waited for, with nothing missing', async () => {
  await lin.page.getByRole('button', { name: 'Share', exact: true }).first().click()
  await expect.poll(async () => (await fetch(`${url}/assets/none.js`)).status).toBe(502)
  expect(await lin.page.getByText('Part of this page could not be loaded', { exact: false }).count()).toBe(0)
})

test('a reload, hours after the last answer, shows the page as it was', async () => {
  const page = await ines.context.newPage()
  await age(page)
  await page.goto(url + track)
  await wave(page).waitFor()
  await page.getByText('The server is not responding').waitFor({ timeout: 20_000 })
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(track)
  expect(await barriers(page)).toEqual([])
  await mark(page)
})

test('what is written meanwhile, and what was there, stays over one reload after another', async () => {
  const page = ines.context.pages().at(-1)
  if (!page) throw new Error('it is open')
  await page.getByRole('textbox', { name: /^New note/ }).click()
  await page.keyboard.type('Kick is late')
  await page.keyboard.press('Control+Enter')
  const unsent = page.locator('[data-note]', { hasText: 'Kick is late' }).getByText('Not sent yet')
  for (let times = 0; times < 3; times++) {
    await unsent.waitFor()
    await wave(page).waitFor()
    // The list was asked for once more, to no avail, and what is kept has been written since.
    await page.getByText('The server is not responding').waitFor({ timeout: 20_000 })
    await expect.poll(() => keptAt(page)).toBeGreaterThan(await page.evaluate(() => performance.timeOrigin + 3000))
    expect(await page.getByText('Something went wrong').count()).toBe(0)
    await page.reload()
  }
  await unsent.waitFor()
  await forgetList(page, 'notes')
  await page.goto(url + track)
  await page.getByText('The notes could not be loaded', { exact: false }).waitFor({ timeout: 20_000 })
  await unsent.waitFor()
  await mark(page)
})

test('a first visit says that the server cannot be reached, at the same address', async () => {
  await jo.page.goto(`${url}/mark.svg`)
  await jo.page.evaluate(
    () =>
      new Promise((resolve) =>
        Object.assign(indexedDB.deleteDatabase('keyval-store'), { onsuccess: resolve, onblocked: resolve }),
      ),
  )
  await jo.page.goto(`${url}/?sort=name`)
  await jo.page.getByText('The server cannot be reached').waitFor()
  await jo.page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(new URL(jo.page.url()).pathname + new URL(jo.page.url()).search).toBe('/?sort=name')
  expect(await barriers(jo.page)).toEqual([])
  await mark(jo.page)
})

test('a guest who loads the page anew, and somebody at the sign-in, are told the same', async () => {
  await guest.page.reload()
  await guest.page.getByText('The server cannot be reached', { exact: false }).waitFor()
  await mark(guest.page)
  const login = await jo.context.newPage()
  await login.goto(`${url}/login?redirect=${encodeURIComponent('/inbox')}`)
  await login.getByText('The server cannot be reached').waitFor()
  await mark(login)
})

test('it comes back: every page goes on by itself, and none was loaded anew', async () => {
  await product.restart()
  const [, reloaded] = ines.context.pages()
  const [, login] = jo.context.pages()
  if (!reloaded || !login) throw new Error('both are open')
  await lin.page.getByRole('dialog').waitFor({ timeout: 60_000 })
  // With its style, which was not there either.
  expect(await lin.page.getByRole('dialog').evaluate((dialog) => getComputedStyle(dialog).position)).toBe('fixed')
  await jo.page
    .getByRole('heading', { name: 'Projects' })
    .or(jo.page.getByRole('button', { name: 'New project' }))
    .first()
    .waitFor({ timeout: 30_000 })
  await guest.page.getByRole('button', { name: /^Play/ }).first().waitFor({ timeout: 30_000 })
  // Jo was signed in all the time.
  await expect.poll(() => new URL(login.url()).pathname, { timeout: 30_000 }).toBe('/inbox')
  for (const page of [playing, reloaded])
    await expect.poll(() => page.getByText('The server is not responding').count(), { timeout: 60_000 }).toBe(0)
  await post({ url }, lin.page, `/api/projects/${projectId}/tasks`, { title: 'Ride the vocal', trackId })
  await reloaded.getByRole('tab', { name: 'Tasks' }).click()
  await reloaded.getByText('Ride the vocal').first().waitFor()
  for (const page of [playing, lin.page, reloaded, jo.page, guest.page, login]) expect(await isMarked(page)).toBe(true)
  expect(new URL(jo.page.url()).search).toBe('?sort=name')
})

test.each(['a proxy that answers for it', 'nobody at all'] as const)(
  'a guest whose page has a part missing is told so within seconds, and goes on by itself: %s',
  async (who) => {
    const { page, context } = await visit(browser)
    await page.setViewportSize({ width: 390, height: 844 })
    const refuse = (route: Route) =>
      who === 'nobody at all'
        ? route.abort('connectionrefused')
        : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
    for (const part of ['**/assets/guest-*.js', '**/healthz']) await page.route(part, refuse)
    await page.goto(url + share)
    await page.getByRole('heading', { name: 'The server cannot be reached' }).waitFor({ timeout: 10_000 })
    expect(await barriers(page)).toEqual([])
    await mark(page)
    await page.unrouteAll()
    await page.getByRole('button', { name: /^Play/ }).first().waitFor({ timeout: 30_000 })
    expect(await isMarked(page)).toBe(true)
    await context.close()
  },
)

test('a style and a script that a proxy fails to get come by themselves', async () => {
  const refused = { style: 0, script: 0 }
  await lin.page.route('**/assets/*.css', (route) =>
    refused.style++ < 2
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  )
  await lin.page.route('**/assets/index-*.js', (route) =>
    refused.script++ < 2
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  )
  await lin.page.goto(url + track)
  await wave(lin.page).waitFor({ timeout: 60_000 })
  await expect.poll(() => lin.page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
  expect(refused.style).toBeGreaterThan(2)
  expect(refused.script).toBeGreaterThan(2)
})

test('a real end of the session still leads to the sign-in, and a server in trouble says so there', async () => {
  await post({ url }, lin.page, '/api/auth/sign-out')
  await lin.page.goto(url + track)
  await lin.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(new URL(lin.page.url()).searchParams.get('redirect')).toBe(track)
  await lin.page.route('**/api/auth/get-session*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong!' } }),
  )
  await lin.page.goto(url + track)
  await lin.page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await lin.page.getByText('The server has a problem').waitFor()
  expect(await barriers(lin.page)).toEqual([])
  await lin.page.unroute('**/api/auth/get-session*')
  // Somebody signs in in another tab, and this one is looked at again.
  await lin.page.request.post(`${url}/api/auth/sign-in/email`, {
    headers: { origin: url },
    data: { email: 'ines@example.com', password: 'correct horse' },
  })
  await lin.page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await wave(lin.page).waitFor({ timeout: 60_000 })
})

function wave(page: Page) {
  return page.getByRole('slider', { name: /^Glasshouse, version/ }).first()
}

function time(page: Page): Promise<string | null> {
  return wave(page).getAttribute('aria-valuetext')
}

/** Whoever loads the page anew loses it. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
}

function isMarked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'isSamePage' in window)
}

function keptParts(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('roughmix-'))
    const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return kept.reduce((sum, count) => sum + count, 0)
  })
}

/** When what is kept was written last. */
function keptAt(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('keyval-store')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const reading = opening.result.transaction('keyval').objectStore('keyval').get('reactQuery')
    await new Promise((resolve) => (reading.onsuccess = resolve))
    opening.result.close()
    return Number(reading.result?.timestamp ?? 0)
  })
}

/** Makes what an earlier visit kept six hours old. */
function age(page: Page): Promise<void> {
  return changeKept(page, { ageMs: 6 * 60 * 60_000 })
}

/** As where a list was too long to be kept. */
function forgetList(page: Page, list: string): Promise<void> {
  return changeKept(page, { without: list })
}

async function changeKept(page: Page, change: { readonly ageMs?: number; readonly without?: string }): Promise<void> {
  await page.goto(`${url}/mark.svg`)
  await page.evaluate(async ({ ageMs = 0, without }) => {
    const opening = indexedDB.open('keyval-store')
    await new Promise((resolve) => (opening.onsuccess = resolve))
    const store = opening.result.transaction('keyval', 'readwrite').objectStore('keyval')
    const reading = store.get('reactQuery')
    await new Promise((resolve) => (reading.onsuccess = resolve))
    const kept = reading.result
    const state = JSON.parse(kept.clientState)
    state.queries = state.queries.filter(
      ({ queryKey }: { readonly queryKey: readonly unknown[] }) => without === undefined || !queryKey.includes(without),
    )
    for (const query of state.queries) query.state.dataUpdatedAt -= ageMs
    const writing = store.put({ ...kept, clientState: JSON.stringify(state) }, 'reactQuery')
    await new Promise((resolve) => (writing.onsuccess = resolve))
    opening.result.close()
  }, change)
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushBrowser, pushService, vapidSettings } from '#testing/push-service.ts'
import { oneStory } from './one-story.ts'
import { bounce, letIn, picturesOfFailure, post, signUp, upload } from './openings.ts'
import { barriers } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/**
 * Ines hears of what Jo says while Roughmix is closed, and opens it where there is no line. The push service is ours;
 * all else is real.
 */
const folder = mkdtempSync(join(tmpdir(), 'roughmix-push-'))
let service: Awaited<ReturnType<typeof pushService>>
let keys: ReturnType<typeof pushBrowser>
let product: Product
let browser: Browser
let ines: Visitor
let jo: Visitor
let page: Page
let projectId = ''
let trackId = ''

oneStory()
picturesOfFailure('push', () => ({ ines }))
beforeAll(async () => {
  service = await pushService()
  keys = pushBrowser(`${service.origin}/ines`)
  product = await startProduct({ ...vapidSettings(), PUSH_PRIVATE_ADDRESSES: 'on' })
  browser = await borrowBrowser()
  ines = await visit(browser, { serviceWorkers: 'allow', permissions: ['notifications'] })
  // What is not granted is denied.
  jo = await visit(browser, { permissions: ['clipboard-read'] })
  page = ines.page
  await pretendPushService(ines.context)
  await signUp(product, page, 'Ines Duarte')
  await signUp(product, jo.page, 'Jo Okafor')
  projectId = (await post(product, page, '/api/projects', { name: 'Low Tide' })).id
  trackId = (await upload(product, page, { projectId, file: bounce(folder) })).trackId
  await letIn(product, { host: page, guest: jo.page, projectId, role: 'editor' })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await service?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a browser that was told to show nothing says so, and how to change that', async () => {
  await jo.page.goto(`${product.url}/account/notifications`)
  await jo.page.getByText('Allow them in the site settings').waitFor()
  expect(await jo.page.getByRole('switch', { name: 'Notify on this device' }).isDisabled()).toBe(true)
  expect(await barriers(jo.page)).toEqual([])
})

test('Ines switches push on for this device, and a test arrives as a notification', async () => {
  // What an earlier build has left.
  await page.goto(`${product.url}/mark.svg`)
  await page.evaluate(
    async () => void (await (await caches.open('roughmix-earlier')).put('/assets/earlier.js', new Response('earlier'))),
  )
  await page.goto(`${product.url}/account/notifications`)
  await page.getByRole('switch', { name: 'Notify on this device' }).click()
  const row = page.getByRole('list', { name: 'Devices with push' }).getByRole('listitem')
  await row.getByText('This device').waitFor()
  expect(await barriers(page)).toEqual([])
  await row.getByRole('button', { name: /^Send a test/ }).click()
  await expect.poll(() => service.received.length).toBe(1)
  await row.getByText('last reached').waitFor()
  await deliver()
  await expect.poll(shown).toEqual(['Push works on this device'])
})

test('she chooses what is pushed, kind by kind, and it stays so', async () => {
  const box = () => page.getByRole('checkbox', { name: 'New versions: push' })
  expect(await box().isChecked()).toBe(false)
  await box().click({ force: true })
  await expect
    .poll(
      async () => (await (await page.request.get(`${product.url}/api/inbox/settings`)).json()).channels.version.push,
    )
    .toBe(true)
  await page.reload()
  await expect.poll(() => box().isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('switch', { name: 'Notify on this device' }).isChecked()).toBe(true)
})

test('a device whose session was renewed is told to the server again at the next visit', async () => {
  await page.goto(`${product.url}/mark.svg`)
  await signIn(page.request)
  await page.request.post(`${product.url}/api/auth/revoke-other-sessions`, {
    headers: { origin: product.url },
    data: {},
  })
  // Its device ended with the old one.
  expect(await devices()).toEqual([])
  await page.goto(`${product.url}/account/notifications`)
  await expect.poll(async () => (await devices()).length).toBe(1)
  await page.reload()
  await page.getByRole('list', { name: 'Devices with push' }).getByText('This device').waitFor()
})

test('a device that was removed from another one stays removed, until it is switched on again', async () => {
  const laptop = await browser.newContext()
  await signIn(laptop.request)
  await laptop.request.delete(`${product.url}/api/push/devices/${(await devices())[0]?.id}`, {
    headers: { origin: product.url },
  })
  await laptop.close()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('pretended'))).toBeNull()
  expect(await devices()).toEqual([])
  await page.reload()
  const here = page.getByRole('switch', { name: 'Notify on this device' })
  await expect.poll(() => here.isChecked()).toBe(false)
  await here.click()
  await expect.poll(() => here.isChecked()).toBe(true)
  expect(await devices()).toHaveLength(1)
})

test('a mention arrives in its own words and leads the open tab to the note, without loading it anew', async () => {
  const { id } = await note('@Ines Duarte ride the vocal up here')
  await expect.poll(() => service.received.length, { timeout: 60_000 }).toBe(2)
  await deliver()
  await expect.poll(shown).toContain('Jo Okafor mentioned you on Glasshouse v1')
  await page.evaluate(() => Object.assign(window, { same: true }))
  await click('Jo Okafor mentioned you on Glasshouse v1')
  await expect.poll(() => new URL(page.url()).searchParams.get('note')).toBe(id)
  await expect
    .poll(() => page.locator('[data-note]', { hasText: 'ride the vocal' }).getAttribute('data-chosen'), {
      timeout: 30_000,
    })
    .toBe('true')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test('without a line a reload opens the track as it was, and what is written there is sent later', async () => {
  await page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
  // The page as it is now is written down within a second, and its parts with it.
  await expect.poll(async () => (await kept()).some((path) => path.startsWith('/assets/track-'))).toBe(true)
  await expect.poll(keptAnswers).toContain('ride the vocal')
  const session = (await ines.context.cookies()).find(({ name }) => name.includes('session_token'))
  expect(await keptAnswers()).not.toContain(decodeURIComponent(session?.value ?? '').split('.')[0])
  await product.kill()
  await page.reload()
  await page.locator('[data-note]', { hasText: 'ride the vocal' }).waitFor({ timeout: 30_000 })
  await page.getByRole('textbox', { name: /^New note/ }).click()
  await page.keyboard.type('Written on the train')
  await page.keyboard.press('Control+Enter')
  await page.locator('[data-note]', { hasText: 'Written on the train' }).getByText('Not sent yet').waitFor()
  await page.reload()
  await page.locator('[data-note]', { hasText: 'Written on the train' }).waitFor({ timeout: 30_000 })
  await product.restart()
  await expect.poll(async () => (await notes()).includes('Written on the train'), { timeout: 40_000 }).toBe(true)
  await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
})

test('the worker keeps the page and its parts alone, nothing of a person, and no older build’s', async () => {
  const paths = await kept()
  expect(paths.filter((path) => !/^\/(assets\/[^?]+|mark\.svg)?$/.test(path))).toEqual([])
  expect(await page.evaluate(() => caches.keys())).toHaveLength(1)
})

test('the browser finds nothing that keeps Roughmix from being installed', async () => {
  const devtools = await ines.context.newCDPSession(page)
  const { url, errors } = await devtools.send('Page.getAppManifest')
  expect([url, errors]).toEqual([`${product.url}/roughmix.webmanifest`, []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Contexts of a test leave no traces, like private windows, and nothing is installed from those.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})

test('who signs out leaves no notification, no device, no subscription and no half-written note behind', async () => {
  await openTrack()
  await page.getByRole('textbox', { name: /^New note/ }).click()
  await page.keyboard.type('Half a thought')
  await expect.poll(drafts).toBe(1)
  await page.goto(product.url)
  await page.getByRole('button', { name: /Ines Duarte/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  expect(await shown()).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('pretended'))).toBeNull()
  expect(await drafts()).toBe(0)
  await signIn(page.request)
  expect(await devices()).toEqual([])
})

test('a half-written note is there again once its writer signs back in after their session ran out', async () => {
  const field = () => page.getByRole('textbox', { name: /^New note/ })
  await openTrack()
  await field().click()
  await page.keyboard.type('The end is near')
  await expect.poll(drafts).toBe(1)
  await comeAgainAs('ines')
  await expect.poll(() => field().inputValue()).toBe('The end is near')
  await comeAgainAs('jo')
  await expect.poll(() => field().inputValue()).toBe('')
  await expect.poll(drafts).toBe(0)
})

test('nobody’s console complained of anything but the line', () => {
  for (const { complaints } of [ines, jo])
    expect(complaints.filter((words) => !/ERR_|WebSocket|Failed to load resource/.test(words))).toEqual([])
})

/** A browser without a network has no push service to ask: here it says that it has one, and what it was told there. */
async function pretendPushService(context: BrowserContext): Promise<void> {
  await context.addInitScript(({ endpoint, keys: known }) => {
    const held = (): PushSubscription | null => {
      const key = localStorage.getItem('pretended')
      if (key === null) return null
      const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      )
      return {
        endpoint,
        options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
        toJSON: () => ({ endpoint, keys: known }),
        unsubscribe: async () => (localStorage.removeItem('pretended'), true),
      } as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => held()
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem('pretended', String(options?.applicationServerKey))
      return held() as PushSubscription
    }
  }, keys.address)
}

/** Hands the newest push to the browser, as its push service would: decrypted with keys that only the browser has. */
async function deliver(): Promise<void> {
  const { body } = service.received.at(-1) ?? { body: Buffer.of() }
  const devtools = await ines.context.newCDPSession(page)
  const registrationId = await registrationOf(devtools)
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: product.url,
    registrationId,
    data: JSON.stringify(keys.read(body)),
  })
  await devtools.detach()
}

async function registrationOf(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) =>
    devtools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations }) => registrations[0] && resolve(registrations[0].registrationId),
    ),
  )
  await devtools.send('ServiceWorker.enable')
  return found
}

function shown(): Promise<readonly string[]> {
  return page.evaluate(async () =>
    (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title }) => title),
  )
}

/** As the browser tells the worker of a click. */
async function click(title: string): Promise<void> {
  const [worker] = ines.context.serviceWorkers()
  await worker?.evaluate(async (named) => {
    const scope = globalThis as unknown as { registration: ServiceWorkerRegistration } & EventTarget
    const notification = (await scope.registration.getNotifications()).find((one) => one.title === named)
    const Click = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent
    scope.dispatchEvent(new Click('notificationclick', { notification }))
  }, title)
}

function kept(): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const paths: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        paths.push(new URL(url).pathname + new URL(url).search)
    return paths
  })
}

/** What the page has read and this browser keeps, as text. */
function keptAnswers(): Promise<string> {
  return page.evaluate(async () =>
    JSON.stringify(
      await new Promise((resolve) => {
        indexedDB.open('keyval-store').onsuccess = ({ target }) => {
          ;(target as IDBOpenDBRequest).result.transaction('keyval').objectStore('keyval').get('reactQuery').onsuccess =
            (event) => resolve((event.target as IDBRequest).result)
        }
      }),
    ),
  )
}

async function note(body: string): Promise<{ id: string }> {
  return post(product, jo.page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId: await versionId(),
    fromSeconds: 5,
    toSeconds: null,
    body,
  })
}

async function versionId(): Promise<string> {
  return (await (await jo.page.request.get(`${product.url}/api/projects/${projectId}`)).json()).trackVersions[0].id
}

async function notes(): Promise<readonly string[]> {
  const { items } = await (
    await jo.page.request.get(
      `${product.url}/api/projects/${projectId}/tracks/${trackId}/notes?version=${await versionId()}`,
    )
  ).json()
  return items.map(({ body }: { body: string }) => body)
}

async function signIn(request: APIRequestContext): Promise<void> {
  const answer = await request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url },
    data: { email: 'ines@example.com', password: 'correct horse' },
  })
  expect(answer.status()).toBe(200)
}

async function openTrack(): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
}

/** Here the session is gone, and nobody signed out. */
async function comeAgainAs(name: string): Promise<void> {
  await ines.context.clearCookies()
  await page.reload()
  await page.getByLabel('E-mail or username').fill(`${name}@example.com`)
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
}

/** Half-written notes that this browser keeps. */
function drafts(): Promise<number> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('roughmix.note-draft.')).length)
}

async function devices(): Promise<readonly { id: string }[]> {
  return (await (await page.request.get(`${product.url}/api/push`)).json()).items
}

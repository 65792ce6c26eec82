import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outgoing } from '#web/outbox/outgoing.ts'
import { makeNextVersion } from './next-version.ts'
import { bounce, letIn, picturesOfFailure, post, signUp, upload } from './openings.ts'
import { barriers } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

const TAKES = 15
const TASKS = 10
const BEGUN = 5

/** Jo works on a train: what he writes without a line is there afterwards, each thing once and in its order. */
const folder = mkdtempSync(join(tmpdir(), 'roughmix-offline-'))
let product: Product
let browser: Browser
let ines: Visitor
let jo: Visitor
let page: Page
let projectId = ''
let trackId = ''
let joId = ''

picturesOfFailure('offline', () => ({ jo }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  ines = await visit(browser)
  jo = await visit(browser)
  page = jo.page
  await signUp(product, ines.page, 'Ines Duarte')
  projectId = (await post(product, ines.page, '/api/projects', { name: 'Low Tide' })).id
  trackId = (await upload(product, ines.page, { projectId, file: bounce(folder) })).trackId
  await signUp(product, jo.page, 'Jo Okafor')
  joId = (await (await jo.page.request.get(`${product.url}/api/users/me`)).json()).id
  await letIn(product, { host: ines.page, guest: jo.page, projectId, role: 'editor' })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('what was written without a line is there at once, and says that it is not sent', async () => {
  const fetched: string[] = []
  page.on('requestfinished', (request) => fetched.push(request.url()))
  await openTrack()
  // What is wanted on a train is fetched before anybody asks for it.
  for (const part of ['writing', 'frame'])
    await expect
      .poll(() => fetched.some((url) => url.includes(`/${part}-`) && url.endsWith('.js')), { timeout: 40_000 })
      .toBe(true)
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await page.getByRole('tab', { name: 'Notes' }).click()
  await write('Kick is late')
  await card('Kick is late').getByText('Kick is late').click()
  await card('Kick is late').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.press('Escape')
  await jo.context.setOffline(true)
  await write('Vocal goes under')
  await card('Vocal goes under').getByText('Not sent yet').waitFor()
  await page.getByText('1 change is saved in this browser').waitFor()
  expect(await barriers(page)).toEqual([])
})

test('what was not fetched before the line went is missing alone, and says so', async () => {
  const play = page.getByRole('region', { name: 'Player' }).getByRole('button', { name: /^(Play|Pause)/ })
  await play.waitFor()
  const missing = page.getByText('Part of this page could not be loaded', { exact: false }).first()
  for (let times = 0; times < 2; times++) {
    await page.getByRole('button', { name: 'Share', exact: true }).first().click()
    await missing.waitFor()
    await page.getByRole('button', { name: 'Reload' }).waitFor()
  }
  await card('Vocal goes under').waitFor()
  await play.waitFor()
})

test('it can be answered, changed and nodded to before the server knows of it', async () => {
  await card('Vocal goes under').getByText('Vocal goes under').click()
  await card('Vocal goes under').getByRole('button', { name: 'Reply' }).click()
  await page.keyboard.type('By 2 dB')
  await page.keyboard.press('Control+Enter')
  await card('Vocal goes under').getByText('By 2 dB').waitFor()
  await write('Bass hums')
  await page.getByRole('tab', { name: 'Tasks' }).click()
  await addTask('Ride the vocal')
  await addTask('Mute the hum')
  await page.getByText('5 changes are saved in this browser').waitFor()
  await page.getByRole('tab', { name: 'Notes' }).click()
})

test('fifty changes wait, of which some are changes of what is not there yet', async () => {
  const kick = (await notes())[0]?.id ?? ''
  await leaveToSend([...replies(kick), ...moreTasks()])
  await page.getByText('50 changes are saved in this browser').waitFor()
})

test('the tab closes, another version starts, the session ends: nothing is sent and nothing is lost', async () => {
  const before = await build()
  await page.close()
  mkdirSync(join(folder, 'next'))
  const version = makeNextVersion(join(folder, 'next'))
  await product.restart(join(folder, 'next'))
  await post(product, ines.page, `/api/admin/users/${joId}/sign-out`)
  await jo.context.setOffline(false)
  page = await jo.context.newPage()
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const now = {
    version: (await (await page.request.get(`${product.url}/api/server`)).json()).version,
    isOldBuild: (await build()) === before,
  }
  // Several machines run what they were started from.
  expect(now).toEqual(process.env['E2E_ON_CLUSTER'] ? now : { version, isOldBuild: false })
  expect((await notes()).map(({ body, replies }) => [body, replies.length])).toEqual([['Kick is late', 0]])
  expect(await tasks()).toEqual([])
})

test('whoever signs in again has sent all fifty, each once and in its order', async () => {
  await page.getByLabel('E-mail').fill('jo@example.com')
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
  const takes = Array.from({ length: TAKES }, (_, n) => `Take ${n + 1}, louder`)
  const more = Array.from({ length: TASKS }, (_, n) => ({
    title: `Comp part ${n + 1}`,
    state: n < BEGUN ? 'doing' : 'todo',
  }))
  await expect
    .poll(tasks, { timeout: 40_000 })
    .toEqual([{ title: 'Ride the vocal', state: 'todo' }, { title: 'Mute the hum', state: 'todo' }, ...more])
  expect((await notes()).map((note) => [note.body, note.replies.map(({ body }) => body)])).toEqual([
    ['Kick is late', takes],
    ['Vocal goes under', ['By 2 dB']],
    ['Bass hums', []],
  ])
  await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
  for (const words of ['Kick is late', 'Vocal goes under', 'Bass hums', 'By 2 dB'])
    await expect.poll(() => page.getByText(words, { exact: true }).count()).toBeGreaterThan(0)
})

test('a server that dies and comes back gets what it missed, once', async () => {
  await product.kill()
  await write('Snare rings')
  await write('Toms ring too')
  await card('Toms ring too').getByText('Not sent yet').waitFor()
  await product.restart()
  await expect
    .poll(async () => (await notes()).map(({ body }) => body), { timeout: 40_000 })
    .toEqual(['Kick is late', 'Vocal goes under', 'Bass hums', 'Snare rings', 'Toms ring too'])
  await expect.poll(() => page.getByText('Not sent yet').count()).toBe(0)
  jo.complaints.length = 0
})

test('two tabs send it once', async () => {
  const second = await jo.context.newPage()
  await openTrack(second)
  await jo.context.setOffline(true)
  await write('From the first tab')
  await write('From the second tab', second)
  await jo.context.setOffline(false)
  await expect
    .poll(
      async () =>
        (await notes())
          .slice(5)
          .map(({ body }) => body)
          .toSorted(),
      { timeout: 40_000 },
    )
    .toEqual(['From the first tab', 'From the second tab'])
  for (const one of [page, second]) await expect.poll(() => one.getByText('Not sent yet').count()).toBe(0)
  expect(await notes()).toHaveLength(7)
  await second.close()
})

test('words that were changed elsewhere meanwhile are shown beside one’s own, and the person chooses', async () => {
  const { id } = (await notes())[2] ?? { id: '' }
  await jo.context.setOffline(true)
  await edit('Bass hums', 'Bass hums at 50 Hz')
  // His phone, at the same time.
  const elsewhere = await visit(browser)
  await elsewhere.page.request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url },
    data: { email: 'jo@example.com', password: 'correct horse' },
  })
  const saved = await elsewhere.page.request.patch(`${product.url}/api/projects/${projectId}/notes/${id}`, {
    headers: { origin: product.url },
    data: { body: 'Bass hums at 100 Hz' },
  })
  expect(saved.status()).toBe(200)
  await elsewhere.context.close()
  await jo.context.setOffline(false)
  await page.getByRole('alert').getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not accepted' })
  await dialog.getByText('Bass hums at 100 Hz').waitFor()
  await dialog.getByText('Bass hums at 50 Hz').waitFor()
  expect(await barriers(page)).toEqual([])
  expect((await notes())[2]?.body).toBe('Bass hums at 100 Hz')
  await dialog.getByRole('button', { name: 'Use mine' }).click()
  await expect.poll(async () => (await notes())[2]?.body).toBe('Bass hums at 50 Hz')
  await dialog.waitFor({ state: 'detached' })
})

test('what one may not do any more is told with its words, and lost only when one says so', async () => {
  await jo.context.setOffline(true)
  await write('Too late')
  const demoted = await ines.page.request.patch(`${product.url}/api/projects/${projectId}/members/${joId}`, {
    headers: { origin: product.url },
    data: { role: 'listener' },
  })
  expect(demoted.status()).toBe(200)
  await jo.context.setOffline(false)
  await page.getByRole('alert').getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not accepted' })
  await dialog.getByText('Too late').waitFor()
  await dialog.getByText('Your role does not allow this').waitFor()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(await notes()).toHaveLength(7)
})

test('nobody’s console complained of anything but the line', () => {
  expect(jo.complaints.filter((words) => !/ERR_|WebSocket|Failed to load resource/.test(words))).toEqual([])
  expect(ines.complaints).toEqual([])
})

interface SaidNote {
  readonly id: string
  readonly body: string
  readonly replies: readonly { readonly body: string }[]
}

async function notes(): Promise<readonly SaidNote[]> {
  const { request } = ines.page
  const address = `${product.url}/api/projects/${projectId}`
  const { tracks } = await (await request.get(address)).json()
  const answer = await request.get(`${address}/tracks/${trackId}/notes?version=${tracks[0].currentVersionId}`)
  return (await answer.json()).items
}

interface SaidTask {
  readonly number: number
  readonly title: string
  readonly state: string
}

async function tasks(): Promise<readonly Omit<SaidTask, 'number'>[]> {
  const { items }: { readonly items: readonly SaidTask[] } = await (
    await ines.page.request.get(`${product.url}/api/projects/${projectId}/tasks`)
  ).json()
  return items.toSorted((a, b) => a.number - b.number).map(({ title, state }) => ({ title, state }))
}

/** What the page is built from. */
function build(): Promise<string | null> {
  return page.locator('script[type="module"]:not([async])').getAttribute('src')
}

/** Puts changes into the browser as another tab would, which keeps them there and tells this one. */
async function leaveToSend(changes: readonly Outgoing[]): Promise<void> {
  await page.evaluate(
    async ({ key, more }) => {
      const opening = indexedDB.open('keyval-store')
      await new Promise((resolve) => (opening.onsuccess = resolve))
      const kept = opening.result.transaction('keyval', 'readwrite').objectStore('keyval')
      const reading = kept.get(key)
      await new Promise((resolve) => (reading.onsuccess = resolve))
      const writing = kept.put([...reading.result, ...more], key)
      await new Promise((resolve) => (writing.onsuccess = resolve))
      opening.result.close()
      new BroadcastChannel('roughmix.outbox').postMessage('changed')
    },
    { key: `outbox.${joId}`, more: changes },
  )
}

function replies(noteId: string): readonly Outgoing[] {
  const takes = Array.from({ length: TAKES }, (_, n) => `Take ${n + 1}`)
  return [
    ...takes.map((words) =>
      outgoing('POST /api/projects/:projectId/notes/:noteId/replies', { noteId }, { body: words }, words),
    ),
    ...takes.map((words) =>
      outgoing(
        'PATCH /api/projects/:projectId/notes/:noteId',
        { noteId: unmade(words) },
        { body: `${words}, louder`, basedOn: words },
      ),
    ),
  ]
}

function moreTasks(): readonly Outgoing[] {
  const titles = Array.from({ length: TASKS }, (_, n) => `Comp part ${n + 1}`)
  return [
    ...titles.map((title) => outgoing('POST /api/projects/:projectId/tasks', {}, { title }, title)),
    ...titles
      .slice(0, BEGUN)
      .map((title) =>
        outgoing('PATCH /api/projects/:projectId/tasks/:taskId', { taskId: unmade(title) }, { state: 'doing' }),
      ),
  ]
}

function outgoing(
  route: string,
  params: Readonly<Record<string, string>>,
  body: Readonly<Record<string, string>>,
  makes?: string,
): Outgoing {
  return {
    key: crypto.randomUUID(),
    projectId,
    route,
    params: { projectId, ...params },
    body,
    words: body['body'] ?? '',
    at: Date.now(),
    ...(makes !== undefined && { makes: unmade(makes) }),
  }
}

function unmade(words: string): string {
  return `new-${words}`
}

function card(words: string, on = page): Locator {
  return on.locator('[data-note]', { hasText: words })
}

async function write(words: string, on = page): Promise<void> {
  await on.getByRole('textbox', { name: /^New note/ }).click()
  await on.keyboard.type(words)
  await on.keyboard.press('Control+Enter')
  await card(words, on).waitFor()
}

async function edit(before: string, after: string): Promise<void> {
  await card(before).getByText(before).click()
  await card(before).getByRole('button', { name: 'More for the note by Jo Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit' }).fill(after)
  await page.keyboard.press('Control+Enter')
  await card(after).getByText('Not sent yet').waitFor()
}

async function addTask(title: string): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button', { name: 'New task' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.keyboard.press('Enter')
  await page.getByText(title).first().waitFor()
  await page.keyboard.press('Escape')
}

async function openTrack(on = page): Promise<void> {
  await on.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await on
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await on.getByRole('textbox', { name: /^New note/ }).waitFor()
}

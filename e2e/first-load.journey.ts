import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstRequests } from '#app/web/first-requests.ts'
import { post } from './openings.ts'
import { visit, type Visitor } from './product.ts'
import { openStory, type Story } from './story.ts'

/** What a page asks for before its own code is there: each is used, nothing is asked twice, and nobody is told more. */
let story: Story<'ines' | 'tess'>
let link = ''

beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', tess: 'Tess Albright' }, guests: ['tess'] })
  const { product, people, projectId } = story
  const { items } = await post(product, people.ines.page, `/api/projects/${projectId}/shares`, {
    what: { kind: 'project', latestOnly: false },
    may: { comment: true, seeNotes: true, approve: true, download: true, upload: false },
  })
  link = new URL(items?.[0]?.url ?? '').pathname
  // Checked once, so that every page shows a wave at once.
  await story.openTrack(people.ines.page)
})
afterAll(() => story?.end())

interface Opened {
  /** How often each URL was asked for. */
  readonly asked: ReadonlyMap<string, number>
  /** Scripts and styles that the HTML names. */
  readonly named: readonly string[]
  readonly complaints: readonly string[]
}

/** A first visit, in which nothing is heard of others, as that makes the page ask anew. */
async function open({ context }: Visitor, path: string, shows: (page: Page) => Promise<void>): Promise<Opened> {
  const { product, browser } = story
  const visitor = await visit(browser, { storageState: await context.storageState() })
  const { page, complaints } = visitor
  await page.routeWebSocket(/\/api\/live/, () => undefined)
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    const url = request.url().replace(product.url, '')
    asked.set(url, (asked.get(url) ?? 0) + 1)
  })
  const answer = await page.goto(product.url + path)
  await shows(page)
  const named = [...((await answer?.text()) ?? '').matchAll(/"(\/assets\/[^"]+)"/g)].flatMap(([, name]) => name ?? [])
  await visitor.context.close()
  return { asked, named, complaints }
}

const wave = (page: Page) =>
  page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor()

type Opening = readonly [name: string, path: () => string, shows: (page: Page) => Promise<void>]

const track: Opening = [
  'a track',
  () => `/?projectId=${story.projectId}&trackId=${story.trackId}`,
  async (page: Page) => {
    await wave(page)
    await page.getByRole('textbox', { name: /note/i }).first().waitFor()
  },
]
const project: Opening = [
  'a project',
  () => `/?projectId=${story.projectId}`,
  (page: Page) => page.getByText('Album order').first().waitFor(),
]

test.each([track, project])('%s shows before any code that its HTML does not name', async (_, path, shows) => {
  const { product, browser, people } = story
  const visitor = await visit(browser, { storageState: await people.ines.context.storageState() })
  const { page, complaints } = visitor
  const answer = await page.request.get(product.url + path(), { headers: { 'sec-fetch-dest': 'document' } })
  const html = await answer.text()
  await page.route('**/assets/*.js', (route) =>
    html.includes(`"${new URL(route.request().url()).pathname}"`) ? route.continue() : undefined,
  )
  await page.goto(product.url + path(), { waitUntil: 'commit' })
  await shows(page)
  expect(complaints).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await visitor.context.close()
})

test.each<Opening>([
  track,
  project,
  [
    'the projects',
    () => '/',
    (page: Page) =>
      page
        .getByRole('link', { name: /^Low Tide/ })
        .first()
        .waitFor(),
  ],
])('%s takes every early answer, and loads what its HTML names', async (_, path, shows) => {
  const { asked, named, complaints } = await open(story.people.ines, path(), shows)
  const early = firstRequests(story.product.url + path(), true)
  expect(early.length).toBeGreaterThan(2)
  expect(early.map((url) => [url, asked.get(url)])).toEqual(early.map((url) => [url, 1]))
  expect(named.filter((name) => !asked.has(name))).toEqual([])
  expect(complaints).toEqual([])
})

test('signing in asks before its code is there, and home sends a visitor there without a refusal', async () => {
  const field = (page: Page) => page.getByLabel('E-mail').waitFor()
  const login = await open(story.people.tess, '/login', field)
  const home = await open(story.people.tess, '/', field)
  const early = firstRequests(`${story.product.url}/login`, false)
  expect(early.map((url) => login.asked.get(url))).toEqual([1, 1])
  const asked = [...login.asked.keys(), ...home.asked.keys()]
  expect(asked.filter((url) => /^\/api\/(users|projects)/.test(url))).toEqual([])
  expect([...login.complaints, ...home.complaints]).toEqual([])
})

test('somebody whose session has ended is led to the sign-in page without a refusal', async () => {
  const { product, browser } = story
  const later = await visit(browser)
  await post(product, later.page, '/api/auth/sign-in/email', {
    email: story.emailOf('ines'),
    password: 'correct horse',
  })
  const kept = await later.context.storageState()
  await post(product, later.page, '/api/auth/sign-out', {})
  await later.context.clearCookies()
  await later.context.addCookies(kept.cookies)
  await later.page.goto(`${product.url}/?projectId=${story.projectId}`)
  await later.page.getByLabel('E-mail').waitFor()
  expect(later.complaints).toEqual([])
  await later.context.close()
})

test('a guest’s page names its code and asks nothing that needs an account', async () => {
  const { asked, named, complaints } = await open(story.people.tess, link, wave)
  expect(named.filter((name) => !asked.has(name))).toEqual([])
  expect([...asked.keys()].filter((url) => /get-session|users\/me/.test(url))).toEqual([])
  expect(complaints).toEqual([])
})

test('what was read early is not older than what others have changed meanwhile', async () => {
  const { product, people, projectId } = story
  const visitor = await visit(story.browser, { storageState: await people.ines.context.storageState() })
  const { page } = visitor
  const path = `/api/projects/${projectId}`
  // The project is renamed after the early answer, and before the page can hear of it.
  await page.route(
    `**${path}`,
    async (route) => {
      const answer = await route.fetch()
      await people.ines.page.request.patch(product.url + path, {
        headers: { origin: product.url },
        data: { name: 'High Tide' },
      })
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByRole('heading', { name: 'High Tide' }).waitFor()
  await visitor.context.close()
})

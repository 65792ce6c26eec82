import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturesOfFailure, post, signUp } from './openings.ts'
import { openStory, type Story } from './story.ts'

/** Several tabs of one browser, and somebody signs out in one of them. */
let story: Story<'ines' | 'jo'>

picturesOfFailure('sign-out', () => story?.people)
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' }, guests: ['jo'], filename: null })
  const { product, projectId, people } = story
  // He has nothing to do with her project.
  await signUp(product, people.jo.page, 'Jo Okafor', story.emailOf('jo'))
  await post(product, people.jo.page, '/api/projects', { name: 'Jo’s own' })
  await people.jo.context.close()
  people.ines.page.setDefaultTimeout(30_000)
  await post(product, people.ines.page, `/api/projects/${projectId}/tasks`, { title: 'Tune the toms' })
})
afterAll(() => story?.end())

async function openTasks(page: Page): Promise<void> {
  await page.goto(`${story.product.url}/?projectId=${story.projectId}&tab=tasks`)
  await page.getByText('Tune the toms').first().waitFor()
}

/** Everything this browser keeps for the site, but its choices of how things look. */
function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const rows: unknown[] = []
    for (const { name = '' } of await indexedDB.databases()) {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => (opening.onsuccess = resolve))
      for (const store of opening.result.objectStoreNames) {
        const all = opening.result.transaction(store).objectStore(store)
        for (const reading of [all.getAllKeys(), all.getAll()]) {
          await new Promise((resolve) => (reading.onsuccess = resolve))
          rows.push(reading.result)
        }
      }
      opening.result.close()
    }
    const cached = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return JSON.stringify([
      rows,
      { ...localStorage },
      { ...sessionStorage },
      cached.flat().filter((url) => url.includes('/api/')),
    ])
  })
}

/**
 * Hears nothing of the other tabs and reads what was: one that is busy, asleep, or has its last answer still under way.
 */
async function deafTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    for (const type of ['storage', 'focus', 'pageshow', 'visibilitychange'])
      window.addEventListener(type, (event) => event.stopImmediatePropagation(), true)
    const read = Storage.prototype.getItem
    let mark: string | null = null
    Storage.prototype.getItem = function (key) {
      return key === 'roughmix.signed-in' ? (mark ??= read.call(this, key)) : read.call(this, key)
    }
  })
  return page
}

const atSignIn = (page: Page) => page.getByRole('heading', { name: 'Sign in' }).waitFor()

test('nothing of hers is left when she signs out, whichever tab writes last', async () => {
  const { page, context } = story.people.ines
  const [second, asleep, deaf] = [await context.newPage(), await context.newPage(), await deafTab(context)]
  for (const one of [page, second, asleep, deaf]) await openTasks(one)
  await expect.poll(() => kept(page)).toContain('Tune the toms')
  const session = await context.newCDPSession(asleep)
  await session.send('Page.setWebLifecycleState', { state: 'frozen' })
  await page.bringToFront()
  await page.getByRole('button', { name: /^Ines Duarte/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const one of [page, second, deaf]) await atSignIn(one)
  // As long as what it showed waits to be written.
  await deaf.waitForTimeout(1500)
  for (const one of [page, second, deaf])
    expect(await kept(one)).not.toMatch(/Tune|Ines|\bines\.[0-9a-f]{8}@|Low Tide|outbox|note-draft|roughmix\.signed-in/)
})

test('and her tabs show nothing of who signs in next, nor does one that wakes up show anything of hers', async () => {
  const { page, context } = story.people.ines
  const [, second, asleep, deaf] = context.pages()
  if (!second || !asleep || !deaf) throw new Error('no tabs')
  await page.getByLabel('E-mail').fill(story.emailOf('jo'))
  await page.getByLabel('Password').first().fill('correct horse')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Jo’s own').first().waitFor()
  for (const one of [second, deaf]) {
    await atSignIn(one)
    expect(await one.locator('body').innerText()).not.toMatch(/Jo’s own|Tune the toms/)
  }
  const session = await context.newCDPSession(asleep)
  await session.send('Page.setWebLifecycleState', { state: 'active' })
  await asleep.bringToFront()
  await expect.poll(() => asleep.locator('body').innerText()).not.toMatch(/Tune the toms|Low Tide|Ines/)
  expect(await kept(page)).not.toMatch(/Tune|Ines|\bines\.[0-9a-f]{8}@|Low Tide/)
})

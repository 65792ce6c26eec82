import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturesOfFailure, post } from './openings.ts'
import { barriersInBothThemes } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** From anywhere to anything, with a few letters. */
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let projectId = ''
let trackId = ''

picturesOfFailure('palette', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  ;({ product, projectId, trackId } = story)
  ;({ ines } = story.people)
  const { versionId } = story
  page = ines.page
  await post(product, page, '/api/projects', { name: 'Night Bus' })
  await openTrack()
  await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    fromSeconds: 5,
    toSeconds: null,
    body: 'Snare rings at 400 Hz',
  })
  await post(product, page, `/api/projects/${projectId}/tasks`, { title: 'Tune the toms' })
  await page.getByText('Snare rings').first().waitFor()
})
afterAll(() => story?.end())

const field = () => page.getByRole('combobox', { name: 'Search and commands' })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const active = () => page.getByRole('option', { selected: true })

test('Ctrl+K opens it anywhere, Escape gives the focus back, and arrows walk round', async () => {
  await page.getByRole('textbox', { name: 'New note' }).focus()
  await page.keyboard.press('Control+k')
  await expect.poll(() => field().evaluate((one) => one === document.activeElement)).toBe(true)
  const first = await active().textContent()
  await page.keyboard.press('ArrowUp')
  expect(await active().textContent()).not.toBe(first)
  await page.keyboard.press('ArrowDown')
  expect(await active().textContent()).toBe(first)
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.getByRole('textbox', { name: 'New note' }).evaluate((one) => one === document.activeElement))
    .toBe(true)
})

test('a few letters do what a key of this page does', async () => {
  await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`)
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.getByText('Snare rings').first().waitFor()
  // The keys of a page come with the player, a moment after it.
  await expect
    .poll(async () => {
      if ((await field().count()) === 0) await page.keyboard.press('/')
      return field().count()
    })
    .toBe(1)
  await field().fill('nx open')
  await expect.poll(() => active().textContent()).toContain('Next open note')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[data-note]', { hasText: 'Snare' }).getAttribute('data-chosen')).toBe('true')
  expect(await field().count()).toBe(0)
})

test('a title beats a command with its letters, even before the server answers, and nothing records', async () => {
  const tan = await post(product, page, '/api/projects', { name: 'Tan' })
  await post(product, page, `/api/projects/${tan.id}/tasks`, { title: 'Kite' })
  await openTrack()
  await page.getByRole('link', { name: 'Tan' }).first().waitFor({ state: 'attached' })
  const takes = async (typed: string) => {
    await page.keyboard.press('Control+k')
    await field().fill(typed)
    await page.keyboard.press('Enter')
  }
  // On a track page these letters are also those of “Hold to record a voice note”.
  await takes('kite')
  await page.getByRole('complementary', { name: 'TA-1' }).waitFor()
  await page.keyboard.press('Escape')
  await openTrack()
  await takes('tan')
  await expect.poll(() => new URL(page.url()).searchParams.get('projectId')).toBe(tan.id)
  expect(await page.getByText('Recording').count()).toBe(0)
  await openTrack()
})

test('not even its own words make Enter talk a note: that is for a key that is held', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('next open')
  await option('Next open note').waitFor()
  await field().fill('hold to record a voice note')
  await expect.poll(() => field().getAttribute('aria-busy')).toBe('false')
  expect(await option(/Hold to record/).count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('notes go out as markers from here too', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('export mark')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Export notes as markers' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a place is a few letters away, and the last ones come first', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('my tas')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/mine')
  await page.keyboard.press('Control+k')
  await expect.poll(() => active().textContent()).toContain('Glasshouse')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('trackId')).toBe(trackId)
})

test('a note opens its track at its second', async () => {
  await page.goto(product.url)
  await page
    .getByRole('link', { name: /Night Bus/ })
    .first()
    .waitFor()
  await page.keyboard.press('Control+k')
  await field().fill('rings 400')
  await option(/Snare rings at 400 Hz.*Ines Duarte · Glasshouse · 0:05\.000/).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('[data-note]', { hasText: 'Snare' }).getAttribute('data-chosen')).toBe('true')
  expect(new URL(page.url()).searchParams.get('t')).toBe('5')
})

test('a task leads into its project’s tasks, and to itself', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('toms')
  await option(/Tune the toms.*LT-1/).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('tasks')
  // Its address opens it, however far down it stands.
  await page
    .getByRole('complementary', { name: 'LT-1' })
    .getByRole('button', { name: /^Title/ })
    .waitFor()
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('[data-task]')?.textContent))
    .toContain('Tune the toms')
})

test('what there is not is said', async () => {
  await page.keyboard.press('Control+k')
  await field().fill('zzqx')
  await page.getByText('Nothing found for “zzqx”').first().waitFor()
  await page.keyboard.press('Escape')
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  await page.setViewportSize({ width, height: 900 })
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByText('Album order').first().waitFor()
  if (width === 390) await page.getByRole('button', { name: 'Open navigation' }).click()
  // On a phone the page has another one, which the drawer covers.
  const rail = width === 390 ? page.getByRole('dialog') : page
  await rail
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  await field().waitFor()
  await page.getByRole('dialog', { name: 'Search and commands' }).waitFor()
  await page.screenshot({ path: `.cache/palette-empty-${width}.png` })
  await field().fill('t')
  await option(/Tune the toms/).waitFor()
  expect(
    await barriersInBothThemes(page, {
      seen: (theme) => page.screenshot({ path: `.cache/palette-${width}-${theme}.png` }),
    }),
  ).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await field().waitFor({ state: 'detached' })
})

test('nobody’s console complained', () => expect(ines.complaints).toEqual([]))

function openTrack(): Promise<void> {
  return story.openTrack(page)
}

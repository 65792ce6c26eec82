import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { bounce, picturesOfFailure, upload } from './openings.ts'
import { oneStory } from './one-story.ts'
import { barriersInBothThemes } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Jo hears things, Ines mends them: a note from the second it is about to the version in which it is verified. */
let folder = ''
let story: Story<'ines' | 'jo'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let projectId = ''
let trackId = ''

oneStory()
picturesOfFailure('notes', () => ({ ines, jo }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  ;({ product, folder, projectId, trackId } = story)
  ;({ ines, jo } = story.people)
  await Promise.all([ines, jo].map(({ page }) => openTrack(page)))
})
afterAll(() => story?.end())

test('Jo leaves a note where he is and names Ines, by keyboard alone; she sees it within the second', async () => {
  const { page } = jo
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('c')
  const field = page.getByRole('textbox', { name: 'New note, At 0:05.000' })
  await field.waitFor()
  await page.keyboard.type('Vocal goes under the guitars. @ine')
  await page.getByRole('option', { name: 'Ines Duarte' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('ride it up? https://example.com/ref')
  await sendAndSee('Vocal goes under the guitars', ines.page)
  await expect
    .poll(() =>
      card(ines.page, 'Vocal')
        .getByText('@Ines Duarte')
        .evaluate(({ tagName }) => tagName),
    )
    .toBe('B')
  await expect
    .poll(() => card(ines.page, 'Vocal').getByRole('link').getAttribute('href'))
    .toBe('https://example.com/ref')
  await expect.poll(() => field.count()).toBe(0)
})

test('and one on a range, which stands on the wave', async () => {
  const { page } = jo
  await page.keyboard.press('s')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('s')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: 'New note' }).waitFor()
  await page.keyboard.type('Snare rings in here')
  // The range stays lit meanwhile.
  const lit = page.locator('[class*="_shade_"]')
  await lit.waitFor()
  await page.getByRole('group', { name: 'What it is about' }).getByRole('button', { name: 'Part', exact: true }).focus()
  await sendAndSee('Snare rings', ines.page)
  await lit.waitFor({ state: 'detached' })
  await card(ines.page, 'Snare').getByRole('button', { name: 'Play from 0:05.000 – 0:07.000' }).waitFor()
  const pin = ines.page.getByRole('button', { name: 'Note by Jo Okafor, open: Snare rings in here' })
  await pin.click({ button: 'right' })
  // As on its card; only Jo may change his words.
  await expect
    .poll(() => ines.page.getByRole('menuitem').allInnerTexts())
    .toEqual([expect.stringContaining('Fixed'), 'Reply', expect.stringContaining('task'), 'Copy link', 'Delete'])
  await ines.page.keyboard.press('Escape')
})

test('Ines goes to it by N, answers, and fixes it; Jo verifies it', async () => {
  const { page } = ines
  await page.keyboard.press('n')
  await expect.poll(() => card(page, 'Vocal').getAttribute('data-chosen')).toBe('true')
  await card(page, 'Vocal').getByRole('button', { name: 'Reply' }).press('Enter')
  await page.keyboard.type('Ducking the guitar 2 dB')
  await page.keyboard.press('Control+Enter')
  await card(jo.page, 'Vocal').getByText('Ducking the guitar 2 dB').first().waitFor()
  await page.getByRole('textbox', { name: 'Reply to Jo Okafor' }).waitFor({ state: 'detached' })
  await page.keyboard.press('x')
  await page.getByText('Fixed in v1').first().waitFor()
  await list(jo.page, 'Fixed')
  await card(jo.page, 'Vocal').getByText('Fixed in v1').first().waitFor()
  await card(jo.page, 'Vocal').getByText('Vocal goes').click()
  await jo.page.keyboard.press('Shift+X')
  await list(jo.page, 'All')
  await card(jo.page, 'Vocal').getByText('Verified').first().waitFor()
  await list(page, 'All')
  await card(page, 'Vocal').getByText('Verified').first().waitFor()
})

test('a nod is counted, and a note becomes a task by T and is repeated by R', async () => {
  const { page } = ines
  await list(page, 'Open')
  await page.keyboard.press('n')
  await expect.poll(() => card(page, 'Snare').getAttribute('data-chosen')).toBe('true')
  await card(page, 'Snare').getByRole('button', { name: 'React' }).click()
  await page.getByRole('menuitem', { name: '🔥' }).click()
  await list(jo.page, 'Open')
  await card(jo.page, 'Snare').getByRole('button', { name: '🔥 1: Ines Duarte' }).waitFor()
  await page.keyboard.press('t')
  await card(jo.page, 'Snare').getByText('LT-1').first().waitFor()
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop looping 0:05.000 – 0:07.000' }).waitFor()
  await page.keyboard.press('k')
})

test('what is half written is still there after a reload', async () => {
  const { page } = jo
  await page.keyboard.press('c')
  await page.keyboard.type('Half a thought')
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: /^New note/ }).inputValue()).toBe('Half a thought')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'New note' }).inputValue()).toBe('')
})

test('a new version has the open note at its time and says where it is from; the verified one stays', async () => {
  await upload(product, ines.page, { projectId, file: bounce(folder, SONG_MIXES.fixed), trackId })
  await card(ines.page, 'Snare').getByText('from v1').first().waitFor({ timeout: 60_000 })
  await list(ines.page, 'All')
  await expect.poll(() => ines.page.locator('[data-note]').count()).toBe(1)
  await ines.page.goto(`${product.url}/?projectId=${projectId}`)
  await ines.page.getByRole('main').getByTitle('1 open note').waitFor()
})

test('a link opens the track at the note, and says where a note is that is not on this version', async () => {
  const notes = await (
    await jo.page.request.get(
      `${product.url}/api/projects/${projectId}/tracks/${trackId}/notes?version=${await currentVersion()}`,
    )
  ).json()
  const id = (words: string) => notes.items.find(({ body }: { body: string }) => body.startsWith(words)).id
  await jo.page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}&t=5&note=${id('Snare')}`)
  await expect.poll(() => card(jo.page, 'Snare').getAttribute('data-chosen')).toBe('true')
  await jo.page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}&t=5&note=${id('Vocal')}`)
  await jo.page.getByRole('button', { name: 'Show v1' }).click()
  await expect.poll(() => card(jo.page, 'Vocal').getAttribute('data-chosen')).toBe('true')
})

test('a deleted note comes back', async () => {
  await card(jo.page, 'Vocal').getByRole('button', { name: 'More for the note by Jo Okafor' }).click()
  await jo.page.getByRole('menuitem', { name: 'Delete' }).click()
  await card(jo.page, 'Vocal').waitFor({ state: 'detached' })
  await jo.page.getByRole('button', { name: 'Undo' }).click()
  await card(jo.page, 'Vocal').waitFor()
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  await ines.page.setViewportSize({ width, height: 900 })
  await openTrack(ines.page)
  await card(ines.page, 'Snare').getByText('Snare rings').click()
  await card(ines.page, 'Snare').getByRole('button', { name: 'Reply' }).waitFor()
  expect(await barriersInBothThemes(ines.page)).toEqual([])
  await expect
    .poll(() => ines.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

/** Ctrl+Enter, and how long the other waits for it. */
async function sendAndSee(words: string, other: Page): Promise<void> {
  const saved = jo.page.waitForResponse(
    (response) => response.url().endsWith('/notes') && response.request().method() === 'POST',
  )
  await jo.page.keyboard.press('Control+Enter')
  expect((await saved).status()).toBe(200)
  const savedAt = performance.now()
  await expect.poll(() => card(other, words).isVisible(), { interval: 20 }).toBe(true)
  expect(performance.now() - savedAt).toBeLessThan(2000)
}

function card(page: Page, words: string): Locator {
  return page.locator('[data-note]', { hasText: words })
}

async function list(page: Page, name: 'Open' | 'Fixed' | 'All'): Promise<void> {
  await page.getByRole('group', { name: 'Which notes' }).getByRole('button', { name }).click()
}

function openTrack(page: Page): Promise<void> {
  return story.openTrack(page)
}

async function currentVersion(): Promise<string> {
  return (await (await jo.page.request.get(`${product.url}/api/projects/${projectId}`)).json()).tracks[0]
    .currentVersionId
}

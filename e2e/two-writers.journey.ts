import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneStory } from './one-story.ts'
import { call, picturesOfFailure, post } from './openings.ts'
import { barriersInBothThemes, sticksOut } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Nothing that somebody writes is lost: not by leaving the page, and not to somebody else who writes the same. */
let story: Story<'ines' | 'jo'>
let product: StoryProduct
let ines: Visitor
let jo: Visitor
let projectId = ''
let taskId = ''

oneStory()
picturesOfFailure('two-writers', () => ({ ines, jo }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' } })
  ;({ product, projectId } = story)
  ;({ ines, jo } = story.people)
  const task = { title: 'Artwork for the single', description: 'Square' }
  taskId = (await post(product, ines.page, `/api/projects/${projectId}/tasks`, task)).id
  await post(product, ines.page, `/api/projects/${projectId}/tracks/${story.trackId}/notes`, {
    versionId: story.versionId,
    body: 'Bass and kick fight here',
    fromSeconds: 4,
    toSeconds: null,
  })
})
afterAll(() => story?.end())

test('a task that is being typed is there again after another tab, Back and a reload, in its column', async () => {
  const { page } = ines
  await openBoard(page)
  await page.getByRole('button', { name: 'New task in Doing' }).click()
  await page.keyboard.type('Kick 1 dB low')
  await page.getByRole('tab', { name: /^Tracks/ }).click()
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  await expect.poll(() => typed(page)).toBe('Kick 1 dB low')
  await page.goto(`${product.url}/mine`)
  await page.goBack()
  await expect.poll(() => typed(page)).toBe('Kick 1 dB low')
  await page.reload()
  await expect.poll(() => typed(page)).toBe('Kick 1 dB low')
  await page.getByRole('region', { name: 'Doing' }).getByRole('textbox', { name: 'Title' }).waitFor()
})

test('Escape closes it and keeps its words, for the next press on New task', async () => {
  const { page } = ines
  await page.getByRole('textbox', { name: 'Title' }).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Title' }).waitFor({ state: 'detached' })
  await page.reload()
  await card(page).waitFor()
  expect(await page.getByRole('textbox', { name: 'Title' }).count()).toBe(0)
  await page.getByRole('button', { name: 'New task', exact: true }).click()
  await expect.poll(() => typed(page)).toBe('Kick 1 dB low')
  await page.keyboard.type('er')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Kick 1 dB lower' }).waitFor()
  await expect.poll(() => typed(page)).toBe('')
  await page.keyboard.press('Escape')
})

test('a reply that was not sent is there again after a reload', async () => {
  const { page } = ines
  await story.openTrack(page)
  await page.locator('[data-note]').click()
  await page.getByRole('button', { name: 'Reply', exact: true }).click()
  await page.keyboard.type('Duck it')
  await page.reload()
  const reply = page.locator('[data-note]').getByRole('textbox')
  await expect.poll(() => reply.inputValue()).toBe('Duck it')
  await page.locator('[data-note]').getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await page.locator('[data-note]').waitFor()
  expect(await reply.count()).toBe(0)
})

test('of two who write one description the second is told in the panel, and joins both', async () => {
  const { page } = ines
  await openBoard(page)
  await card(page).getByRole('button', { name: 'Artwork for the single' }).click()
  await panel(page).getByRole('button', { name: 'Description: Square' }).click()
  await page.keyboard.type(', 3000 px')
  await change({ description: 'Square. Ask Kim for the photo.' })
  await page.keyboard.press('Control+Enter')
  await panel(page)
    .getByRole('alert')
    .getByText(/Someone else changed this/)
    .waitFor()
  await panel(page).getByText('Not saved').waitFor()
  await panel(page).getByText('Square, 3000 px').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await sticksOut(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await panel(page).getByRole('button', { name: 'Join both' }).click()
  await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect
    .poll(() => task().then(({ description }) => description))
    .toBe('Square. Ask Kim for the photo.\nSquare, 3000 px')
  await panel(page).getByRole('alert').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
})

test('the description of a project, too', async () => {
  const { page } = ines
  await page.goto(`${product.url}/?projectId=${projectId}&tab=settings`)
  await page.getByRole('textbox', { name: 'Description' }).fill('Six songs, one live')
  const path = `/api/projects/${projectId}`
  // In another tab, or by another owner.
  await call(product, page, 'PATCH', path, { description: 'Seven songs' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('Seven songs').waitFor()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await page.getByText('Saved.').waitFor()
  expect((await (await page.request.get(product.url + path)).json()).description).toBe('Six songs, one live')
})

test('an open panel folds the rail, and at 820 it is a sheet that leaves the tools in reach', async () => {
  const { page } = ines
  await openBoard(page)
  const board = page.getByRole('region', { name: 'Tasks by state' })
  const before = (await board.boundingBox())?.x ?? 0
  await card(page).getByRole('button', { name: 'Artwork for the single' }).click()
  await panel(page).waitFor()
  await expect.poll(async () => (await board.boundingBox())?.x ?? 0).toBeLessThan(before - 100)
  await page.setViewportSize({ width: 820, height: 1180 })
  await page.getByRole('complementary', { name: /^LT-/ }).waitFor()
  for (const name of ['Filter', 'New task'])
    await page.getByRole('button', { name, exact: true }).click({ trial: true })
  expect(await sticksOut(page)).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  await panel(page).getByRole('button', { name: 'Close', exact: true }).click()
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(async () => (await board.boundingBox())?.x ?? 0).toBe(before)
})

test('nobody’s console complained of anything but the words that were there first', () => {
  for (const { complaints } of [ines, jo])
    expect(complaints.filter((line) => !line.includes('409 (Conflict)'))).toEqual([])
})

async function openBoard(page: Page): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}&tab=tasks`)
  await card(page).waitFor()
}

function card(page: Page): Locator {
  return page.locator('[data-task]', { hasText: 'Artwork for the single' })
}

function panel(page: Page): Locator {
  return page.locator('[data-task-panel]')
}

function typed(page: Page): Promise<string> {
  return page.getByRole('textbox', { name: 'Title' }).inputValue()
}

async function task(): Promise<{ readonly description: string }> {
  const { items } = await (await ines.page.request.get(`${product.url}/api/projects/${projectId}/tasks`)).json()
  return items.find((one: { readonly id: string }) => one.id === taskId)
}

async function change(body: object): Promise<void> {
  await call(product, jo.page, 'PATCH', `/api/projects/${projectId}/tasks/${taskId}`, body)
}

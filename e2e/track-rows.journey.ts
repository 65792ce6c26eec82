import { existsSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import { barriers } from './page-health.ts'
import { openStory, type Story } from './story.ts'

/** Ines sorts out an album: with the rows of its tracks, many at once, and by the keys alone. */
let story: Story<'ines'>
let page: Page

picturesOfFailure('track-rows', () => story.people)
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  ;({ page } = story.people.ines)
  for (const title of ['Kiln', 'Salt'])
    await upload(story.product, page, {
      projectId: story.projectId,
      file: bounce(story.folder),
      trackTitle: title,
    })
  await post(story.product, page, `/api/projects/${story.projectId}/tracks`, { title: 'Undertow' })
  await post(story.product, page, '/api/projects', { name: 'B-sides' })
  await openAlbum()
})
afterAll(() => story?.end())

async function openAlbum(): Promise<void> {
  await page.goto(`${story.product.url}/?projectId=${story.projectId}`)
  await row('Salt').locator('canvas').first().waitFor()
}
const row = (title: string): Locator => page.locator('[data-track-row]').filter({ hasText: title })
const bar = () => page.getByRole('region', { name: 'Selected tracks' })
const titles = () => page.locator('[data-track-row] a').allTextContents()
const toast = (words: string) => page.getByText(words, { exact: true })
const inBar = (name: string) => bar().getByRole('button', { name })
/** Between the title and the next column, where there is nothing. */
const besideTitle = { position: { x: 220, y: 8 } }

test('a click anywhere in a row opens the track', async () => {
  await row('Kiln').click(besideTitle)
  await page
    .getByRole('slider', { name: /^Kiln, version/ })
    .first()
    .waitFor()
  await page.goBack()
  await row('Salt').locator('canvas').first().waitFor()
})

test('the small wave plays from where it is pressed', async () => {
  const wave = row('Salt').locator('[data-own-press]')
  const { width = 0, height = 0 } = (await wave.boundingBox()) ?? {}
  await wave.hover({ position: { x: width / 2, y: height / 2 } })
  await row('Salt')
    .getByText(/^0:0\d$/)
    .waitFor()
  await wave.click({ position: { x: width / 2, y: height / 2 } })
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  expect(page.url()).not.toContain('trackId')
  const clock = page.getByRole('slider', { name: 'Position' }).first()
  await expect.poll(async () => Number(await clock.getAttribute('aria-valuenow'))).toBeGreaterThan(1)
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
})

test('Ctrl and Shift select, and the bar says how many there are', async () => {
  await row('Glasshouse').click({ modifiers: ['Control'], ...besideTitle })
  await bar().getByText('1 selected').waitFor()
  await row('Salt').click({ modifiers: ['Shift'], ...besideTitle })
  await bar().getByText('3 selected').waitFor()
  await row('Kiln').getByRole('checkbox', { name: 'Select Kiln' }).uncheck()
  await bar().getByText('2 selected').waitFor()
  expect(await barriers(page)).toEqual([])
})

test('they are downloaded as one file', async () => {
  const [file] = await Promise.all([page.waitForEvent('download'), inBar('Download').click()])
  expect(file.suggestedFilename()).toBe('Low Tide.zip')
  expect(existsSync(await file.path())).toBe(true)
})

test('they get a status at once, and back with one undo', async () => {
  await inBar('Status').click()
  await page.getByRole('menuitem', { name: 'In review' }).click()
  await toast('Set 2 tracks to In review').waitFor()
  await row('Salt').getByText('In review').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await toast('Restored the status of 2 tracks').waitFor()
  expect(await row('Salt').getByText('In review').count()).toBe(0)
})

test('they are shared by one link', async () => {
  await inBar('Share').click()
  const dialog = page.getByRole('dialog', { name: 'Share 2 tracks' })
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('they move to another project, and back with one undo', async () => {
  await inBar('Move to…').click()
  const dialog = page.getByRole('dialog', { name: 'Move 2 tracks' })
  await dialog.getByRole('radio', { name: 'B-sides' }).check()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await toast('Moved 2 tracks to B-sides').waitFor()
  expect(await titles()).toEqual(['Kiln', 'Undertow'])
  expect(await bar().count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await toast('Moved 2 tracks back, to the end').waitFor()
  await expect.poll(titles).toEqual(['Kiln', 'Undertow', 'Glasshouse', 'Salt'])
})

test('by the keys alone: select, delete, undo, rename', async () => {
  await row('Kiln').getByRole('link').focus()
  await page.keyboard.press('Shift+ArrowDown')
  await bar().getByText('2 selected').waitFor()
  await page.keyboard.press('Delete')
  await toast('Moved 2 tracks to the trash').waitFor()
  await expect.poll(titles).toEqual(['Glasshouse', 'Salt'])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await titles()).length).toBe(4)

  await row('Salt').getByRole('link').focus()
  await page.keyboard.press('F2')
  await page.keyboard.type('Salt and ash')
  await page.keyboard.press('Enter')
  await toast('Salt is now called Salt and ash').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Salt and ash')
  await page.keyboard.press('F2')
  await page.keyboard.type('Something else')
  await page.keyboard.press('Escape')
  expect(await titles()).toContain('Salt and ash')
  await page.keyboard.press('Control+a')
  await bar().getByText('4 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar().waitFor({ state: 'detached' })
})

test('filters and order stay in the URL, and a view that she saves opens in any project', async () => {
  await openAlbum()
  await page.getByRole('button', { name: 'Status', exact: true }).first().click()
  await page.getByRole('menuitemradio', { name: 'Draft' }).click()
  await page.getByRole('button', { name: 'Album order' }).click()
  await page.getByRole('menuitemradio', { name: 'Title' }).click()
  await page.getByRole('searchbox', { name: 'Find a track' }).pressSequentially('t')
  await expect.poll(titles).toEqual(['Salt and ash', 'Undertow'])
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Drafts with a t')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Drafts with a t' }).waitFor()
  await row('Salt').click(besideTitle)
  await page
    .getByRole('slider', { name: /^Salt and ash, version/ })
    .first()
    .waitFor()
  await page.goBack()
  await expect.poll(titles).toEqual(['Salt and ash', 'Undertow'])
  await openAlbum()
  expect((await titles()).length).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Drafts with a t' }).click()
  await expect.poll(titles).toEqual(['Salt and ash', 'Undertow'])
  await page.getByRole('button', { name: 'Drafts with a t' }).click()
  await page.getByRole('menuitem', { name: 'Delete “Drafts with a t”' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor()
  await openAlbum()
})

test('on a phone, a track is selected from its menu and the others by a tap', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu of Kiln' }).click()
  await page.getByRole('menuitem', { name: 'Select' }).click()
  await bar().getByText('1 selected').waitFor()
  await page.getByRole('link', { name: 'Glasshouse' }).click()
  await bar().getByText('2 selected').waitFor()
  expect(await barriers(page)).toEqual([])
  await bar().getByRole('button', { name: 'Clear the selection' }).click()
})

test('three hundred tracks are rows near the view, by arrow keys, selection and the browser’s own search', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { id } = await post(story.product, page, '/api/projects', { name: 'Library' })
  for (let at = 1; at <= 300; at++)
    await post(story.product, page, `/api/projects/${id}/tracks`, { title: `Cue ${at}` })
  await page.goto(`${story.product.url}/?projectId=${id}`)
  await row('Cue 20').first().waitFor()
  expect((await titles()).length).toBeLessThan(80)
  await page.getByRole('link', { name: 'Cue 1', exact: true }).focus()
  for (let at = 0; at < 45; at++) await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cue 46')
  await page.keyboard.press('Control+a')
  await bar().getByText('300 selected').waitFor()
  await bar().getByRole('button', { name: 'Clear the selection' }).click()
  await page.keyboard.press('Control+f')
  await expect.poll(async () => (await titles()).length).toBe(300)
  expect(story.people.ines.complaints).toEqual([])
})
